/*
 * euclidean.h: similarities of objects by their Euclidean distances: normalized to [0, 1], which
 * [hne2007 fig. 1] sets beside the CA matrix, or the correlation of objects of length 1.
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

/* s_ij = 1 - d_ij^2 / 2. For rows of length 1 that is the cosine of the angle between them, and
 * their correlation if the mean of each is 0; so in [-1, 1]. It is exactly 1 for equal rows, and
 * rounded to 12 decimals, so that what is equal in exact numbers ties. The rest as above. */
int ce_unit_similarity(const ce_matrix *x, ce_similarity *s, ce_error *err);

#endif
