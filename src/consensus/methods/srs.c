/* SRS: linkage of the SimRank similarities of objects [iamon2008]. */
#include <stdlib.h>

#include "consensus/pairs.h"
#include "core/memory.h"
#include "similarity/option_rows.h"
#include "similarity/simrank.h"

typedef struct {
    ce_tree_options tree;
    double decay;
    int rounds;
} srs_options;

static const ce_option rows[] = {
    CE_ROW_COMPLETE_TIE(srs_options, tree.tie, "meansim"), /* complete linkage only */
    CE_ROW_DECAY(srs_options),
    CE_ROW_SIMRANK_ROUNDS(srs_options),
    CE_ROW_OBJECTS(srs_options, tree.objects),
};

typedef struct {
    uint64_t objects;
    double decay;
    uint64_t rounds;
} srs_key;

static void key_of(const ce_run *run, void *key)
{
    const srs_options *o = run->settings->values;

    *(srs_key *)key = (srs_key){o->tree.objects != 0, o->decay, (uint64_t)o->rounds};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const srs_key *k = key;
    const ce_microclusters *micro;
    double *twin = NULL;
    int rc = ce_pairs_begin(ensemble, k->objects, "the SimRank similarities of the microclusters",
                            NULL, &micro, err);

    (void)messages;
    if (rc)
        return rc;
    twin = ce_alloc(micro->count, sizeof *twin, err);
    rc = twin ? ce_simrank(micro, k->decay, (size_t)k->rounds, value, twin, ensemble->progress, err)
              : CE_ENOMEM;
    free(twin);
    return rc;
}

static const ce_pairs_kind srs = {
    .product = {sizeof(ce_similarity), sizeof(srs_key), build, ce_pairs_free, 1}};

#define ABOUT \
    "Objects are similar if their clusters are, and clusters are similar if their " \
    "objects are. After some rounds of this, the dendrogram of the similarities is cut " \
    "into k clusters."
#define SRS(method, title, ...) \
    CE_TREE_METHOD(method, "links between clusters", \
                   "SimRank of objects and clusters, " title " linkage", \
                   ABOUT, "iamon2008", "clens-srs", __VA_ARGS__)

CE_TREE_CUTS(&srs, key_of, 0);

const ce_method ce_method_srs_al = {
    SRS("srs-al", "average", CE_OPTIONS_FROM(rows, 1, srs_options)),
    .own = &average,
};

const ce_method ce_method_srs_cl = {
    SRS("srs-cl", "complete", CE_OPTIONS(rows, srs_options)),
    .own = &complete,
};

const ce_method ce_method_srs_sl = {
    SRS("srs-sl", "single", CE_OPTIONS_FROM(rows, 1, srs_options)),
    .own = &single,
};
