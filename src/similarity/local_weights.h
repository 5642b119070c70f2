/*
 * local_weights.h: clusters weighted by how much the other base clusterings agree with them (card C20).
 *
 * [huang2018] Huang, Wang and Lai, IEEE Trans. Cybernetics 48(5), 2018 (LWEA, LWGP).
 */
#ifndef CE_SIMILARITY_LOCAL_WEIGHTS_H
#define CE_SIMILARITY_LOCAL_WEIGHTS_H

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "similarity/clusters.h"

/* eci: N_c values in (0, 1]: exp(-H(C) / (theta m)), H the sum over the base clusterings of the entropy (in bits) of C's objects
 * among their clusters; theta > 0 (.4). (Missing labels: say what is counted.) */
int ce_cluster_index(const ce_clusters *clusters, const ce_microclusters *micro, double theta, double *eci, ce_error *err);

/* LWCA: s_ij = (1 / m_ij) sum of eci over the clusters that hold both, diagonal 1. Dense. */
int ce_locally_weighted(const ce_microclusters *micro, double theta, ce_similarity *s, ce_error *err);

/* B of LWGP: eci where the microcluster is in the cluster. Sparse, microclusters x N_c. */
int ce_locally_weighted_graph(const ce_microclusters *micro, double theta, ce_biadjacency *b, ce_error *err);

#endif
