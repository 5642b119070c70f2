/*
 * ECPCS-MC [huang2021]:
 *
 * 1. Compute the similarities of clusters by random walks on the graph of clusters.
 * 2. Cut the clusters into k meta-clusters by normalized cut.
 * 3. Each object goes to the meta-cluster of which the largest share of clusters holds it.
 *
 * A meta-cluster that wins no object leaves fewer than k clusters.
 */
#include "consensus/graph_cuts.h"
#include "consensus/shared_spectrum.h"
#include "partition/graph/spectral.h"
#include "similarity/cluster_walk.h"
#include "similarity/option_rows.h"

typedef struct {
    int objects, steps, restarts;
} ecpcs_options;

static const ce_option rows[] = {
    CE_ROW_CLUSTER_STEPS(ecpcs_options),
    CE_ROW_RESTARTS(ecpcs_options, restarts, NULL),
    CE_ROW_OBJECTS(ecpcs_options, objects),
};

typedef struct {
    uint64_t objects, steps;
} ecpcs_key;

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const ecpcs_key *k = key;
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);

    (void)messages;
    if (!rc)
        rc = ce_ensemble_clusters(ensemble, (int)k->objects, &clusters, err);
    return rc ? rc : ce_cluster_walk(clusters, micro, (size_t)k->steps, value, err);
}

static void free_walk(void *value)
{
    ce_similarity_free(value);
}

static const ce_product walk = {sizeof(ce_similarity), sizeof(ecpcs_key), build, free_walk, 1};

/* Step 2. With as many meta-clusters as clusters each cluster is one, without a cut. */
static int group(const ce_similarity *s, const ce_spectral_options *how, ce_partition *meta,
                 ce_error *err)
{
    int rc;

    if (how->k < s->n)
        return ce_spectral(s, NULL, how, meta, err);
    rc = ce_partition_alloc(meta, s->n, err);
    for (size_t c = 0; c < s->n && !rc; c++)
        meta->labels[c] = (int32_t)c;
    meta->k = (int32_t)s->n;
    return rc;
}

static int run_ecpcs(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ecpcs_options *o = run->settings->values;
    const ecpcs_key key = {o->objects != 0, (uint64_t)o->steps};
    ce_spectral_options how = {.k = run->k, .restarts = (size_t)o->restarts, .seed = run->seed};
    const char *name = run->method->about.name;
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    const void *walked;
    ce_partition meta = {0}, small = {0};
    int rc = ce_ensemble_check_k(run->ensemble, name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_ensemble_clusters(run->ensemble, o->objects, &clusters, err);
    if (!rc)
        rc = ce_ensemble_check_clusters(clusters, name, run->k, err);
    if (!rc)
        rc = ce_ensemble_get(run->ensemble, &walk, &key, &walked, NULL, err);
    if (!rc)
        rc = ce_meta_clusters_check(walked, name, run->k, err);
    if (!rc)
        rc = ce_shared_spectrum(run, &how.spectrum, err);
    if (!rc)
        rc = group(walked, &how, &meta, err);
    if (!rc)
        rc = ce_meta_clusters_compete(micro, clusters, &meta, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&meta);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_ecpcs_mc = {
    .about = {.name = "ecpcs-mc",
              .family = "random walks",
              .summary = "meta-clusters of clusters by random walks; they compete for objects",
              .about = "Clusters are similar if random walks from them, on the graph of "
                       "clusters, spread to the same clusters. They are cut into k "
                       "meta-clusters, and an object goes to the one whose clusters hold it most "
                       "often.",
              .reference = "huang2021",
              .page = "clens-ecpcs",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, ecpcs_options)},
    .run = run_ecpcs,
};
