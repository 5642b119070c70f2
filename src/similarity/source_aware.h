/*
 * source_aware.h: multi-granularity links of GP-MGLA (card C10; Huang, Lai and Wang, Neurocomputing 170, 2015).
 */
#ifndef CE_SIMILARITY_SOURCE_AWARE_H
#define CE_SIMILARITY_SOURCE_AWARE_H

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "similarity/clusters.h"

/* SACT, source-aware connected triples: sum_c I(c) min(J_ac, J_bc) over all clusters c with both > 0, over the largest such sum (diagonal
 * included); then the diagonal is 1. influence: one value > 0 a base clustering. Dense N_c x N_c. */
int ce_source_aware_triples(const ce_clusters *clusters, const ce_microclusters *micro, const double *influence,
                            ce_similarity *sact, ce_error *err);

/* The bipartite graph of GP-MGLA: microclusters on top (alpha I_q where in the cluster, .5), then the clusters (SACT). Sparse,
 * (microclusters + N_c) x N_c. */
int ce_multigranularity_graph(const ce_microclusters *micro, const double *influence, double alpha, ce_biadjacency *b,
                              ce_error *err);

#endif
