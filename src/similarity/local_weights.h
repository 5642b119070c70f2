/*
 * local_weights.h: clusters weighted by how much the other base clusterings agree with them.
 *
 * [huang2018] Huang, Wang and Lai, IEEE Trans. Cybernetics 48(5), 2018 (LWEA, LWGP;
 * doc/readings.md, huang2018). After a failure s and b can only be freed, arrays are undefined.
 */
#ifndef CE_SIMILARITY_LOCAL_WEIGHTS_H
#define CE_SIMILARITY_LOCAL_WEIGHTS_H

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "similarity/clusters.h"

/*
 * eci: N_c values in (0, 1]: exp(-H(C) / (theta m)). H is the sum over the base clusterings of the
 * entropy (in bits) of C's objects among their clusters. theta > 0 (.4).
 *
 * Missing labels: the entropy is that of C's objects which the base clustering labels. H(C) / m is
 * then the mean over the base clusterings that label at least one of them; C's own is one of these.
 * O(count m^2) on all threads; m N_c doubles. 0, CE_ENOMEM, CE_EARG, or CE_EINPUT
 * (ce_contingency_build).
 */
int ce_cluster_index(const ce_clusters *clusters, const ce_microclusters *micro, double theta,
                     double *eci, ce_error *err);

/* LWCA: s_ij = (1 / m_ij) sum of eci over the clusters that hold both. m_ij is the number of base
 * clusterings that label both (0/0 = 0). Dense, diagonal 1. twin: count values, or NULL: the
 * similarity of two different objects of one microcluster, which is the mean eci of its clusters
 * and below 1. progress: or NULL. Failures as above. O(count^2 m) beside the eci. */
int ce_locally_weighted(const ce_microclusters *micro, double theta, ce_similarity *s, double *twin,
                        const ce_progress *progress, ce_error *err);

/* B of LWGP: eci where the microcluster is in the cluster. Sparse, microclusters x N_c. A missing
 * label has no entry. Each row stands for as many equal rows as its microcluster has objects.
 * Failures as above. O(count m) beside the eci. */
int ce_locally_weighted_graph(const ce_microclusters *micro, double theta, ce_biadjacency *b,
                              ce_error *err);

#endif
