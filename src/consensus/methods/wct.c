/* WCT: weighted connected triples of clusters [iamon2011], cut by linkage. */
#include "consensus/pairs.h"
#include "similarity/connected_triple.h"
#include "similarity/option_rows.h"

typedef struct {
    ce_tree_options tree;
    double decay;
} wct_options;

static const ce_option rows[] = {
    CE_ROW_TIE(wct_options, tree.tie), /* complete linkage only */
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
    return rc ? rc : ce_connected_triple(micro, k->decay, value, err);
}

static const ce_pairs_kind wct = {
    .product = {sizeof(ce_similarity), sizeof(wct_key), build, ce_pairs_free, 1}};

#define WCT(method, title, table) \
    .about = {.name = method, \
              .family = "links between clusters", \
              .summary = "weighted connected triples, " title " linkage", \
              .about = "Two clusters are alike when they overlap with the same other clusters. " \
                       "Objects in alike clusters are alike, also where no base clustering puts " \
                       "them together. The dendrogram of these similarities is cut into k " \
                       "clusters.", \
              .reference = "iamon2011", \
              .page = "clens-wct", \
              .reads = CE_READS_LABELS, \
              .needs = CE_USES_K, \
              .reports = CE_REPORTS_TREE, \
              .cost = CE_COST_MICROCLUSTER_PAIRS, \
              .options = table}, \
    .run = ce_tree_run, .lifetime = ce_tree_lifetime

static const ce_tree_cut average = {&wct, CE_LINKAGE_AVERAGE, key_of, 0};
static const ce_tree_cut complete = {&wct, CE_LINKAGE_COMPLETE, key_of, 0};
static const ce_tree_cut single = {&wct, CE_LINKAGE_SINGLE, key_of, 0};

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
