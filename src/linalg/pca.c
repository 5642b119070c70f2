#include "linalg/pca.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"
#include "linalg/linalg.h"

void ce_pca_free(ce_pca *pca)
{
    if (!pca)
        return;
    free(pca->mean);
    free(pca->axis);
    free(pca->variance);
    *pca = (ce_pca){0};
}

static void column_means(const ce_matrix *x, double *mean)
{
    size_t d = x->columns;

    memset(mean, 0, d * sizeof *mean);
    for (size_t i = 0; i < x->rows; i++)
        for (size_t s = 0; s < d; s++)
            mean[s] += x->values[i * d + s];
    for (size_t s = 0; s < d; s++)
        mean[s] /= (double)x->rows;
}

static void centre(const ce_matrix *x, const double *mean, double *centred)
{
    size_t d = x->columns;

    for (size_t i = 0; i < x->rows; i++)
        for (size_t s = 0; s < d; s++)
            centred[i * d + s] = x->values[i * d + s] - mean[s];
}

/* to (columns x rows) = the transpose of from (rows x columns). */
static void transpose(const double *from, size_t rows, size_t columns, double *to)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            to[j * rows + i] = from[i * columns + j];
}

static double norm_of(const double *v, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += v[s] * v[s];
    return sqrt(sum);
}

/* Makes axis j orthogonal to the axes before it (twice, for the last digits) and of length 1.
 * Returns the share of its length that was left. */
static double orthonormalise(double *axis, size_t j, size_t d)
{
    double *v = axis + j * d, before = norm_of(v, d), after;

    for (int pass = 0; pass < 2; pass++)
        for (size_t a = 0; a < j; a++) {
            double dot = 0;
            for (size_t s = 0; s < d; s++)
                dot += v[s] * axis[a * d + s];
            for (size_t s = 0; s < d; s++)
                v[s] -= dot * axis[a * d + s];
        }
    after = norm_of(v, d);
    for (size_t s = 0; s < d && after > 0; s++)
        v[s] /= after;
    return before > 0 ? after / before : 0;
}

/* Sets axis j, in a direction of no variance, to the first unit vector that is not nearly in the
 * span of the axes before it. One has at least 1/d of its squared length outside. */
static void complete(double *axis, size_t j, size_t d)
{
    for (size_t s = 0; s < d; s++) {
        memset(axis + j * d, 0, d * sizeof *axis);
        axis[j * d + s] = 1;
        if (orthonormalise(axis, j, d) > 0.5 / sqrt((double)d))
            return;
    }
}

/* Eigenvectors of the d x d scatter matrix. */
static int fit_scatter(ce_pca *pca, const double *centred, size_t n, ce_error *err)
{
    size_t d = pca->d, c = pca->components;
    double *turned = ce_alloc(n * d, sizeof *turned, err),
           *scatter = ce_alloc(d * d, sizeof *scatter, err);
    double *vectors = ce_alloc(d * c, sizeof *vectors, err);
    int rc = turned && scatter && vectors ? CE_OK : CE_ENOMEM;

    if (!rc) {
        transpose(centred, n, d, turned);
        ce_matrix_product(turned, centred, scatter, d, n, d);
        rc = ce_eigen_largest(scatter, d, c, pca->variance, vectors, err);
    }
    if (!rc)
        transpose(vectors, d, c, pca->axis);
    free(turned);
    free(scatter);
    free(vectors);
    return rc;
}

/* For more features than objects. If u is an eigenvector of X X^T, then X^T u / sqrt(lambda) is one
 * of X^T X. */
static int fit_gram(ce_pca *pca, const double *centred, size_t n, ce_error *err)
{
    size_t d = pca->d, c = pca->components;
    double *gram = ce_alloc(n * n, sizeof *gram, err),
           *vectors = ce_alloc(n * c, sizeof *vectors, err);
    double *turned = ce_alloc(c * n, sizeof *turned, err);
    int rc = gram && vectors && turned ? CE_OK : CE_ENOMEM;

    if (!rc) {
        ce_product_transposed(centred, centred, gram, n, d, n);
        rc = ce_eigen_largest(gram, n, c, pca->variance, vectors, err);
    }
    if (!rc) {
        transpose(vectors, n, c, turned);
        ce_matrix_product(turned, centred, pca->axis, c, n, d);
        for (size_t j = 0; j < c; j++) {
            /* below this an eigenvalue is only rounding, and so is its axis */
            double least = pca->variance[0] * (double)n * 1e-14;
            if (!(pca->variance[j] > least) || orthonormalise(pca->axis, j, d) < 0.5)
                complete(pca->axis, j, d);
            ce_eigen_orient(pca->axis + j * d, d, 1);
        }
    }
    free(gram);
    free(vectors);
    free(turned);
    return rc;
}

int ce_pca_check(size_t n, size_t d, const double *low, const double *high, char *const *name,
                 ce_error *err)
{
    double most = sqrt(DBL_MAX / 4 / ((double)n * (double)d + 1));
    char number[32];

    for (size_t s = 0; s < d; s++) {
        snprintf(number, sizeof number, "%zu", s + 1);
        if (high[s] - low[s] > most || fmax(-low[s], high[s]) > DBL_MAX / 4 / ((double)n + 1))
            return ce_fail(err, CE_EINPUT,
                           "column %s: numbers from %g to %g are too large for principal "
                           "components",
                           name ? name[s] : number, low[s], high[s]);
    }
    return CE_OK;
}

/* The same of the rows of x. */
static int check_range(const ce_matrix *x, char *const *name, ce_error *err)
{
    size_t d = x->columns;
    double *low = ce_alloc(d, sizeof *low, err), *high = ce_alloc(d, sizeof *high, err);
    int rc = low && high ? CE_OK : CE_ENOMEM;

    for (size_t e = 0; e < x->rows * d && !rc; e++) {
        double value = x->values[e];
        low[e % d] = e < d ? value : fmin(low[e % d], value);
        high[e % d] = e < d ? value : fmax(high[e % d], value);
    }
    if (!rc)
        rc = ce_pca_check(x->rows, d, low, high, name, err);
    free(low);
    free(high);
    return rc;
}

int ce_pca_fit(ce_pca *pca, const ce_matrix *x, char *const *name, size_t components, ce_error *err)
{
    size_t n = x->rows, d = x->columns;
    double *centred, divisor = n > 1 ? (double)(n - 1) : 1;
    int rc;

    ce_pca_free(pca);
    if (components < 1 || components > (n < d ? n : d))
        return ce_fail(err, CE_EARG, "%zu principal components of %zu objects with %zu features",
                       components, n, d);
    rc = check_range(x, name, err);
    if (rc)
        return rc;
    pca->d = d;
    pca->components = components;
    pca->mean = ce_alloc(d, sizeof *pca->mean, err);
    pca->axis = ce_alloc(components * d, sizeof *pca->axis, err);
    pca->variance = ce_alloc(components, sizeof *pca->variance, err);
    centred = ce_alloc(n * d, sizeof *centred, err);
    rc = pca->mean && pca->axis && pca->variance && centred ? CE_OK : CE_ENOMEM;
    if (!rc) {
        column_means(x, pca->mean);
        centre(x, pca->mean, centred);
        for (size_t i = 0; i < n * d; i++)
            pca->total += centred[i] * centred[i];
        pca->total /= divisor;
        rc = d > n ? fit_gram(pca, centred, n, err) : fit_scatter(pca, centred, n, err);
    }
    for (size_t j = 0; j < components && !rc; j++)
        pca->variance[j] = fmax(pca->variance[j] / divisor, 0);
    free(centred);
    if (rc)
        ce_pca_free(pca);
    return rc;
}

/* From the scatter, which is found without rounding before its end. */
static int fit_moments(ce_pca *pca, const ce_moments *m, ce_error *err)
{
    size_t d = pca->d, c = pca->components;
    double *scatter = ce_alloc(d * d, sizeof *scatter, err),
           *vectors = ce_alloc(d * c, sizeof *vectors, err);
    int rc = scatter && vectors ? CE_OK : CE_ENOMEM;

    for (size_t s = 0; s < d && !rc; s++)
        for (size_t t = s; t < d; t++)
            scatter[s * d + t] = scatter[t * d + s] = ce_moments_scatter(m, s, t);
    for (size_t s = 0; s < d && !rc; s++)
        pca->total += scatter[s * d + s];
    if (!rc)
        rc = ce_eigen_largest(scatter, d, c, pca->variance, vectors, err);
    if (!rc)
        transpose(vectors, d, c, pca->axis);
    free(scatter);
    free(vectors);
    return rc;
}

int ce_pca_of_moments(ce_pca *pca, const ce_moments *m, size_t components, ce_error *err)
{
    uint64_t n = m->present[0];
    size_t d = m->d;
    double divisor = n > 1 ? (double)(n - 1) : 1;
    int rc;

    ce_pca_free(pca);
    if (components < 1 || components > d || components > n)
        return ce_fail(err, CE_EARG, "%zu principal components of %llu objects with %zu features",
                       components, (unsigned long long)n, d);
    *pca = (ce_pca){.d = d, .components = components};
    pca->mean = ce_alloc(d, sizeof *pca->mean, err);
    pca->axis = ce_alloc(components * d, sizeof *pca->axis, err);
    pca->variance = ce_alloc(components, sizeof *pca->variance, err);
    rc = pca->mean && pca->axis && pca->variance ? fit_moments(pca, m, err) : CE_ENOMEM;
    for (size_t s = 0; s < d && !rc; s++)
        pca->mean[s] = ce_moments_mean(m, s, 0);
    pca->total /= divisor;
    for (size_t j = 0; j < components && !rc; j++)
        pca->variance[j] = fmax(pca->variance[j] / divisor, 0);
    if (rc)
        ce_pca_free(pca);
    return rc;
}

/* WIDE components from number j on, whose sums stay in registers; the last `count` only. */
enum { WIDE = 4 * CE_QUAD };

static inline __attribute__((always_inline)) void project_some(const double *row,
                                                               const double *mean,
                                                               const double *turned, size_t d,
                                                               size_t stride, size_t count,
                                                               double *score)
{
    ce_quad sum[WIDE / CE_QUAD] = {{0}};

    for (size_t s = 0; s < d; s++, turned += stride) {
        double e = row[s] - mean[s];
#pragma GCC unroll 4
        for (size_t v = 0; v < WIDE / CE_QUAD; v++)
            sum[v] += e * *(const ce_quad *)(turned + v * CE_QUAD);
    }
    memcpy(score, sum, count * sizeof *score);
}

/* One row, feature by feature: it does not matter which rows are beside it. turned: d x stride. */
CE_HOT static void project(const double *row, const double *mean, const double *turned, size_t d,
                           size_t stride, size_t c, double *score)
{
    size_t j = 0;

    for (; j + WIDE <= c; j += WIDE)
        project_some(row, mean, turned + j, d, stride, WIDE, score + j);
    if (j < c)
        project_some(row, mean, turned + j, d, stride, c - j, score + j);
}

int ce_pca_apply(const ce_pca *pca, const ce_matrix *x, ce_matrix *scores, ce_error *err)
{
    size_t d = pca->d, c = pca->components, stride = (c + WIDE - 1) / WIDE * WIDE;
    double *turned = ce_calloc(d * stride, sizeof *turned, err);
    int rc = turned ? ce_matrix_alloc(scores, x->rows, c, err) : CE_ENOMEM;

    if (!rc) {
        for (size_t s = 0; s < d; s++)
            for (size_t j = 0; j < c; j++)
                turned[s * stride + j] = pca->axis[j * d + s];
#pragma omp parallel for
        for (size_t i = 0; i < x->rows; i++)
            project(x->values + i * d, pca->mean, turned, d, stride, c, scores->values + i * c);
    }
    free(turned);
    return rc;
}
