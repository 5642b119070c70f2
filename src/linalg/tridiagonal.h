/*
 * tridiagonal.h: a symmetric matrix A as Q T Q^T, T tridiagonal, and Q times vectors.
 *
 * In one step (LAPACK's dsytrd) half of the work is products of the matrix and a vector, which wait
 * for memory where the matrix does not fit into the cache. In two steps (Bischof, Lang and Sun, ACM
 * Transactions on Mathematical Software 26, 2000) there are none: the matrix becomes a band by
 * products of matrices, and the band T by reflections that stay in the cache. Q has two parts then,
 * so vectors need twice the work.
 */
#ifndef CE_LINALG_TRIDIAGONAL_H
#define CE_LINALG_TRIDIAGONAL_H

#include <stddef.h>

#include "core/error.h"

/* Set to zero before use. */
typedef struct {
    size_t n, width; /* width: diagonals of the band below the main one; 0: one step */
    double *a;       /* the caller's matrix: reflectors of the first step */
    double *d, *e;   /* owned; n each: T, and below the diagonal; e[n - 1] = 0 */
    double *tau;     /* owned, as the next two; n: of the reflectors in a */
    double *chase;   /* the second step's, of each sweep: n - 1, n - 2, ... 2 numbers */
    double *chase_tau;
} ce_tridiagonal;

/* The width that is fastest for a matrix of order n: 0 where it fits into a usual cache. */
size_t ce_tridiagonal_width(size_t n);

/* matrix: symmetric n x n, of which the upper triangle (row-major) is read; overwritten, and kept
 * by the caller as long as t. Two steps need LAPACK 3.7; without it one is taken. O(n^3) time, n^2
 * / 2 numbers of memory if width > 0. 0, CE_ENOMEM, CE_EARG (n) or CE_ENUM. */
int ce_tridiagonal_reduce(ce_tridiagonal *t, double *matrix, size_t n, size_t width, ce_error *err);

/* z = Q z: `count` vectors of n numbers, one after the other. Columns are taken in fixed groups, so
 * threads do not change a bit. 2 n^2 count operations, 5 n^2 count if width > 0. 0, CE_ENOMEM or
 * CE_ENUM. */
int ce_tridiagonal_back(const ce_tridiagonal *t, double *z, size_t count, ce_error *err);

void ce_tridiagonal_free(ce_tridiagonal *t);

#endif
