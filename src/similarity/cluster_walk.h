/*
 * cluster_walk.h: clusters made alike by random walks on the graph of clusters (ECPCS).
 *
 * [huang2021] Huang, Wang, Peng, Lai and Kwoh, IEEE Trans. SMC: Systems 51(1), 2021
 * (doc/readings.md, huang2021).
 *
 * The walk goes from cluster to cluster with P = D^-1 W. W has the Jaccard indices (clusters.h) off
 * the diagonal, D their row sums. A cluster without a neighbour has no step. The trajectory of a
 * cluster is its rows of P, P^2, .. P^t side by side. Two clusters are as alike as the cosine of
 * their trajectories: Z_ab / sqrt(Z_aa Z_bb), Z = sum_s P^s (P^s)^T.
 *
 * W is symmetric. With N = D^-1/2 W D^-1/2, P^s (P^s)^T = D^-1/2 N^s D N^s D^-1/2, and the outer
 * factors leave a cosine as it is. So only Z_t = sum of N^s D N^s is needed. It doubles: Z_2s = Z_s
 * + N^s Z_s N^s, and Z_s+1 = N (D + Z_s) N. This takes about 3 log2 t products of symmetric
 * matrices instead of 2 t.
 *
 * Where base clusterings agree in clusters, the N_c clusters are only S sets of objects. W + I and
 * D are the same for all clusters of a set. So N maps vectors that are constant on each set to such
 * ones, by a matrix of S rows, and multiplies vectors that sum to 0 within one set by -1 / D.
 * Z_t of the clusters is made of both parts. Within a set of several clusters the second part is
 * subtracted from the first: the error there is that of the last bits of a cosine of 1. Elsewhere
 * nothing negative is added, so nothing cancels. After a failure s can only be freed.
 */
#ifndef CE_SIMILARITY_CLUSTER_WALK_H
#define CE_SIMILARITY_CLUSTER_WALK_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "similarity/clusters.h"

/* Cosines of the trajectories of `steps` steps (1 .. 1e6; 20) of all pairs of clusters. A cluster
 * without a neighbour has 0 with all others. Dense N_c x N_c, in [0, 1], diagonal 1. 0, CE_ENOMEM
 * (N_c^2 / 2 + 4 S^2 doubles, asked for first), CE_EARG. O(S^3 log steps + N_c^2) on all threads.
 */
int ce_cluster_walk(const ce_clusters *clusters, const ce_microclusters *micro, size_t steps,
                    ce_similarity *s, ce_error *err);

/* ECA: the mean similarity of the clusters that hold i and j, over the base clusterings that label
 * both (0/0 = 0). s: microclusters, dense, diagonal 1. Two objects of one microcluster have 1.
 * progress: or NULL. Failures as above. O(count^2 m) beside the walk. */
int ce_walked_coassociation(const ce_microclusters *micro, size_t steps, ce_similarity *s,
                            const ce_progress *progress, ce_error *err);

#endif
