/* LWEA: average linkage of the locally weighted co-association matrix [huang2018]. */
#include <stdlib.h>

#include "consensus/pairs.h"
#include "core/memory.h"
#include "similarity/local_weights.h"
#include "similarity/option_rows.h"

typedef struct {
    ce_tree_options tree;
    double certainty;
} lwea_options;

static const ce_option rows[] = {
    CE_ROW_CERTAINTY(lwea_options),
    CE_ROW_OBJECTS(lwea_options, tree.objects),
};

typedef struct {
    uint64_t objects;
    double certainty;
} lwea_key;

static void key_of(const ce_run *run, void *key)
{
    const lwea_options *o = run->settings->values;

    *(lwea_key *)key = (lwea_key){o->tree.objects != 0, o->certainty};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const lwea_key *k = key;
    const ce_microclusters *micro;
    double *twin = NULL;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the locally weighted co-association matrix of the microclusters",
                            "lwgp, which needs no matrix of pairs,", &micro, err);

    (void)messages;
    if (rc)
        return rc;
    twin = ce_alloc(micro->count, sizeof *twin, err);
    rc = twin ? ce_locally_weighted(micro, k->certainty, value, twin, ensemble->progress, err)
              : CE_ENOMEM;
    free(twin);
    return rc;
}

static int weights(ce_ensemble *ensemble, const void *key, double **weight, double *divisor,
                   ce_error *err)
{
    const lwea_key *k = key;
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);

    if (!rc)
        rc = ce_ensemble_clusters(ensemble, (int)k->objects, &clusters, err);
    if (rc)
        return rc;
    *divisor = (double)micro->rows.m;
    *weight = ce_alloc(clusters->count, sizeof **weight, err);
    return *weight ? ce_cluster_index(clusters, micro, k->certainty, *weight, err) : CE_ENOMEM;
}

static const ce_pairs_kind lwca = {
    .product = {sizeof(ce_similarity), sizeof(lwea_key), build, ce_pairs_free, 1},
    .weights = weights};

static const ce_tree_cut average = {&lwca, CE_LINKAGE_AVERAGE, key_of, 0};

const ce_method ce_method_lwea = {
    .about = {.name = "lwea",
              .family = "evidence accumulation",
              .summary = "locally weighted co-association, average linkage",
              .about = "A cluster counts more if the base clusterings split it less, by entropy. "
                       "The dendrogram of the weighted co-association matrix is cut into k "
                       "clusters.",
              .reference = "huang2018",
              .page = "clens-lwea",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, lwea_options)},
    .run = ce_tree_run,
    .lifetime = ce_tree_lifetime,
    .own = &average,
};
