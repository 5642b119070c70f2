#include "linalg/linalg.h"
#include "linalg/tridiagonal.h"

#include <cblas.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

/* Tells blas_buffers.c that this program uses BLAS. Each file that calls it has this one symbol. */
extern const char ce_linalg_uses_blas;
__attribute__((weak)) const char ce_linalg_uses_blas = 1;

/* LAPACK's symmetric eigenproblems: a chosen range, and all by divide and conquer. Fortran wants
 * the lengths of the one-letter texts at the end. */
extern void dsyevr_(const char *jobz, const char *range, const char *uplo, const int *n, double *a,
                    const int *lda, const double *vl, const double *vu, const int *il,
                    const int *iu, const double *abstol, int *m, double *w, double *z,
                    const int *ldz, int *isuppz, double *work, const int *lwork, int *iwork,
                    const int *liwork, int *info, size_t jobz_length, size_t range_length,
                    size_t uplo_length);
extern void dsyevd_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
                    double *w, double *work, const int *lwork, int *iwork, const int *liwork,
                    int *info, size_t jobz_length, size_t uplo_length);

/* The tiles of products. They are fixed, so that the number of threads never splits a sum. */
enum { TILE_ROWS = 256, TILE_COLUMNS = 1024, MIRROR = 32 };

static void product(const double *a, const double *b, double *c, size_t m, size_t p, size_t n,
                    int transposed)
{
    ptrdiff_t row_tiles = (ptrdiff_t)((m + TILE_ROWS - 1) / TILE_ROWS);
    ptrdiff_t column_tiles = (ptrdiff_t)((n + TILE_COLUMNS - 1) / TILE_COLUMNS);
    int lda = p ? (int)p : 1, ldb = transposed ? lda : (int)n;

#pragma omp parallel for schedule(dynamic) if (row_tiles * column_tiles > 1)
    for (ptrdiff_t tile = 0; tile < row_tiles * column_tiles; tile++) {
        size_t i = (size_t)(tile / column_tiles) * TILE_ROWS,
               j = (size_t)(tile % column_tiles) * TILE_COLUMNS;
        size_t rows = m - i < TILE_ROWS ? m - i : TILE_ROWS,
               columns = n - j < TILE_COLUMNS ? n - j : TILE_COLUMNS;
        cblas_dgemm(CblasRowMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, (int)rows,
                    (int)columns, (int)p, 1, a + i * p, lda, transposed ? b + j * p : b + j, ldb, 0,
                    c + i * n + j, (int)n);
    }
}

void ce_matrix_product(const double *a, const double *b, double *c, size_t m, size_t p, size_t n)
{
    product(a, b, c, m, p, n, 0);
}

void ce_product_transposed(const double *a, const double *b, double *c, size_t m, size_t p,
                           size_t n)
{
    product(a, b, c, m, p, n, 1);
}

size_t ce_product_row_tiles(size_t n)
{
    return (n + TILE_ROWS - 1) / TILE_ROWS;
}

int ce_product_tiles(const double *a, const double *b, size_t n, size_t p, ce_tile_fn visit,
                     void *state, ce_error *err)
{
    ptrdiff_t row_tiles = (ptrdiff_t)ce_product_row_tiles(n);
    int depth = (int)p, leading = p ? depth : 1;
    size_t used = row_tiles < ce_threads() ? (size_t)row_tiles : (size_t)ce_threads();
    size_t size = (n < TILE_ROWS ? n : TILE_ROWS) * (n < TILE_COLUMNS ? n : TILE_COLUMNS);
    double *tiles = ce_alloc(used, size * sizeof *tiles, err);

    if (!tiles)
        return CE_ENOMEM;
#pragma omp parallel for schedule(dynamic) num_threads((int)used) if (used > 1)
    for (ptrdiff_t row_tile = 0; row_tile < row_tiles; row_tile++) {
        double *tile = tiles + (size_t)ce_thread() * size;
        size_t i = (size_t)row_tile * TILE_ROWS, rows = n - i < TILE_ROWS ? n - i : TILE_ROWS;
        for (size_t j = i; j < n; j += TILE_COLUMNS) {
            size_t columns = n - j < TILE_COLUMNS ? n - j : TILE_COLUMNS;
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)rows, (int)columns, depth, 1,
                        a + i * p, leading, b + j * p, leading, 0, tile, (int)columns);
            visit(state, tile, (size_t)row_tile, i, rows, j, columns);
        }
    }
    free(tiles);
    return CE_OK;
}

void ce_product_single(const float *a, size_t a_row, const float *b, size_t b_row, float *c,
                       size_t c_row, size_t m, size_t p, size_t n)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)m, (int)n, (int)p, 1, a, (int)a_row,
                b, (int)b_row, 0, c, (int)c_row);
}

void ce_product_symmetric(const double *a, const double *b, double *c, size_t n, int add)
{
    ptrdiff_t tiles = (ptrdiff_t)((n + TILE_ROWS - 1) / TILE_ROWS);
    int order = (int)n;

    /* one row of tiles after the other, from the diagonal tile on */
#pragma omp parallel for schedule(dynamic) if (tiles > 1)
    for (ptrdiff_t tile = 0; tile < tiles; tile++) {
        size_t i = (size_t)tile * TILE_ROWS, rows = n - i < TILE_ROWS ? n - i : TILE_ROWS;
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)(n - i), order, 1,
                    a + i * n, order, b + i, order, add ? 1 : 0, c + i * n + i, order);
    }
    /* MIRROR rows are written together, so that whole cache lines are read */
#pragma omp parallel for schedule(dynamic) if (tiles > 1)
    for (size_t first = 0; first < n; first += MIRROR) {
        size_t end = n - first < MIRROR ? n : first + MIRROR;
        for (size_t i = 0; i < end; i++)
            for (size_t j = i < first ? first : i + 1; j < end; j++)
                c[j * n + i] = c[i * n + j];
    }
}

void ce_eigen_orient(double *vectors, size_t n, size_t count)
{
    for (size_t j = 0; j < count; j++) {
        double largest = 0;
        size_t first = 0;

        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(vectors[i * count + j]));
        while (first < n && fabs(vectors[first * count + j]) < largest * (1 - CE_EIGEN_TIE))
            first++;
        if (first < n && vectors[first * count + j] < 0)
            for (size_t i = 0; i < n; i++)
                vectors[i * count + j] = -vectors[i * count + j];
    }
}

/* Turns LAPACK's columns into our rows, eigenvalues descending. LAPACK's are ascending, and the
 * wanted ones are the last of `stored`. */
static void take_descending(const double *w, const double *z, size_t n, size_t stored, size_t count,
                            double *values, double *vectors)
{
    for (size_t j = 0; j < count; j++) {
        const double *column = z + (stored - 1 - j) * n;
        values[j] = w[stored - 1 - j];
        for (size_t i = 0; i < n; i++)
            vectors[i * count + j] = column[i];
    }
    ce_eigen_orient(vectors, n, count);
}

/* All eigenpairs by dsyevd, which overwrites the matrix with the eigenvectors. */
static int eigen_all(double *matrix, size_t n, size_t count, double *values, double *vectors,
                     ce_error *err)
{
    int order = (int)n, info = 0, lwork, liwork = 3 + 5 * order, rc = CE_OK;
    size_t room = 1 + 6 * n + 2 * n * n;
    double *w = ce_alloc(n, sizeof *w, err), *work = ce_alloc(room, sizeof *work, err);
    int *iwork = ce_alloc((size_t)liwork, sizeof *iwork, err);

    lwork = (int)room;
    if (!w || !work || !iwork) {
        rc = CE_ENOMEM;
        goto done;
    }
    dsyevd_("V", "L", &order, matrix, &order, w, work, &lwork, iwork, &liwork, &info, 1, 1);
    if (info)
        rc = ce_fail(err, CE_ENUM, "LAPACK's dsyevd failed on a matrix of order %zu (info %d)", n,
                     info);
    else
        take_descending(w, matrix, n, n, count, values, vectors);
done:
    free(w);
    free(work);
    free(iwork);
    return rc;
}

/* The largest `count` only, by dsyevr. */
static int eigen_range(double *matrix, size_t n, size_t count, double *values, double *vectors,
                       ce_error *err)
{
    int order = (int)n, first = (int)(n - count + 1), found = 0, info = 0, rc = CE_OK;
    int lwork = -1, liwork = -1, iwork_best = 0;
    double zero = 0, work_best = 0;
    double *w = ce_alloc(n, sizeof *w, err), *z = ce_alloc(n * count, sizeof *z, err), *work = NULL;
    int *support = ce_alloc(2 * count, sizeof *support, err), *iwork = NULL;

    if (!w || !z || !support) {
        rc = CE_ENOMEM;
        goto done;
    }
    dsyevr_("V", "I", "L", &order, matrix, &order, &zero, &zero, &first, &order, &zero, &found, w,
            z, &order, support, &work_best, &lwork, &iwork_best, &liwork, &info, 1, 1, 1);
    lwork = (int)work_best;
    liwork = iwork_best;
    work = ce_alloc((size_t)lwork, sizeof *work, err);
    iwork = ce_alloc((size_t)liwork, sizeof *iwork, err);
    if (!work || !iwork) {
        rc = CE_ENOMEM;
        goto done;
    }
    dsyevr_("V", "I", "L", &order, matrix, &order, &zero, &zero, &first, &order, &zero, &found, w,
            z, &order, support, work, &lwork, iwork, &liwork, &info, 1, 1, 1);
    if (info || found != (int)count)
        rc = ce_fail(
            err, CE_ENUM,
            "LAPACK's dsyevr found %d of %zu eigenvalues of a matrix of order %zu (info %d)", found,
            count, n, info);
    else
        take_descending(w, z, n, count, count, values, vectors);
done:
    free(w);
    free(z);
    free(support);
    free(work);
    free(iwork);
    return rc;
}

/* Operations a second of the reduction to tridiagonal form, which takes most of the time. */
#define USUAL_SPEED 8e9

double ce_eigen_seconds(size_t n)
{
    return 4.0 / 3 * pow((double)n, 3) / USUAL_SPEED;
}

/* In two steps it is twice as fast. */
double ce_threshold_seconds(size_t n)
{
    return ce_eigen_seconds(n) / (ce_tridiagonal_width(n) ? 2 : 1);
}

int ce_eigen_largest(double *matrix, size_t n, size_t count, double *values, double *vectors,
                     ce_error *err)
{
    if (count < 1 || count > n || n > INT_MAX / 64)
        return ce_fail(err, CE_EARG, "%zu eigenvectors of a dense matrix of order %zu", count, n);
    /* dsyevd counts its work space, 2 n^2, in an int */
    if (count > n / 4 && 1 + 6 * n + 2 * n * n <= INT_MAX)
        return eigen_all(matrix, n, count, values, vectors, err);
    return eigen_range(matrix, n, count, values, vectors, err);
}
