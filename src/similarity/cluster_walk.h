/*
 * cluster_walk.h: clusters made alike by random walks on the graph of clusters (card C22; ECPCS).
 *
 * [huang2021] Huang, Wang, Peng, Lai and Kwoh, IEEE Trans. SMC: Systems 51(1), 2021.
 */
#ifndef CE_SIMILARITY_CLUSTER_WALK_H
#define CE_SIMILARITY_CLUSTER_WALK_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "similarity/clusters.h"

/* Cosines of the trajectories of `steps` (20) steps of the walk whose weights are Jaccard indices, of all pairs of clusters. A cluster without
 * a neighbour has 0 with all others. Dense N_c x N_c, diagonal 1. */
int ce_cluster_walk(const ce_clusters *clusters, const ce_microclusters *micro, size_t steps, ce_similarity *walk, ce_error *err);

/* ECA: the mean over the base clusterings of that similarity of the clusters of i and j. Microclusters, dense, diagonal 1. */
int ce_walked_coassociation(const ce_microclusters *micro, size_t steps, ce_similarity *s, ce_error *err);

#endif
