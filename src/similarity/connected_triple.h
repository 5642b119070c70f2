/*
 * connected_triple.h: the link-based similarity of Iam-On, Boongoen, Garrett and Price (card C11):
 * WCT, or CTS.
 *
 * [iamon2011] IEEE TPAMI 33(12), 2011.
 *
 * Two clusters of one base clustering are alike when the clusters of the others overlap with both:
 * WCT(a, b) = sum_c min(w_ac, w_bc), w the Jaccard index of clusters of different base clusterings
 * (clusters.h), 0 within one. An object without a label in a base clustering is in none of its
 * clusters.
 */
#ifndef CE_SIMILARITY_CONNECTED_TRIPLE_H
#define CE_SIMILARITY_CONNECTED_TRIPLE_H

#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "similarity/cluster_tables.h"
#include "similarity/clusters.h"

/* The similarities of clusters of the same base clustering: decay WCT(a, b) / WCT_max, WCT_max the
 * largest of all pairs a != b in the whole ensemble (all 0 when that is 0: one base clustering, or
 * nothing but clusterings with one cluster); 1 for a = b. decay in (0, 1]. 0, CE_ENOMEM, CE_EARG.
 * O(N_c^2 + N_c sum_q k_q^2) on all threads; the matrix of clusters is asked for first. */
int ce_connected_triple_tables(const ce_clusters *clusters, const ce_microclusters *micro,
                               double decay, ce_cluster_tables *tables, ce_error *err);

/* CTS: the mean of that similarity of the clusters that hold i and j, over the base clusterings
 * that label both (0/0 = 0). decay: .8 in the authors' toolbox, .9 in [iamon2011]. Microclusters,
 * dense, in [0, 1], diagonal 1; two objects of one microcluster have 1. O(count^2 m) beside the
 * tables. */
int ce_connected_triple(const ce_microclusters *micro, double decay, ce_similarity *s,
                        ce_error *err);

#endif
