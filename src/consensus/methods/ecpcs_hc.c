/* ECPCS-HC: average linkage of the co-association after random walks on the clusters
 * [huang2021]. */
#include "consensus/pairs.h"
#include "similarity/cluster_walk.h"
#include "similarity/option_rows.h"

typedef struct {
    ce_tree_options tree;
    int steps;
} ecpcs_options;

static const ce_option rows[] = {
    CE_ROW_CLUSTER_STEPS(ecpcs_options),
    CE_ROW_OBJECTS(ecpcs_options, tree.objects),
};

typedef struct {
    uint64_t objects, steps;
} ecpcs_key;

static void key_of(const ce_run *run, void *key)
{
    const ecpcs_options *o = run->settings->values;

    *(ecpcs_key *)key = (ecpcs_key){o->tree.objects != 0, (uint64_t)o->steps};
}

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const ecpcs_key *k = key;
    const ce_microclusters *micro;
    int rc = ce_pairs_begin(ensemble, k->objects,
                            "the walked co-association matrix of the microclusters",
                            "ecpcs-mc, which needs no matrix of pairs,", &micro, err);

    (void)messages;
    return rc ? rc
              : ce_walked_coassociation(micro, (size_t)k->steps, value, ensemble->progress, err);
}

static const ce_pairs_kind walked = {
    .product = {sizeof(ce_similarity), sizeof(ecpcs_key), build, ce_pairs_free, 1}};

static const ce_tree_cut average = {&walked, CE_LINKAGE_AVERAGE, key_of, 0};

const ce_method ce_method_ecpcs_hc = {
    .about = {.name = "ecpcs-hc",
              .family = "random walks",
              .summary = "co-association by random walks on the clusters, average linkage",
              .about = "Clusters are similar if random walks from them, on the graph of "
                       "clusters, spread to the same clusters. Two objects are as similar as "
                       "their clusters on average; the dendrogram of this is cut into k clusters.",
              .reference = "huang2021",
              .page = "clens-ecpcs",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .reports = CE_REPORTS_TREE,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, ecpcs_options)},
    .run = ce_tree_run,
    .lifetime = ce_tree_lifetime,
    .own = &average,
};
