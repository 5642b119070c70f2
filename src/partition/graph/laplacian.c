#include "partition/graph/laplacian.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/linalg.h"
#include "linalg/shifted.h"
#include "partition/graph/laplacian_internal.h"

enum {
    DENSE_ROWS = 2000,
    DENSE_MOST = 12000,     /* where ARPACK does not converge: a minute or two */
    DENSE_ROWS_SPARSE = 500 /* up to here a sparse affinity is solved as a dense one */
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

/* ---- building ---- */

/* Affinities near the largest double add up to more. Degrees are then 4^-UNIT of what they are,
 * which changes no other digit. */
enum { UNIT = 50 };

/* Sets degree. Returns the power of two by which the unit of l->scale differs: 0 or -UNIT. */
static int set_degrees(ce_laplacian *l)
{
    double total = 0;

    for (size_t i = 0; i < l->n; i++)
        l->scaled[i] = ce_laplacian_objects(l, i);
    ce_laplacian_multiply(l, l->scaled, l->degree);
    for (size_t i = 0; i < l->n; i++)
        total += l->scaled[i] * l->degree[i];
    if (isfinite(total))
        return 0;
    for (size_t i = 0; i < l->n; i++)
        l->scaled[i] = ldexp(l->scaled[i], -2 * UNIT);
    ce_laplacian_multiply(l, l->scaled, l->degree);
    return -UNIT;
}

static int build(ce_laplacian *l, ce_error *err)
{
    size_t n = l->n;
    double *length = NULL;
    int unit, rc;

    l->degree = ce_alloc(n, sizeof(double), err);
    l->scale = ce_alloc(n, sizeof(double), err);
    l->known = ce_alloc(n, sizeof(double), err);
    l->component = ce_alloc(n, sizeof *l->component, err);
    l->part = ce_alloc(ce_laplacian_part_length(l), sizeof(double), err);
    l->scaled = ce_alloc(n, sizeof(double), err);
    if (!l->degree || !l->scale || !l->known || !l->component || !l->part || !l->scaled)
        return CE_ENOMEM;
    unit = set_degrees(l);
    rc = ce_laplacian_number_components(l, err);
    if (rc)
        return rc;
    l->share = ce_alloc(l->components, sizeof(double), err);
    length = ce_calloc(l->components, sizeof *length, err);
    if (!l->share || !length) {
        free(length);
        return CE_ENOMEM;
    }
    for (size_t i = 0; i < n; i++) {
        l->known[i] = l->component[i] < 0 ? 0 : sqrt(ce_laplacian_objects(l, i) * l->degree[i]);
        l->scale[i] = l->component[i] < 0
                          ? 0
                          : ldexp(sqrt(ce_laplacian_objects(l, i)) / sqrt(l->degree[i]), unit);
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

int ce_laplacian_build_factor(ce_laplacian *l, const ce_biadjacency *u, const double *size,
                              ce_error *err)
{
    int rc;

    ce_laplacian_free(l);
    l->u = u;
    l->n = u->rows;
    l->size = size;
    l->own = ce_alloc(l->n, sizeof *l->own, err);
    rc = l->own ? CE_OK : CE_ENOMEM;
    if (!rc) {
        ce_laplacian_own_affinities(l);
        rc = build(l, err);
    }
    if (rc)
        ce_laplacian_free(l);
    return rc;
}

/* ---- eigenvectors ---- */

/* The operator L with the known eigenvectors turned: their eigenvalue 1 becomes -1. So its largest
 * eigenvectors are those of L after the known ones. */
static void apply(void *state, const double *x, double *y)
{
    ce_laplacian *l = state;

    for (size_t i = 0; i < l->n; i++)
        l->scaled[i] = l->scale[i] * x[i];
    ce_laplacian_multiply(l, l->scaled, y);
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

/* a s_i s_j without an overflow on the way: 1 / sqrt(degree) can be 1e160 where the affinity is
 * 1e-320. */
static double scaled(double a, double si, double sj)
{
    return a * fmax(si, sj) * fmin(si, sj);
}

/* Row i of L (n zeros at first). */
static void write_row(ce_laplacian *l, size_t i, double *row)
{
    double own = ce_laplacian_own_share(l, i);

    if (!l->a) {
        memset(l->scaled, 0, l->n * sizeof *l->scaled);
        l->scaled[i] = 1;
        ce_laplacian_multiply(l, l->scaled, row);
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
    ce_progress_expect(l->progress, ce_eigen_seconds(n));
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

/* ---- shift and invert ---- */

/* How far above 1, the largest eigenvalue of L, the shift lies. Eigenvalues within this of 1 are
 * hard to tell apart, and a smaller one would leave the factor of SHIFT I - L too little to stand
 * on. */
#define SHIFT (1 + 1e-9)

typedef struct {
    ce_laplacian *l;
    ce_shifted *factor;
    int failed;
} inverse;

/* x without its parts along the known eigenvectors. */
static void leave_known(ce_laplacian *l, const double *x, double *y)
{
    memset(l->share, 0, l->components * sizeof *l->share);
    for (size_t i = 0; i < l->n; i++)
        if (l->component[i] >= 0)
            l->share[l->component[i]] += l->known[i] * x[i];
    for (size_t i = 0; i < l->n; i++)
        y[i] = x[i] - (l->component[i] < 0 ? 0 : l->known[i] * l->share[l->component[i]]);
}

/* (SHIFT I - L)^-1 between two projections, which take the known eigenvectors out. */
static void apply_inverse(void *state, const double *x, double *y)
{
    inverse *v = state;

    leave_known(v->l, x, v->l->scaled);
    if (ce_shifted_solve(v->factor, v->l->scaled, y))
        v->failed = 1;
    leave_known(v->l, y, y);
}

/* L, as a sparse matrix. */
static int write_sparse(ce_laplacian *l, ce_similarity *s, ce_error *err)
{
    const ce_similarity *a = l->a;
    int rc = ce_similarity_alloc_sparse(s, l->n, a->row_start[l->n], err);

    if (rc)
        return rc;
    memcpy(s->row_start, a->row_start, (l->n + 1) * sizeof *a->row_start);
    memcpy(s->column, a->column, a->row_start[l->n] * sizeof *a->column);
    for (size_t i = 0; i < l->n; i++) {
        double own = ce_laplacian_own_share(l, i);
        for (size_t e = a->row_start[i]; e < a->row_start[i + 1]; e++) {
            size_t j = (size_t)a->column[e];
            s->values[e] = scaled(a->values[e], l->scale[i], l->scale[j]) * (i == j ? own : 1);
        }
    }
    return CE_OK;
}

/* How many products with L are tried before that: so many entries of L are read. */
#define ENTRIES_TRIED 2e8

/* Eigenvalues near 1 are nearly equal where a graph is long and thin, and Lanczos' method then
 * takes thousands of products. The same eigenvectors are those of the largest eigenvalues 1 /
 * (SHIFT - lambda) of the inverse, which lie far apart. *done: 0 where the factor would not be
 * cheap. */
static int solve_inverse(ce_laplacian *l, size_t count, double *values, double *vectors, int *done,
                         ce_error *err)
{
    ce_similarity s = {0};
    inverse v = {.l = l};
    int rc = write_sparse(l, &s, err);

    *done = 0;
    if (!rc)
        rc = ce_shifted_cheap(&s, SHIFT, &v.factor, err);
    ce_similarity_free(&s);
    if (rc || !v.factor)
        return rc;
    l->solved = CE_SOLVED_FACTOR;
    l->factor_entries = ce_shifted_entries(v.factor);
    rc = ce_eigen_largest_operator(apply_inverse, &v, l->n, count, values, vectors, err);
    for (size_t j = 0; j < count && !rc; j++)
        values[j] = SHIFT - 1 / values[j];
    if (v.failed)
        rc = ce_fail(err, CE_ENOMEM, "out of memory for a sparse Cholesky factor");
    ce_shifted_free(v.factor);
    *done = 1;
    return rc;
}

/* Products with L where they converge soon or nothing else is cheap, else the inverse. */
static int solve_sparse(ce_laplacian *l, size_t count, ce_solver solver, double *values,
                        double *vectors, ce_error *err)
{
    int done = 0, rc = CE_OK;
    int can_factor = solver == CE_SOLVER_AUTO && l->components && l->a && l->a->row_start;

    l->solved = CE_SOLVED_PRODUCTS;
    if (can_factor)
        rc = ce_eigen_largest_within(apply, l, l->n, count,
                                     (size_t)(ENTRIES_TRIED / (double)l->a->row_start[l->n]),
                                     values, vectors, &done, err);
    if (!rc && !done && can_factor)
        rc = solve_inverse(l, count, values, vectors, &done, err);
    if (rc || done)
        return rc;
    if (l->n > DENSE_MOST)
        return ce_eigen_largest_operator(apply, l, l->n, count, values, vectors, err);
    /* Where more clusters are asked for than there are, the last eigenvalues lie among many that
     * are nearly equal, and ARPACK does not tell them apart. */
    rc = ce_eigen_largest_within(apply, l, l->n, count, SIZE_MAX, values, vectors, &done, err);
    if (rc || done)
        return rc;
    l->solved = CE_SOLVED_DENSE;
    return solve_dense(l, count, values, vectors, err);
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
    l->solved = CE_SOLVED_NOT;
    for (size_t j = 0; j < known; j++)
        values[j] = 1;
    if (!rc && count && dense) {
        l->solved = CE_SOLVED_DENSE;
        rc = solve_dense(l, count, values + known, vectors, err);
    } else if (!rc && count) {
        rc = solve_sparse(l, count, solver, values + known, vectors, err);
    }
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
