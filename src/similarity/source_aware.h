/*
 * source_aware.h: multi-granularity links of GP-MGLA.
 *
 * [huang2015] Huang, Lai and Wang, Neurocomputing 170, 2015 (doc/readings.md, huang2015).
 *
 * influence: one finite value >= 0 a base clustering, as ce_ncai gives it. I(c) is that of the base
 * clustering of cluster c. J is the Jaccard index of clusters (clusters.h): 0 for two of one base
 * clustering, 1 of a cluster with itself. An object without a label in a base clustering is in none
 * of its clusters. After a failure outputs can only be freed.
 */
#ifndef CE_SIMILARITY_SOURCE_AWARE_H
#define CE_SIMILARITY_SOURCE_AWARE_H

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "similarity/clusters.h"

/* SACT, source-aware connected triples: sum_c I(c) min(J_ac, J_bc) over all clusters c, a and b
 * included. This is divided by the largest such sum of all pairs, (a, a) included; then the
 * diagonal is set to 1. Dense N_c x N_c, in [0, 1]; 0 off the diagonal when all influence is 0.
 * Clusters that are one set of objects have one row: with S sets the matrices, which are asked for
 * first, have N_c^2 / 2 + S N_c doubles and more. 0, CE_ENOMEM, CE_EARG. O(S^2 N_c) on all threads,
 * and less where few clusters overlap (ce_minima_of_rows). */
int ce_source_aware_triples(const ce_clusters *clusters, const ce_microclusters *micro,
                            const double *influence, ce_similarity *sact, ce_error *err);

/* The bipartite graph of GP-MGLA. The microclusters come first, with alpha I_q where one is in the
 * cluster (alpha > 0, .5). Then come the clusters, with SACT. Sparse, (microclusters + N_c) x N_c,
 * without entries of 0. Row i < count stands for as many equal rows as microcluster i has objects,
 * each other row for one. Failures as above. */
int ce_multigranularity_graph(const ce_microclusters *micro, const double *influence, double alpha,
                              ce_biadjacency *b, ce_error *err);

#endif
