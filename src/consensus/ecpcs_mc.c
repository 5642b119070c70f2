/* ECPCS-MC (card C22): clusters made alike by random walks are cut into k meta-clusters (normalized
 * cut), which compete for the objects. A meta-cluster that wins no object is gone: then there are
 * fewer than k clusters. */
#include "consensus/consensus.h"

#include "partition/graph/spectral.h"
#include "similarity/cluster_walk.h"

/* As many meta-clusters as clusters: each is one, whether they are alike or not. */
static int group(const ce_similarity *walk, const ce_spectral_options *how, ce_partition *meta,
                 ce_error *err)
{
    int rc;

    if (how->k < walk->n)
        return ce_spectral(walk, NULL, how, meta, err);
    if (!(rc = ce_partition_alloc(meta, walk->n, err)))
        for (size_t c = 0; c < walk->n; c++)
            meta->labels[c] = (int32_t)c;
    meta->k = (int32_t)walk->n;
    return rc;
}

int ce_consensus_ecpcs_mc(ce_ensemble *ensemble, const ce_consensus_function *function,
                          const ce_consensus_options *options, size_t k, ce_partition *result,
                          ce_error *err)
{
    ce_spectral_options how = {.k = k, .restarts = options->restarts, .seed = options->seed};
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    ce_similarity *walk = &ensemble->walk;
    ce_partition meta = {0}, small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_micro(ensemble, &micro, err)) ||
        (rc = ce_ensemble_clusters(ensemble, &clusters, err)))
        return rc;
    if (k > clusters->count)
        return ce_fail(err, CE_EINPUT,
                       "%s: k = %zu, but the base clusterings have only %zu clusters",
                       function->name, k, clusters->count);
    if (!walk->n)
        rc = ce_cluster_walk(clusters, micro,
                             options->similarity.steps ? options->similarity.steps : 20, walk, err);
    if (!rc && !(rc = group(walk, &how, &meta, err)) &&
        !(rc = ce_meta_clusters_compete(micro, clusters, &meta, &small, err)))
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&meta);
    ce_partition_free(&small);
    return rc;
}
