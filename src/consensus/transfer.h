/*
 * transfer.h: bipartite graphs of microclusters and clusters, products of the ensemble, cut by the
 * transfer cut [li2012].
 */
#ifndef CE_CONSENSUS_TRANSFER_H
#define CE_CONSENSUS_TRANSFER_H

#include "consensus/method.h"
#include "consensus/shared_options.h"
#include "core/biadjacency.h"

/* The options of functions that cut such a graph, the first member of theirs. */
typedef struct {
    int objects, restarts;
} ce_transfer_run_options;

/* The free of a value that is a ce_biadjacency. */
void ce_transfer_free(void *graph);

/*
 * The graph for this key, whose product gives a ce_biadjacency of the microclusters and clusters,
 * cut into run->k parts. weighted: microclusters count as many as their objects. result: see
 * ce_method.run.
 */
int ce_transfer_run(const ce_run *run, const ce_product *graph, const void *key, int weighted,
                    ce_partition *result, ce_error *err);

#endif
