/*
 * euclidean.h: the Euclidean similarity of objects, normalized to [0, 1]. [hne2007 fig. 1] sets it
 * beside the CA matrix.
 */
#ifndef CE_SIMILARITY_EUCLIDEAN_H
#define CE_SIMILARITY_EUCLIDEAN_H

#include "core/error.h"
#include "core/matrix.h"
#include "core/similarity.h"

/* s_ij = 1 - d_ij / max d, d the Euclidean distance of rows i and j; 1 everywhere when all rows are
 * equal. All values of x are finite. Dense, n (n+1) / 2 doubles. O(n^2 d) on all threads. 0,
 * CE_ENOMEM, or CE_EINPUT (a distance that overflows); s is empty after a failure. */
int ce_euclidean_similarity(const ce_matrix *x, ce_similarity *s, ce_error *err);

#endif
