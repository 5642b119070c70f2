/*
 * affinity.h: Gaussian affinities of points.
 */
#ifndef CE_PARTITION_AFFINITY_H
#define CE_PARTITION_AFFINITY_H

#include <stddef.h>

#include "core/error.h"
#include "core/similarity.h"

/*
 * Gaussian affinities of the rows of x (n x d, row-major): exp(-d^2 / (2 sigma^2)), zero diagonal.
 *
 * sigma 0: self-tuning, exp(-d^2 / (2 s_i s_j)). s_i is the mean distance to the `neighbours`
 * nearest other objects, 7 if neighbours is 0. Where s_i s_j = 0, equal objects have affinity 1 and
 * others 0.
 *
 * neighbours 0 keeps all entries. neighbours > 0 keeps only those where one object is among the
 * nearest of the other (sparse; ties: the lowest).
 *
 * Returns 0, CE_ENOMEM or CE_EARG (sigma). affinity is empty after a failure. O(n^2 d) time.
 */
int ce_affinity_gaussian(const double *x, size_t n, size_t d, double sigma, size_t neighbours,
                         ce_similarity *affinity, ce_error *err);

#endif
