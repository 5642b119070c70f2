/* PAcc, probability accumulation: linkage of the co-association matrix in which small clusters
 * count more [wang2009]. */
#include <stdlib.h>

#include "consensus/pairs.h"
#include "core/memory.h"
#include "similarity/option_rows.h"
#include "similarity/probability_accumulation.h"

typedef struct {
    ce_tree_options tree;
    double dimensions;
} pacc_options;

static const ce_option rows[] = {
    CE_ROW_COMPLETE_TIE(pacc_options, tree.tie, "meansim"), /* complete linkage only */
    CE_ROW_DIMENSIONS(pacc_options),
    CE_ROW_OBJECTS(pacc_options, tree.objects),
};

typedef struct {
    uint64_t objects;
    double dimensions;
} pacc_key;

static void key_of(const ce_run *run, void *key)
{
    const pacc_options *o = run->settings->values;

    *(pacc_key *)key = (pacc_key){o->tree.objects != 0, o->dimensions};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const pacc_key *k = key;
    const ce_microclusters *micro;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the probability accumulation matrix of the microclusters", NULL,
                            &micro, err);

    (void)messages;
    return rc ? rc
              : ce_probability_accumulation(micro, k->dimensions, value, NULL, ensemble->progress,
                                            err);
}

static int weights(ce_ensemble *ensemble, const void *key, double **weight, double *divisor,
                   ce_error *err)
{
    const pacc_key *k = key;
    const ce_clusters *clusters;
    int rc = ce_ensemble_clusters(ensemble, (int)k->objects, &clusters, err);

    if (rc)
        return rc;
    *divisor = (double)clusters->m;
    *weight = ce_alloc(clusters->count, sizeof **weight, err);
    if (!*weight)
        return CE_ENOMEM;
    ce_accumulation_weights(clusters, k->dimensions, *weight);
    return CE_OK;
}

static const ce_pairs_kind pacc = {
    .product = {sizeof(ce_similarity), sizeof(pacc_key), build, ce_pairs_free, 1},
    .weights = weights};

#define ABOUT \
    "A cluster counts less for its objects the larger it is. The dendrogram of the matrix " \
    "of these counts is cut into k clusters."
#define PACC(method, title, ...) \
    CE_TREE_METHOD(method, "evidence accumulation", \
                   "co-association in which small clusters count more, " title " linkage", ABOUT, \
                   "wang2009", "clens-pacc", __VA_ARGS__)

CE_TREE_CUTS(&pacc, key_of, 0);

const ce_method ce_method_pacc_sl = {
    PACC("pacc-sl", "single", CE_OPTIONS_FROM(rows, 1, pacc_options)),
    .own = &single,
};

const ce_method ce_method_pacc_al = {
    PACC("pacc-al", "average", CE_OPTIONS_FROM(rows, 1, pacc_options)),
    .own = &average,
};

const ce_method ce_method_pacc_cl = {
    PACC("pacc-cl", "complete", CE_OPTIONS(rows, pacc_options)),
    .own = &complete,
};
