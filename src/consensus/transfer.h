/*
 * transfer.h: bipartite graphs of microclusters and clusters, products of the ensemble, cut by the
 * transfer cut [li2012].
 */
#ifndef CE_CONSENSUS_TRANSFER_H
#define CE_CONSENSUS_TRANSFER_H

#include "consensus/method.h"
#include "consensus/shared_options.h"
#include "core/biadjacency.h"

/* The first member of the options of every method that cuts such a graph. */
typedef struct {
    int objects, restarts;
} ce_transfer_run_options;

/* Frees a ce_biadjacency; for ce_product.free. */
void ce_transfer_free(void *graph);

/*
 * Gets the graph for this key and cuts it into run->k parts. The value of the product is a
 * ce_biadjacency of the microclusters and clusters. weighted: each microcluster counts as many
 * times as it has objects. 0 or a failure; result can then only be freed.
 */
int ce_transfer_run(const ce_run *run, const ce_product *graph, const void *key, int weighted,
                    ce_partition *result, ce_error *err);

/* The same for the table of microclusters by clusters with a 1 where a cluster holds a microcluster
 * [gao2009, usenc2020]. Each microcluster counts as many times as it has objects. */
int ce_transfer_run_incidence(const ce_run *run, ce_partition *result, ce_error *err);

#endif
