/* Products with the affinity of a graph. */
#include <string.h>

#include "core/parallel.h"
#include "partition/graph/laplacian_internal.h"

enum {
    THREAD_ENTRIES = 1 << 18, /* of a sparse affinity: from here on a product uses threads */
    BLOCKS = 16               /* of rows in a product: fixed, so that threads do not change a sum */
};

static size_t block_start(size_t n, size_t b)
{
    return n / BLOCKS * b + (n % BLOCKS) * b / BLOCKS;
}

/* Row i of the packed upper triangle without its diagonal: adds a_ij x_i to y_j and returns the sum
 * of a_ij x_j. It keeps four sums, so that vector units of any width give the same. */
CE_HOT static double packed_row(const double *restrict a, const double *restrict x, double xi,
                                double *restrict y, size_t count)
{
    double sum[4] = {0, 0, 0, 0};
    size_t j = 0;

    for (; j + 4 <= count; j += 4)
        for (size_t u = 0; u < 4; u++) {
            y[j + u] += a[j + u] * xi;
            sum[u] += a[j + u] * x[j + u];
        }
    for (; j < count; j++) {
        y[j] += a[j] * xi;
        sum[0] += a[j] * x[j];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* y = A x. */
static void multiply_dense(const ce_laplacian *l, const double *x, double *y)
{
    size_t n = l->n;

#pragma omp parallel for schedule(dynamic)
    for (int b = 0; b < BLOCKS; b++) {
        double *part = l->part + (size_t)b * n;
        memset(part, 0, n * sizeof *part);
        for (size_t i = block_start(n, (size_t)b); i < block_start(n, (size_t)b + 1); i++) {
            const double *row = l->a->values + ce_packed_index(n, i, i);
            part[i] += packed_row(row + 1, x + i + 1, x[i], part + i + 1, n - i - 1);
            part[i] += row[0] * x[i] * ce_laplacian_own_share(l, i);
        }
    }
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        y[i] = 0;
        for (size_t b = 0; b < BLOCKS; b++)
            y[i] += l->part[b * n + i];
    }
}

static void multiply_sparse(const ce_laplacian *l, const double *x, double *y)
{
#pragma omp parallel for schedule(static) if (l->a->row_start[l->n] >= THREAD_ENTRIES)
    for (size_t i = 0; i < l->n; i++) {
        y[i] = 0;
        for (size_t e = l->a->row_start[i]; e < l->a->row_start[i + 1]; e++) {
            size_t j = (size_t)l->a->column[e];
            y[i] += l->a->values[e] * x[j] * (i == j ? ce_laplacian_own_share(l, i) : 1);
        }
    }
}

/* sum += x row. */
CE_HOT static void add_row(const double *restrict row, double x, double *restrict sum, size_t d)
{
    for (size_t c = 0; c < d; c++)
        sum[c] += x * row[c];
}

/* It keeps four sums, so that vector units of any width give the same. */
CE_HOT static double dot(const double *restrict a, const double *restrict b, size_t d)
{
    double sum[4] = {0, 0, 0, 0};
    size_t c = 0;

    for (; c + 4 <= d; c += 4)
        for (size_t u = 0; u < 4; u++)
            sum[u] += a[c + u] * b[c + u];
    for (; c < d; c++)
        sum[0] += a[c] * b[c];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* sum += x times row i of U. */
static void add_factor_row(const ce_biadjacency *u, size_t i, double x, double *sum)
{
    const double *value;
    const int32_t *column;
    size_t count = ce_biadjacency_row(u, i, &value, &column);

    if (!column)
        add_row(value, x, sum, count);
    for (size_t e = 0; e < count && column; e++)
        sum[column[e]] += x * value[e];
}

/* Row i of U times b. */
static double factor_row_dot(const ce_biadjacency *u, size_t i, const double *b)
{
    const double *value;
    const int32_t *column;
    size_t count = ce_biadjacency_row(u, i, &value, &column);
    double sum = 0;

    if (!column)
        return dot(value, b, count);
    for (size_t e = 0; e < count; e++)
        sum += value[e] * b[column[e]];
    return sum;
}

/* y = U (U^T x), without the part of the diagonal that does not count. */
static void multiply_factor(const ce_laplacian *l, const double *x, double *y)
{
    size_t n = l->n, d = l->u->columns;

#pragma omp parallel for schedule(dynamic)
    for (int b = 0; b < BLOCKS; b++) {
        double *part = l->part + (size_t)b * d;
        memset(part, 0, d * sizeof *part);
        for (size_t i = block_start(n, (size_t)b); i < block_start(n, (size_t)b + 1); i++)
            add_factor_row(l->u, i, x[i], part);
    }
    for (size_t b = 1; b < BLOCKS; b++)
        add_row(l->part + b * d, 1, l->part, d);
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++)
        y[i] = factor_row_dot(l->u, i, l->part) -
               l->own[i] * x[i] * (1 - ce_laplacian_own_share(l, i));
}

void ce_laplacian_multiply(const ce_laplacian *l, const double *x, double *y)
{
    if (l->u)
        multiply_factor(l, x, y);
    else if (!l->a)
        l->product(l->state, x, y);
    else if (l->a->row_start)
        multiply_sparse(l, x, y);
    else
        multiply_dense(l, x, y);
}

size_t ce_laplacian_part_length(const ce_laplacian *l)
{
    if (l->u)
        return BLOCKS * l->u->columns;
    return l->a && !l->a->row_start ? BLOCKS * l->n : 0;
}

void ce_laplacian_own_affinities(ce_laplacian *l)
{
    const double *value;
    const int32_t *column;

    for (size_t i = 0; i < l->n; i++) {
        size_t count = ce_biadjacency_row(l->u, i, &value, &column);
        l->own[i] = dot(value, value, count);
    }
}
