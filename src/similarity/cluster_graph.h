/*
 * cluster_graph.h: bipartite graphs of microclusters and clusters, as the transfer cut takes them.
 * After a failure b can only be freed.
 */
#ifndef CE_SIMILARITY_CLUSTER_GRAPH_H
#define CE_SIMILARITY_CLUSTER_GRAPH_H

#include <stddef.h>

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/microclusters.h"
#include "similarity/clusters.h"
#include "similarity/elite_graph.h"

/* The entry is weight[q] (NULL: 1) where the microcluster is in the cluster of base clustering q.
 * Sparse, microclusters x N_c. A missing label and a weight of 0 have no entry. 0 or CE_ENOMEM. */
int ce_membership_graph(const ce_clusters *clusters, const ce_microclusters *micro,
                        const double *weight, ce_biadjacency *b, ce_error *err);

/*
 * B of PTGP [ptgp2016 eq. 15]: the mean trajectory similarity of a microcluster to the
 * microclusters of a cluster, itself included where it is one of them. An isolated node is similar
 * to itself only.
 *
 * graph: of these microclusters. steps: >= 1. norm: Z_ii of its nodes (ce_trajectory_norms). B =
 * D Z D H diag(1 / rows) with D = diag(Z)^(-1/2), through ce_trajectory_product: the matrix of all
 * pairs is not built. Dense, microclusters x N_c, twice in memory. 0, CE_ENOMEM, CE_EARG.
 */
int ce_trajectory_graph(const ce_clusters *clusters, const ce_microclusters *micro,
                        const ce_elite_graph *graph, size_t steps, const double *norm,
                        ce_biadjacency *b, ce_error *err);

#endif
