/*
 * HGPA (card C2): every cluster is an edge of a hypergraph over the objects, which is cut into k
 * parts of about equal size with the least weight of edges that span more than one part [Strehl &
 * Ghosh 2002].
 *
 * Runs on microclusters, which weigh as many as their objects: objects that all base clusterings
 * agree on stay together; to part them never cuts fewer edges. options->objects gives every object
 * a vertex of its own, as printed: the balance can then also split equal objects. An object whose
 * label is missing is in no edge of that base clustering.
 */
#include "consensus/consensus.h"

#include "core/hypergraph.h"
#include "partition/hypergraph/hypergraph_cut.h"

int ce_consensus_hgpa(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    ce_hypergraph_options how = {k, options->imbalance, 0, options->seed};
    const ce_microclusters *micro;
    ce_hypergraph graph = {0};
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_micro(ensemble, &micro, err)) ||
        (rc = ce_hypergraph_from_labels(&graph, &micro->rows, micro->size, options->edge_weight,
                                        err)))
        return rc;
    rc = ce_hypergraph_cut(&graph, &how, &small, NULL, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_hypergraph_free(&graph);
    ce_partition_free(&small);
    return rc;
}
