/*
 * SRW (card C9): objects go to the seed region that a random walk on the graph of nearest
 * co-associations reaches first.
 *
 * Vertices are microclusters, an edge weighs as the object pairs behind it. Up to DENSE_ROWS of
 * them the whole co-association matrix is looked at, as regions and pieces are joined by their mean
 * similarity; beyond, the links to the nearest neighbours only, and what has no link counts as 0.
 */
#include "consensus/consensus.h"

enum { DENSE_ROWS = 20000 };

static int walk_sparse(const ce_microclusters *micro, const ce_random_walk_options *walker,
                       ce_partition *small, ce_error *err)
{
    ce_elite_graph graph = {0};
    int rc = ce_elite_graph_build(&graph, &micro->rows, micro->size,
                                  walker->neighbours ? walker->neighbours : 10, err);

    if (!rc)
        rc = ce_random_walk(&graph.weight, micro->size, walker, small, err);
    ce_elite_graph_free(&graph);
    return rc;
}

int ce_consensus_srw(ce_ensemble *ensemble, const ce_consensus_function *function,
                     const ce_consensus_options *options, size_t k, ce_partition *result,
                     ce_error *err)
{
    ce_random_walk_options walker = options->walker;
    const ce_microclusters *micro;
    const ce_similarity *ca;
    ce_partition small = {0};
    int rc;

    walker.k = k;
    walker.seeds = NULL;
    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_micro(ensemble, &micro, err)))
        return rc;
    if (micro->count > DENSE_ROWS)
        rc = walk_sparse(micro, &walker, &small, err);
    else if (!(rc = ce_ensemble_pairs(ensemble, CE_PAIRS_CA, options, &ca, err)))
        rc = ce_random_walk(ca, micro->size, &walker, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}
