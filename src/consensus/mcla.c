/*
 * MCLA (card C3): a graph of clusters, weighted by Jaccard index, is cut into k meta-clusters of
 * about equal numbers of objects; an object goes to the meta-cluster whose clusters hold it most
 * often, as a share of their number.
 *
 * Overlaps are counted on microclusters, so the cost is O(microclusters x m^2). Associations are
 * compared as exact fractions; ties go to the lowest meta-cluster (the original adds random noise).
 * A meta-cluster that wins no object is gone: then there are fewer than k clusters.
 */
#include "consensus/consensus.h"

#include <stdlib.h>

#include "core/memory.h"
#include "partition/graph/graph_cut.h"
#include "partition/graph/spectral.h"
#include "similarity/clusters.h"

static int cut_clusters(const ce_similarity *jaccard, const ce_clusters *list,
                        const ce_consensus_options *options, size_t k, ce_partition *meta,
                        ce_error *err)
{
    ce_metis_options metis = {.k = k, .scheme = CE_METIS_RECURSIVE, .seed = options->seed};
    ce_spectral_options spectral = {.k = k, .restarts = options->restarts, .seed = options->seed};
    ce_graph graph = {0};
    int rc;

    if (options->with == CE_WITH_SPECTRAL)
        return ce_spectral(jaccard, NULL, &spectral, meta, err);
    if ((rc = ce_graph_from_similarity(&graph, jaccard, NULL, err)))
        return rc;
    free(graph.vertex_weight);
    graph.vertex_weight = ce_alloc(list->count, sizeof *graph.vertex_weight, err);
    if (graph.vertex_weight) {
        for (size_t a = 0; a < list->count; a++)
            graph.vertex_weight[a] = list->size[a];
        rc = ce_metis(&graph, &metis, meta, err);
    } else {
        rc = CE_ENOMEM;
    }
    ce_graph_free(&graph);
    return rc;
}

int ce_consensus_mcla(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    const ce_microclusters *micro;
    const ce_clusters *list;
    ce_similarity jaccard = {0};
    ce_partition meta = {0}, small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_micro(ensemble, &micro, err)) ||
        (rc = ce_ensemble_clusters(ensemble, &list, err)))
        goto done;
    if (k > list->count) {
        rc = ce_fail(err, CE_EINPUT, "%s: k = %zu, but the base clusterings have only %zu clusters",
                     function->name, k, list->count);
        goto done;
    }
    if ((rc = ce_clusters_jaccard(list, micro, &jaccard, err)) ||
        (rc = cut_clusters(&jaccard, list, options, k, &meta, err)) ||
        (rc = ce_meta_clusters_compete(micro, list, &meta, &small, err)))
        goto done;
    rc = ce_microclusters_expand(micro, &small, result, err);
done:
    ce_similarity_free(&jaccard);
    ce_partition_free(&meta);
    ce_partition_free(&small);
    return rc;
}
