/*
 * GP-MGLA (card C10): a bipartite graph with objects and clusters on one side and clusters on the
 * other, cut by the transfer cut; the objects' labels are the result. Its k-means starts from the
 * first object and then the farthest ones, as in the authors' program: no chance. A cluster of
 * cluster vertices only is no cluster of objects: then there are fewer than k.
 */
#include "consensus/consensus.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "partition/graph/transfer_cut.h"
#include "similarity/source_aware.h"

static int cut(const ce_microclusters *micro, const ce_biadjacency *b,
               const ce_transfer_options *how, ce_partition *small, ce_error *err)
{
    double *weight = ce_alloc(b->rows, sizeof *weight, err);
    ce_partition all = {0};
    int rc = CE_ENOMEM;

    if (!weight)
        return rc;
    for (size_t i = 0; i < b->rows; i++)
        weight[i] = i < micro->count ? micro->size[i] : 1;
    if (!(rc = ce_transfer_cut(b, weight, how, &all, err)) &&
        !(rc = ce_partition_alloc(small, micro->count, err))) {
        memcpy(small->labels, all.labels, micro->count * sizeof *all.labels);
        rc = ce_labels_renumber(small->labels, micro->count, &small->k, err);
    }
    free(weight);
    ce_partition_free(&all);
    return rc;
}

int ce_consensus_gp_mgla(ce_ensemble *ensemble, const ce_consensus_function *function,
                         const ce_consensus_options *options, size_t k, ce_partition *result,
                         ce_error *err)
{
    ce_transfer_options how = {.k = k, .start = CE_TRANSFER_FARTHEST};
    const ce_microclusters *micro;
    const double *influence;
    ce_biadjacency *b = &ensemble->graph[CE_GRAPH_MGLA];
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_micro(ensemble, &micro, err)) ||
        (rc = ce_ensemble_influence(ensemble, options, &influence, err)))
        return rc;
    if (!b->rows)
        rc = ce_multigranularity_graph(micro, influence, .5, b, err);
    if (!rc && !(rc = cut(micro, b, &how, &small, err)))
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}
