#include "partition/graph/laplacian.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"

enum {
    DENSE_ROWS = 2000,
    DENSE_ROWS_SPARSE = 500,  /* up to here a sparse affinity is solved as a dense one */
    THREAD_ENTRIES = 1 << 18, /* of a sparse affinity: from here on a product uses threads */
    BLOCKS = 16               /* of rows in a product: fixed, so that threads do not change a sum */
};

void ce_laplacian_free(ce_laplacian *l)
{
    free(l->own);
    free(l->degree);
    free(l->scale);
    free(l->known);
    free(l->component);
    free(l->part);
    free(l->scaled);
    free(l->share);
    *l = (ce_laplacian){0};
}

int ce_laplacian_as_printed(ce_laplacian *l, ce_error *err)
{
    free(l->share);
    if (!(l->share = ce_calloc(1, sizeof *l->share, err)))
        return CE_ENOMEM;
    l->components = 0;
    for (size_t i = 0; i < l->n; i++) {
        int isolated = l->component[i] < 0;
        l->component[i] = isolated ? -1 : 0;
        l->known[i] = 0;
        l->scale[i] = isolated ? 0 : sqrt(l->degree[i]);
    }
    return CE_OK;
}

static double objects(const ce_laplacian *l, size_t i)
{
    return l->size ? l->size[i] : 1;
}

/* How much of the diagonal counts. An object has no affinity to itself, so it counts size - 1 times
 * out of size. */
static double own_share(const ce_laplacian *l, size_t i)
{
    return l->with_diagonal ? 1 : (objects(l, i) - 1) / objects(l, i);
}

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
            part[i] += row[0] * x[i] * own_share(l, i);
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
            y[i] += l->a->values[e] * x[j] * (i == j ? own_share(l, i) : 1);
        }
    }
}

/* sum += x row, for a row of u. */
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

/* y = U (U^T x), without the part of the diagonal that does not count. */
static void multiply_factor(const ce_laplacian *l, const double *x, double *y)
{
    size_t n = l->n, d = l->u->columns;
    const double *u = l->u->values;

#pragma omp parallel for schedule(dynamic)
    for (int b = 0; b < BLOCKS; b++) {
        double *part = l->part + (size_t)b * d;
        memset(part, 0, d * sizeof *part);
        for (size_t i = block_start(n, (size_t)b); i < block_start(n, (size_t)b + 1); i++)
            add_row(u + i * d, x[i], part, d);
    }
    for (size_t b = 1; b < BLOCKS; b++)
        add_row(l->part + b * d, 1, l->part, d);
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++)
        y[i] = dot(u + i * d, l->part, d) - l->own[i] * x[i] * (1 - own_share(l, i));
}

static void multiply(const ce_laplacian *l, const double *x, double *y)
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

/* The operator L with the known eigenvectors turned: their eigenvalue 1 becomes -1. So its largest
 * eigenvectors are those of L after the known ones. */
static void apply(void *state, const double *x, double *y)
{
    ce_laplacian *l = state;

    for (size_t i = 0; i < l->n; i++)
        l->scaled[i] = l->scale[i] * x[i];
    multiply(l, l->scaled, y);
    memset(l->share, 0, l->components * sizeof *l->share);
    for (size_t i = 0; i < l->n; i++)
        if (l->component[i] >= 0)
            l->share[l->component[i]] += l->known[i] * x[i];
    for (size_t i = 0; i < l->n; i++) {
        y[i] *= l->scale[i];
        if (l->component[i] >= 0)
            y[i] -= 2 * l->known[i] * l->share[l->component[i]];
    }
}

static int32_t root_of(int32_t *parent, int32_t v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/* Puts the ends of an edge into one component. The lower root stays. Refuses a negative one. */
static int join(int32_t *parent, size_t i, size_t j, double value, ce_error *err)
{
    int32_t a, b;

    if (!(value >= 0))
        return ce_fail(
            err, CE_EINPUT,
            "the affinity of objects %zu and %zu is %g; spectral clustering needs affinities >= 0",
            i + 1, j + 1, value);
    if (value == 0 || i == j)
        return CE_OK;
    a = root_of(parent, (int32_t)i);
    b = root_of(parent, (int32_t)j);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
    return CE_OK;
}

/* Finds components where only products are known, by what a 0/1 vector reaches. Numbers as below.
 */
static int spread_components(ce_laplacian *l, ce_error *err)
{
    double *reached = ce_alloc(l->n, sizeof *reached, err);

    if (!reached)
        return CE_ENOMEM;
    for (size_t i = 0; i < l->n; i++)
        l->component[i] = -1;
    for (size_t v = 0; v < l->n; v++) {
        if (l->component[v] >= 0 || !(l->degree[v] > 0))
            continue;
        memset(l->scaled, 0, l->n * sizeof *l->scaled);
        l->scaled[v] = 1;
        l->component[v] = (int32_t)l->components;
        for (int grown = 1; grown;) {
            grown = 0;
            multiply(l, l->scaled, reached);
            for (size_t i = 0; i < l->n; i++) {
                int is_new = reached[i] > 0 && l->component[i] < 0;
                l->scaled[i] = is_new;
                grown |= is_new;
                if (is_new)
                    l->component[i] = (int32_t)l->components;
            }
        }
        l->components++;
    }
    free(reached);
    return CE_OK;
}

/* component[v]: numbered by first appearance, -1 for vertices without an edge. */
static int find_components(ce_laplacian *l, ce_error *err)
{
    const ce_similarity *a = l->a;
    int32_t *parent = ce_alloc(l->n, sizeof *parent, err);
    int rc = parent ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < l->n && !rc; i++)
        parent[i] = (int32_t)i;
    for (size_t i = 0; i < l->n && !rc; i++)
        if (a->row_start)
            for (size_t e = a->row_start[i]; e < a->row_start[i + 1] && !rc; e++)
                rc = join(parent, i, (size_t)a->column[e], a->values[e], err);
        else
            for (size_t j = i; j < l->n && !rc; j++)
                rc = join(parent, i, j, a->values[ce_packed_index(l->n, i, j)], err);
    for (size_t i = 0; i < l->n && !rc; i++) {
        int32_t root = root_of(parent, (int32_t)i);
        if (!(l->degree[i] > 0))
            l->component[i] = -1;
        else
            l->component[i] = (size_t)root == i ? (int32_t)l->components++ : l->component[root];
    }
    free(parent);
    return rc;
}

/* Vertices that share a column are in one component. A vertex that is alone in all its columns is
 * isolated, unless it stands for several objects. */
static int find_factor_components(ce_laplacian *l, ce_error *err)
{
    size_t n = l->n, d = l->u->columns;
    int32_t *parent = ce_alloc(n + d, sizeof *parent, err), *number = NULL;
    size_t *members = NULL;
    int rc = parent ? CE_OK : CE_ENOMEM;

    for (size_t v = 0; v < n + d && !rc; v++)
        parent[v] = (int32_t)v;
    for (size_t e = 0; e < n * d && !rc; e++)
        rc = l->u->values[e] >= 0
                 ? join(parent, e / d, n + e % d, l->u->values[e], err)
                 : ce_fail(err, CE_EINPUT,
                           "object %zu has %g in a factor of affinities; entries >= 0 expected",
                           e / d + 1, l->u->values[e]);
    if (rc)
        goto done;
    members = ce_calloc(n + d, sizeof *members, err);
    number = ce_alloc(n + d, sizeof *number, err);
    if (!members || !number) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t v = 0; v < n + d; v++)
        number[v] = -1;
    for (size_t i = 0; i < n; i++)
        members[root_of(parent, (int32_t)i)]++;
    for (size_t i = 0; i < n; i++) {
        size_t root = (size_t)root_of(parent, (int32_t)i);
        int isolated = members[root] == 1 && !(l->own[i] * own_share(l, i) > 0);
        if (!isolated && number[root] < 0)
            number[root] = (int32_t)l->components++;
        l->component[i] = isolated ? -1 : number[root];
        if (isolated)
            l->degree[i] = 0;
    }
done:
    free(parent);
    free(members);
    free(number);
    return rc;
}

/* Doubles of room that a product needs. */
static size_t part_length(const ce_laplacian *l)
{
    if (l->u)
        return BLOCKS * l->u->columns;
    return l->a && !l->a->row_start ? BLOCKS * l->n : 0;
}

static int number_components(ce_laplacian *l, ce_error *err)
{
    if (l->u)
        return find_factor_components(l, err);
    return l->a ? find_components(l, err) : spread_components(l, err);
}

static int build(ce_laplacian *l, ce_error *err)
{
    size_t n = l->n;
    double *length = NULL;
    int rc;

    l->degree = ce_alloc(n, sizeof(double), err);
    l->scale = ce_alloc(n, sizeof(double), err);
    l->known = ce_alloc(n, sizeof(double), err);
    l->component = ce_alloc(n, sizeof *l->component, err);
    l->part = ce_alloc(part_length(l), sizeof(double), err);
    l->scaled = ce_alloc(n, sizeof(double), err);
    if (!l->degree || !l->scale || !l->known || !l->component || !l->part || !l->scaled)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        l->scaled[i] = objects(l, i);
    multiply(l, l->scaled, l->degree);
    rc = number_components(l, err);
    if (rc)
        return rc;
    l->share = ce_alloc(l->components, sizeof(double), err);
    length = ce_calloc(l->components, sizeof *length, err);
    if (!l->share || !length) {
        free(length);
        return CE_ENOMEM;
    }
    for (size_t i = 0; i < n; i++) {
        l->known[i] = l->component[i] < 0 ? 0 : sqrt(objects(l, i) * l->degree[i]);
        l->scale[i] = l->component[i] < 0 ? 0 : sqrt(objects(l, i)) / sqrt(l->degree[i]);
        if (l->component[i] >= 0)
            length[l->component[i]] += l->known[i] * l->known[i];
    }
    for (size_t i = 0; i < n; i++)
        if (l->component[i] >= 0)
            l->known[i] /= sqrt(length[l->component[i]]);
    free(length);
    return CE_OK;
}

int ce_laplacian_build(ce_laplacian *l, const ce_similarity *affinity, const double *size,
                       int with_diagonal, ce_error *err)
{
    int rc;

    ce_laplacian_free(l);
    l->a = affinity;
    l->n = affinity->n;
    l->size = size;
    l->with_diagonal = with_diagonal;
    if ((rc = build(l, err)))
        ce_laplacian_free(l);
    return rc;
}

int ce_laplacian_build_operator(ce_laplacian *l, size_t n, ce_operator product, void *state,
                                ce_error *err)
{
    int rc;

    ce_laplacian_free(l);
    l->n = n;
    l->product = product;
    l->state = state;
    l->with_diagonal = 1;
    if ((rc = build(l, err)))
        ce_laplacian_free(l);
    return rc;
}

int ce_laplacian_build_factor(ce_laplacian *l, const ce_matrix *u, const double *size,
                              ce_error *err)
{
    int rc;

    ce_laplacian_free(l);
    l->u = u;
    l->n = u->rows;
    l->size = size;
    l->own = ce_alloc(l->n, sizeof *l->own, err);
    rc = l->own ? CE_OK : CE_ENOMEM;
    for (size_t i = 0; i < l->n && !rc; i++)
        l->own[i] = dot(u->values + i * u->columns, u->values + i * u->columns, u->columns);
    if (!rc)
        rc = build(l, err);
    if (rc)
        ce_laplacian_free(l);
    return rc;
}

int ce_laplacian_group(const ce_laplacian *l, const double *weight, size_t k, int32_t *labels,
                       ce_error *err)
{
    double *sum = ce_calloc(l->components, sizeof *sum, err);
    int32_t *label = ce_alloc(l->components, sizeof *label, err), last = (int32_t)k - 1;
    int rc = sum && label ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < l->n && !rc; i++)
        if (l->component[i] >= 0)
            sum[l->component[i]] += weight ? weight[i] : 1;
    for (size_t c = 0; c < l->components && !rc; c++)
        label[c] = last;
    for (size_t g = 0; g + 1 < k && g < l->components && !rc; g++) {
        size_t best = l->components;
        for (size_t c = 0; c < l->components; c++)
            if (label[c] == last && (best == l->components || sum[c] > sum[best]))
                best = c;
        label[best] = (int32_t)g;
    }
    for (size_t i = 0; i < l->n && !rc; i++)
        labels[i] = l->component[i] < 0 ? last : label[l->component[i]];
    free(sum);
    free(label);
    return rc;
}

/* a s_i s_j without an overflow on the way: 1 / sqrt(degree) can be 1e160 where the affinity is
 * 1e-320. */
static double scaled(double a, double si, double sj)
{
    return a * fmax(si, sj) * fmin(si, sj);
}

/* Row i of L (n zeros at first). */
static void write_row(ce_laplacian *l, size_t i, double *row)
{
    double own = own_share(l, i);

    if (!l->a) {
        memset(l->scaled, 0, l->n * sizeof *l->scaled);
        l->scaled[i] = 1;
        multiply(l, l->scaled, row);
        for (size_t j = 0; j < l->n; j++)
            row[j] = scaled(row[j], l->scale[i], l->scale[j]);
    } else if (l->a->row_start)
        for (size_t e = l->a->row_start[i]; e < l->a->row_start[i + 1]; e++) {
            size_t j = (size_t)l->a->column[e];
            row[j] = scaled(l->a->values[e], l->scale[i], l->scale[j]) * (i == j ? own : 1);
        }
    else
        for (size_t j = 0; j < l->n; j++)
            row[j] = scaled(ce_similarity_dense_get(l->a, i, j), l->scale[i], l->scale[j]) *
                     (i == j ? own : 1);
}

/* The `count` largest eigenvectors of the operator above, written out and solved by LAPACK. */
static int solve_dense(ce_laplacian *l, size_t count, double *values, double *vectors,
                       ce_error *err)
{
    size_t n = l->n;
    double *m = NULL;
    int rc = ce_memory_check(n, n, 3 * sizeof *m, "the dense eigenproblem",
                             "the sparse solver (ARPACK)", err);

    if (rc)
        return rc;
    m = ce_calloc(n * n, sizeof *m, err);
    if (!m)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        write_row(l, i, m + i * n);
        for (size_t j = 0; j < n; j++)
            if (l->component[i] >= 0 && l->component[i] == l->component[j])
                m[i * n + j] -= 2 * l->known[i] * l->known[j];
    }
    rc = ce_eigen_largest(m, n, count, values, vectors, err);
    free(m);
    return rc;
}

int ce_laplacian_eigenvectors(ce_laplacian *l, size_t k, ce_solver solver, double *values,
                              ce_matrix *rows, ce_error *err)
{
    size_t n = l->n, known = l->components, count = k - known;
    double *vectors = ce_alloc(n * count, sizeof *vectors, err);
    int dense = solver == CE_SOLVER_DENSE,
        rc = vectors ? ce_matrix_alloc(rows, n, k, err) : CE_ENOMEM;

    if (solver == CE_SOLVER_AUTO)
        dense = n <= (!l->a || l->a->row_start ? DENSE_ROWS_SPARSE : DENSE_ROWS) || k > n / 4;
    for (size_t j = 0; j < known; j++)
        values[j] = 1;
    if (!rc && count)
        rc = dense ? solve_dense(l, count, values + known, vectors, err)
                   : ce_eigen_largest_operator(apply, l, n, count, values + known, vectors, err);
    for (size_t i = 0; i < n && !rc; i++) {
        double *row = rows->values + i * k;
        memset(row, 0, k * sizeof *row);
        /* What the other eigenvectors say of an isolated vertex is rounding, or is about another
         * such vertex. */
        if (l->component[i] < 0)
            continue;
        row[l->component[i]] = l->known[i];
        for (size_t j = 0; j < count; j++)
            row[known + j] = vectors[i * count + j];
    }
    free(vectors);
    if (rc)
        ce_matrix_free(rows);
    return rc;
}
