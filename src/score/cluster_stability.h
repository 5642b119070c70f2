/*
 * cluster_stability.h: how stable single clusters are in an ensemble.
 *
 * [alizadeh2014] Alizadeh, Minaei-Bidgoli and Parvin, Intelligent Data Analysis 18(3), 2014
 * (doc/readings.md, alizadeh2014). C is a cluster of n_C of n objects, P a base clustering, and c_j
 * = |C and P_j|:
 *
 *   APMM(C, P) = 2 n_C log(n / n_C) / (n_C log(n / n_C) + sum_j c_j log(n / c_j)), in [0, 1].
 *
 * It is 1 where C lies inside one cluster of P. This holds also where the quotient is 0/0, because
 * C and that cluster hold all objects. A C of all objects that P splits has 0.
 */
#ifndef CE_SCORE_CLUSTER_STABILITY_H
#define CE_SCORE_CLUSTER_STABILITY_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"

typedef enum {
    /* AAPMM: the mean of APMM over the base clusterings. C's own is among them, with 1. */
    CE_STABILITY_APMM,
    /* The largest, over the other base clusterings, of the NMI (sqrt) of {C, the rest} and {D, the
     * rest}. D is the cluster with the largest Jaccard index to C; ties: the lowest. 1 where there
     * is no other base clustering. */
    CE_STABILITY_MAX
} ce_stability_index;
/* In the order of the enum; for option rows. */
#define CE_STABILITY_INDEX_NAMES "apmm|max"

/*
 * stability: of each cluster, those of the first base clustering first, in [0, 1]. A term counts
 * the objects that both base clusterings label. A base clustering that labels none of C's objects
 * has no term. A C that has no term but its own has 1 (APMM) or 0 (MAX). O(m^2 microclusters + m
 * N_c) on all threads; m N_c doubles. 0, CE_ENOMEM, CE_EINPUT (ce_sizes_check); stability is
 * untouched after a failure.
 */
int ce_cluster_stability(const ce_microclusters *micro, ce_stability_index index, double *stability,
                         ce_error *err);

/* Of a base clustering: A3(P) = sum_C |C| stability(C) / n, over its own clusters and the n objects
 * that it labels; 0 when it labels none. weight: m. O(m microclusters + N_c). 0, or CE_ENOMEM with
 * weight untouched. */
int ce_clustering_stability(const ce_microclusters *micro, const double *stability, double *weight,
                            ce_error *err);

#endif
