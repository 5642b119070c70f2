/*
 * linalg.h: eigenproblems and products; the only room that knows BLAS, LAPACK and ARPACK.
 *
 * Eigenvectors have their entry of largest absolute value positive, so that a sign is never a
 * matter of chance. Entries within a relative CE_EIGEN_TIE of the largest count as equal, and the
 * first of them decides: so rounding does not.
 */
#ifndef CE_LINALG_LINALG_H
#define CE_LINALG_LINALG_H

#include <stddef.h>

#include "core/error.h"

#define CE_EIGEN_TIE 1e-8

/* Once at the start of a program: BLAS on one thread (ours call it side by side; and a result must
 * not depend on threads). */
void ce_linalg_start(void);

/* Symmetric dense n x n matrix (row-major, full; overwritten): its `count` largest eigenvalues,
 * descending, and their orthonormal eigenvectors. values: count; vectors: n x count, row-major
 * (entry of object i in vector j at [i * count + j]). 1 <= count <= n. LAPACK: dsyevr for a few of
 * them, dsyevd (2 n^2 extra memory) for more than a quarter. O(n^3) time. 0, CE_ENOMEM, CE_EARG or
 * CE_ENUM. */
int ce_eigen_largest(double *matrix, size_t n, size_t count, double *values, double *vectors,
                     ce_error *err);

/* All eigenpairs of such a matrix (overwritten) that lie outside -threshold .. threshold, both ends
 * of the spectrum: what thresholding its singular values keeps. *values: *count of them,
 * descending; *vectors: n x *count, row-major; both owned by the caller, valid also for *count = 0.
 * LAPACK: dsytrd, and dstemr for the wanted ones only. 0, CE_ENOMEM, CE_EARG (threshold < 0) or
 * CE_ENUM. */
int ce_eigen_outside(double *matrix, size_t n, double threshold, size_t *count, double **values,
                     double **vectors, ce_error *err);

/* Such a matrix with its singular values brought nearer to 0 by the threshold (> 0), those below it
 * to 0, in its place: sum of soft(lambda) v v^T. rank: of what is left; nuclear: the sum of its
 * singular values; each may be NULL. Of the matrix the upper triangle is read. Memory as
 * ce_eigen_outside. 0, CE_ENOMEM, CE_EARG or CE_ENUM. */
int ce_singular_threshold(double *matrix, size_t n, double threshold, size_t *rank, double *nuclear,
                          ce_error *err);

/* y = A x for a symmetric operator of order n. */
typedef void (*ce_operator)(void *state, const double *x, double *y);

/* The same for an operator that is only applied (ARPACK dsaupd, implicitly restarted Lanczos, fixed
 * start vector). 1 <= count < n. An eigenvalue that is exactly repeated may come with fewer copies
 * than it has: take known eigenvectors out first. Calls from several threads wait for one another
 * (ARPACK keeps state). 0, CE_ENOMEM, CE_EARG or CE_ENUM (not converged). */
int ce_eigen_largest_operator(ce_operator apply, void *state, size_t n, size_t count,
                              double *values, double *vectors, ce_error *err);

/* Gives each column of vectors (n x count, row-major) the sign described above. O(n count). */
void ce_eigen_orient(double *vectors, size_t n, size_t count);

/* C (m x n) = A (m x p) B (p x n), or with B transposed (n x p); all row-major. Split in fixed
 * blocks of rows, so that threads do not change a bit. */
void ce_product(const double *a, const double *b, double *c, size_t m, size_t p, size_t n);
void ce_product_transposed(const double *a, const double *b, double *c, size_t m, size_t p,
                           size_t n);

/*
 * The upper triangle of a symmetric A B^T (A and B n x p, row-major; A = B: a Gram matrix) in
 * tiles, half the work of the whole: visit gets rows first_row .. + rows and columns first_column
 * .. + columns of it, row-major in `tile`, which it may change. Tiles come from several threads at
 * once, `row_tile` counts them by rows from 0 to ce_product_row_tiles(n) - 1, and one row of tiles
 * is visited by one thread, from the diagonal on: the tile there goes below the diagonal too. Tiles
 * are fixed, so threads do not change a bit. 0 or CE_ENOMEM.
 */
typedef void (*ce_tile_fn)(void *state, double *tile, size_t row_tile, size_t first_row,
                           size_t rows, size_t first_column, size_t columns);
int ce_product_tiles(const double *a, const double *b, size_t n, size_t p, ce_tile_fn visit,
                     void *state, ce_error *err);
size_t ce_product_row_tiles(size_t n);

/* One tile of a product in single precision, by the calling thread alone: C (m x n) = A (m x p) B'
 * (B n x p), row-major, with the lengths of whole rows in memory. For what is checked afterwards:
 * the order of a sum is BLAS's own. p >= 1. */
void ce_product_single(const float *a, size_t a_row, const float *b, size_t b_row, float *c,
                       size_t c_row, size_t m, size_t p, size_t n);

/* C = A B, or with add C + A B, for full n x n matrices of which the caller knows that the result
 * is symmetric (and C is): half of it is computed and copied to the other, so it is so to the bit.
 */
void ce_product_symmetric(const double *a, const double *b, double *c, size_t n, int add);

#endif
