/* LWGP (card C20): the bipartite graph of objects and clusters, each cluster weighted by how well
 * the ensemble agrees with it, cut. Equal objects are one row of their joint weight, which gives
 * what the objects would get. */
#include "consensus/consensus.h"

#include "partition/graph/transfer_cut.h"
#include "similarity/local_weights.h"

int ce_consensus_lwgp(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    ce_transfer_options how = {.k = k, .restarts = options->restarts, .seed = options->seed};
    const ce_microclusters *micro;
    ce_biadjacency *b = &ensemble->graph[CE_GRAPH_LWGP];
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_micro(ensemble, &micro, err)))
        return rc;
    if (!b->rows)
        rc = ce_locally_weighted_graph(
            micro, options->similarity.certainty > 0 ? options->similarity.certainty : .4, b, err);
    if (!rc && !(rc = ce_transfer_cut(b, micro->size, &how, &small, err)))
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}
