/*
 * laplacian_internal.h: what the files of the operator of a graph share. Not for anyone else.
 *
 * laplacian.c             building the operator, its eigenvectors
 * laplacian_product.c     products with the affinity
 * laplacian_components.c  components
 */
#ifndef CE_PARTITION_LAPLACIAN_INTERNAL_H
#define CE_PARTITION_LAPLACIAN_INTERNAL_H

#include <stddef.h>

#include "core/error.h"
#include "partition/graph/laplacian.h"

/* How many objects vertex i stands for. */
static inline double ce_laplacian_objects(const ce_laplacian *l, size_t i)
{
    return l->size ? l->size[i] : 1;
}

/* How much of the diagonal counts. An object has no affinity to itself, so it counts size - 1 times
 * out of size. */
static inline double ce_laplacian_own_share(const ce_laplacian *l, size_t i)
{
    return l->with_diagonal ? 1 : (ce_laplacian_objects(l, i) - 1) / ce_laplacian_objects(l, i);
}

/* ---- laplacian_product.c ---- */

/* y = A x, without the part of the diagonal that does not count. It uses l->part. */
void ce_laplacian_multiply(const ce_laplacian *l, const double *x, double *y);

/* Doubles of room that a product needs in l->part. */
size_t ce_laplacian_part_length(const ce_laplacian *l);

/* Sets l->own, the diagonal of the affinity, where a factor of it is known. */
void ce_laplacian_own_affinities(ce_laplacian *l);

/* ---- laplacian_components.c ---- */

/* Sets component and components, by degree. A vertex that is alone in all columns of a factor gets
 * degree 0. 0, CE_ENOMEM or CE_EINPUT (a negative entry). */
int ce_laplacian_number_components(ce_laplacian *l, ce_error *err);

#endif
