/*
 * connected_triple.h: the link-based similarity of Iam-On, Boongoen, Garrett and Price: WCT, or
 * CTS.
 *
 * [iamon2011] IEEE TPAMI 33(12), 2011 (doc/readings.md, iamon2011).
 *
 * Two clusters of one base clustering are alike when the clusters of the others overlap with both:
 * WCT(a, b) = sum_c min(w_ac, w_bc). w is the Jaccard index of clusters of different base
 * clusterings (clusters.h), 0 within one. An object without a label in a base clustering is in none
 * of its clusters. After a failure outputs can only be freed.
 */
#ifndef CE_SIMILARITY_CONNECTED_TRIPLE_H
#define CE_SIMILARITY_CONNECTED_TRIPLE_H

#include "core/error.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "similarity/cluster_tables.h"
#include "similarity/clusters.h"

/* The similarities of clusters of the same base clustering: decay WCT(a, b) / WCT_max, 1 for a = b.
 * WCT_max is the largest of all pairs a != b in the whole ensemble. All are 0 when it is 0: there
 * is one base clustering, or each has only one cluster. decay in (0, 1]. 0, CE_ENOMEM, CE_EARG.
 * O(N_c^2 + N_c sum_q k_q^2) on all threads; the matrix of clusters is asked for first. */
int ce_connected_triple_tables(const ce_clusters *clusters, const ce_microclusters *micro,
                               double decay, ce_cluster_tables *tables, ce_error *err);

/* CTS: the mean similarity of the clusters that hold i and j, over the base clusterings that label
 * both (0/0 = 0). decay: .8 in the authors' toolbox, .9 in [iamon2011]. s: microclusters, dense, in
 * [0, 1], diagonal 1. Two objects of one microcluster have 1. progress: or NULL. Failures as above.
 * O(count^2 m) beside the tables. */
int ce_connected_triple(const ce_microclusters *micro, double decay, ce_similarity *s,
                        const ce_progress *progress, ce_error *err);

#endif
