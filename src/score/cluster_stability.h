/*
 * cluster_stability.h: how stable single clusters are in an ensemble (card C15).
 *
 * [alizadeh2014] Alizadeh, Minaei-Bidgoli and Parvin, Intelligent Data Analysis 18(3), 2014. C a cluster of n_C objects, P a base
 * clustering, c_j = |C and P_j|:
 * APMM(C, P) = 2 n_C log(n / n_C) / (n_C log(n / n_C) + sum_j c_j log(n / c_j)): 1 where C lies inside one cluster of P, and for n_C = n.
 */
#ifndef CE_SCORE_CLUSTER_STABILITY_H
#define CE_SCORE_CLUSTER_STABILITY_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"

typedef enum {
    CE_STABILITY_APMM, /* AAPMM: the mean of APMM over the base clusterings */
    CE_STABILITY_MAX   /* the largest, over the other base clusterings, of the NMI of {C, the rest} and {the cluster nearest to C, the rest} */
} ce_stability_index;

/*
 * stability: of each cluster, those of the first base clustering first, in [0, 1]. Objects that P does not label are left out of its
 * term. O(m^2 microclusters + N_c^2) on all threads. 0, CE_ENOMEM, CE_EINPUT (ce_sizes_check).
 */
int ce_cluster_stability(const ce_microclusters *micro, ce_stability_index index, double *stability, ce_error *err);

/* Of a base clustering: A3(P) = sum_C |C| stability(C) / n, over its own clusters. weight: m. */
int ce_clustering_stability(const ce_microclusters *micro, const double *stability, double *weight, ce_error *err);

#endif
