/* WCT: linkage of the similarities by weighted connected triples of clusters [iamon2011]. */
#include "consensus/pairs.h"
#include "similarity/connected_triple.h"
#include "similarity/option_rows.h"

typedef struct {
    ce_tree_options tree;
    double decay;
} wct_options;

static const ce_option rows[] = {
    CE_ROW_COMPLETE_TIE(wct_options, tree.tie, "meansim"), /* complete linkage only */
    CE_ROW_DECAY(wct_options),
    CE_ROW_OBJECTS(wct_options, tree.objects),
};

typedef struct {
    uint64_t objects;
    double decay;
} wct_key;

static void key_of(const ce_run *run, void *key)
{
    const wct_options *o = run->settings->values;

    *(wct_key *)key = (wct_key){o->tree.objects != 0, o->decay};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const wct_key *k = key;
    const ce_microclusters *micro;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the connected-triple similarities of the microclusters",
                            NULL, &micro, err);

    (void)messages;
    return rc ? rc : ce_connected_triple(micro, k->decay, value, ensemble->progress, err);
}

static const ce_pairs_kind wct = {
    .product = {sizeof(ce_similarity), sizeof(wct_key), build, ce_pairs_free, 1}};

#define ABOUT \
    "Two clusters are similar if they overlap with the same other clusters. Objects in " \
    "similar clusters are similar, even if no base clustering puts them together. The " \
    "dendrogram of these similarities is cut into k clusters."
#define WCT(method, title, ...) \
    CE_TREE_METHOD(method, "links between clusters", \
                   "weighted connected triples, " title " linkage", \
                   ABOUT, "iamon2011", "clens-wct", __VA_ARGS__)

CE_TREE_CUTS(&wct, key_of, 0);

const ce_method ce_method_wct_al = {
    WCT("wct-al", "average", CE_OPTIONS_FROM(rows, 1, wct_options)),
    .own = &average,
};

const ce_method ce_method_wct_cl = {
    WCT("wct-cl", "complete", CE_OPTIONS(rows, wct_options)),
    .own = &complete,
};

const ce_method ce_method_wct_sl = {
    WCT("wct-sl", "single", CE_OPTIONS_FROM(rows, 1, wct_options)),
    .own = &single,
};
