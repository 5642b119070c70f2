/*
 * coassociation.h: the co-association (CA) matrix [hne2007 eq. 1]: how often two objects share a
 * cluster.
 */
#ifndef CE_SIMILARITY_COASSOCIATION_H
#define CE_SIMILARITY_COASSOCIATION_H

#include "core/error.h"
#include "core/labels.h"
#include "core/progress.h"
#include "core/similarity.h"

/*
 * s_ij = sum of w_q over the base clusterings q that put i and j into one cluster / sum of w_q over
 * those in which both have a label; 0/0 = 0; s_ii = 1. In [0, 1]. weight: m weights >= 0 (not all
 * 0), or NULL: all 1. With all w_q = 1 the quotient of two whole numbers is taken once, so equal
 * ratios are equal bits.
 *
 * All functions: 0, CE_ENOMEM (asked for before it is taken), CE_EARG. After a failure s can only
 * be freed.
 */

/* Dense, n (n+1) / 2 doubles; O(n^2 m) time on all threads. progress: or NULL, as below. */
int ce_coassociation(const ce_labels *labels, const double *weight, ce_similarity *s,
                     const ce_progress *progress, ce_error *err);

/* The same over all base clusterings, H H^T / m of [strehl2002]. A base clustering that lacks a
 * label of i or j counts as one that separates them. s_ii is the share of base clusterings that
 * label i. Without missing labels it is ce_coassociation. */
int ce_coassociation_over_all(const ce_labels *labels, const double *weight, ce_similarity *s,
                              const ce_progress *progress, ce_error *err);

/* The mean over the base clusterings that label both [wsce2015 eq. 28]: of w_q where they put i and
 * j into one cluster, else of 0. As a share of the largest w_q: in [0, 1], s_ii = 1. With complete
 * labels it differs from ce_coassociation only by a factor, and is ce_coassociation to the bit. */
int ce_coassociation_mean(const ce_labels *labels, const double *weight, ce_similarity *s,
                          const ce_progress *progress, ce_error *err);

/* Sparse: only entries with s_ij > threshold (>= 0); the diagonal is kept. Memory follows the
 * entries kept. */
int ce_coassociation_sparse(const ce_labels *labels, const double *weight, double threshold,
                            ce_similarity *s, ce_error *err);

/* Rows first .. last-1 of the full matrix into block ((last - first) x n, row-major), so that
 * several machines can share the rows. block is undefined after a failure. */
int ce_coassociation_rows(const ce_labels *labels, const double *weight, size_t first, size_t last,
                          double *block, ce_error *err);

/* The matrix of edges: a pair is one where s > theta, strictly. Whole numbers are compared when
 * weight is NULL. An edge has the value of [hne2007 eq. 2, 3] with n_i = n_j = 1: 1 / (2^(1+f) -
 * 2), f = (1 - theta) / (1 + theta). Sparse, zero diagonal. */
int ce_normalized_edges(const ce_labels *labels, const double *weight, double theta,
                        ce_similarity *s, ce_error *err);

#endif
