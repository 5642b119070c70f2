/*
 * linalg.h: eigenproblems and products. No other room uses BLAS, LAPACK or ARPACK.
 *
 * The entry of largest absolute value in an eigenvector is positive, so signs are not left to
 * chance. Entries within a relative CE_EIGEN_TIE of the largest count as equal. The first of them
 * decides, so rounding does not.
 *
 * After a failure outputs are meaningless, unless a function says otherwise.
 */
#ifndef CE_LINALG_LINALG_H
#define CE_LINALG_LINALG_H

#include <stddef.h>

#include "core/error.h"

#define CE_EIGEN_TIE 1e-8

/* Call it once at the start of a program. BLAS then runs on one thread: several of our threads call
 * it at once, and results must not depend on threads. */
void ce_linalg_start(void);

/*
 * OpenBLAS takes the kernels of a Prescott of 2004 for a processor that is newer than itself. Call
 * this before ce_linalg_start, while nothing else in the program uses BLAS, and it takes those of
 * the newest family that the processor can run. Not with OPENBLAS_CORETYPE, by which the user says
 * which.
 */
void ce_linalg_choose_kernels(void);

/* The address space of one buffer of OpenBLAS, and that with what its first use needs besides. */
#ifdef __powerpc64__
enum { CE_BLAS_BUFFER = 1 << 28, CE_BLAS_ROOM = CE_BLAS_BUFFER + (1 << 25) };
#else
enum { CE_BLAS_BUFFER = 1 << 27, CE_BLAS_ROOM = CE_BLAS_BUFFER + (1 << 25) };
#endif

/* For how many of the threads there is room in BLAS at once; 0: for none. OpenBLAS takes a buffer
 * for each, and where it does not get them it tries for ever. So a program whose memory is limited
 * (ulimit -v, -d) takes them at its start. Without a limit all have room. */
int ce_linalg_reserve(int threads);

/*
 * The `count` largest eigenvalues of a symmetric dense n x n matrix (row-major, full; overwritten),
 * descending, and orthonormal eigenvectors. values: count. vectors: n x count, row-major; entry i
 * of vector j is vectors[i * count + j]. 1 <= count <= n.
 *
 * LAPACK's dsyevr for up to a quarter of them, dsyevd for more (2 n^2 extra memory). O(n^3) time.
 * 0, CE_ENOMEM, CE_EARG or CE_ENUM.
 */
int ce_eigen_largest(double *matrix, size_t n, size_t count, double *values, double *vectors,
                     ce_error *err);

/* About how many seconds that takes on a usual machine, and what ce_singular_threshold takes. */
double ce_eigen_seconds(size_t n);
double ce_threshold_seconds(size_t n);

/*
 * All eigenpairs of such a matrix (overwritten) whose eigenvalues lie outside -threshold ..
 * threshold, at both ends of the spectrum. These are the ones that thresholding the singular values
 * keeps. *values: *count of them, descending. *vectors: n x *count, row-major. The caller owns
 * both; they are valid for *count = 0 too, and NULL after a failure.
 *
 * A tridiagonal matrix (tridiagonal.h), and LAPACK's dstemr for the wanted pairs only. 0,
 * CE_ENOMEM, CE_EARG (threshold < 0) or CE_ENUM.
 */
int ce_eigen_outside(double *matrix, size_t n, double threshold, size_t *count, double **values,
                     double **vectors, ce_error *err);

/* Thresholds the singular values of such a matrix, in place. Each comes nearer to 0 by the
 * threshold (> 0), and those below it become 0: the result is sum of soft(lambda) v v^T. Reads and
 * writes the upper triangle; what is below it is lost. rank: that of the result. nuclear: the sum
 * of its singular values. Each may be NULL. Memory as ce_eigen_outside. 0, CE_ENOMEM, CE_EARG or
 * CE_ENUM. */
int ce_singular_threshold(double *matrix, size_t n, double threshold, size_t *rank, double *nuclear,
                          ce_error *err);

/* y = A x for a symmetric operator of order n. */
typedef void (*ce_operator)(void *state, const double *x, double *y);

/* The same as ce_eigen_largest for an operator that can only be applied: ARPACK's dsaupd,
 * implicitly restarted Lanczos with a fixed start. 1 <= count < n. A repeated eigenvalue may come
 * with too few copies, so take known eigenvectors out first. Calls from several threads wait for
 * one another, because ARPACK keeps state. 0, CE_ENOMEM, CE_EARG or CE_ENUM (not converged). */
int ce_eigen_largest_operator(ce_operator apply, void *state, size_t n, size_t count,
                              double *values, double *vectors, ce_error *err);

/* The same, given up when more than so many products would be needed, or more than 3,000 restarts:
 * *converged is then 0, and the outputs are untouched. Where it converges it gives the same bits.
 */
int ce_eigen_largest_within(ce_operator apply, void *state, size_t n, size_t count, size_t products,
                            double *values, double *vectors, int *converged, ce_error *err);

/* Gives each column of vectors (n x count, row-major) the sign described at the top. O(n count). */
void ce_eigen_orient(double *vectors, size_t n, size_t count);

/* C (m x n) = A (m x p) B (p x n), or with B transposed (n x p). All are row-major. Products are
 * split into fixed blocks of rows, so threads do not change a bit. */
void ce_matrix_product(const double *a, const double *b, double *c, size_t m, size_t p, size_t n);
void ce_product_transposed(const double *a, const double *b, double *c, size_t m, size_t p,
                           size_t n);

/*
 * The upper triangle of a symmetric A B^T in tiles, for half the work of the whole. A and B: n x p,
 * row-major. A = B gives a Gram matrix.
 *
 * 1. visit gets a tile: rows first_row .. first_row + rows - 1 and columns first_column ..
 *    first_column + columns - 1, row-major in `tile`, which it may change.
 * 2. One thread visits all tiles of a row of tiles, from the diagonal on. The first of them reaches
 *    below the diagonal. row_tile counts the rows of tiles, 0 .. ce_product_row_tiles(n) - 1.
 * 3. Several threads call visit at once, each with other rows of tiles.
 *
 * Tiles are fixed, so threads do not change a bit. 0 or CE_ENOMEM; nothing is visited after a
 * failure.
 */
typedef void (*ce_tile_fn)(void *state, double *tile, size_t row_tile, size_t first_row,
                           size_t rows, size_t first_column, size_t columns);
int ce_product_tiles(const double *a, const double *b, size_t n, size_t p, ce_tile_fn visit,
                     void *state, ce_error *err);
size_t ce_product_row_tiles(size_t n);

/* One tile of a product in single precision, by the calling thread alone. C (m x n) = A (m x p) B^T
 * (B: n x p), row-major; a_row, b_row and c_row are the lengths of whole rows in memory. p >= 1.
 * BLAS chooses the order of sums, so use it only for what is checked afterwards. */
void ce_product_single(const float *a, size_t a_row, const float *b, size_t b_row, float *c,
                       size_t c_row, size_t m, size_t p, size_t n);

/* C = A B, or C += A B with add, for full n x n matrices whose result the caller knows to be
 * symmetric (and C is). Half of it is computed and copied to the other half, so it is symmetric to
 * the bit. */
void ce_product_symmetric(const double *a, const double *b, double *c, size_t n, int add);

#endif
