/* linalg: checks of eigenpairs, products and principal components by what must hold. One line a
 * check; Bats compares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "linalg/linalg.h"
#include "linalg/pca.h"
#include "linalg/shifted.h"
#include "linalg/tridiagonal.h"

static double noise(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0 - 0.5;
}

typedef struct {
    const double *a;
    size_t n;
} dense;

static void apply(void *state, const double *x, double *y)
{
    const dense *m = state;

    for (size_t i = 0; i < m->n; i++) {
        y[i] = 0;
        for (size_t j = 0; j < m->n; j++)
            y[i] += m->a[i * m->n + j] * x[j];
    }
}

/* Largest of |A v - lambda v| and |v_i . v_j - delta_ij|. */
static double defect(const double *a, size_t n, size_t count, const double *values, const double *v)
{
    double worst = 0;

    for (size_t j = 0; j < count; j++) {
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t l = 0; l < n; l++)
                sum += a[i * n + l] * v[l * count + j];
            worst = fmax(worst, fabs(sum - values[j] * v[i * count + j]));
        }
        for (size_t h = 0; h <= j; h++) {
            double dot = 0;
            for (size_t i = 0; i < n; i++)
                dot += v[i * count + j] * v[i * count + h];
            worst = fmax(worst, fabs(dot - (h == j)));
        }
        if (j && values[j] > values[j - 1])
            worst = HUGE_VAL;
    }
    return worst;
}

static void check_eigen(const char *name, const double *a, size_t n, size_t count,
                        int with_operator)
{
    double *copy = malloc(n * n * sizeof *copy), *values = malloc(count * sizeof *values);
    double *v = malloc(n * count * sizeof *v), *first = malloc(count * sizeof *first);
    dense m = {a, n};
    ce_error err = {0};
    double worst;
    int rc;

    memcpy(copy, a, n * n * sizeof *copy);
    rc = ce_eigen_largest(copy, n, count, first, v, &err);
    worst = rc ? HUGE_VAL : defect(a, n, count, first, v);
    printf("%s dense n=%zu count=%zu: %s\n", name, n, count,
           rc              ? err.text
           : worst < 1e-11 ? "ok"
                           : "WRONG");
    if (with_operator) {
        rc = ce_eigen_largest_operator(apply, &m, n, count, values, v, &err);
        worst = rc ? HUGE_VAL : defect(a, n, count, values, v);
        for (size_t j = 0; j < count && !rc; j++)
            worst = fmax(worst, fabs(values[j] - first[j]));
        printf("%s operator n=%zu count=%zu: %s\n", name, n, count,
               rc              ? err.text
               : worst < 1e-10 ? "ok"
                               : "WRONG");
    }
    free(copy);
    free(values);
    free(v);
    free(first);
}

static void check_matrices(void)
{
    enum { N = 60 };
    static double a[N * N];
    unsigned long state = 7;

    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j <= i; j++)
            a[i * N + j] = a[j * N + i] = noise(&state);
    check_eigen("random", a, N, 1, 1);
    check_eigen("random", a, N, 7, 1);
    check_eigen("random", a, N, 59, 1);
    check_eigen("random", a, N, 60, 0);
    /* three blocks of ones: the eigenvalue 20 three times over, then 0 */
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            a[i * N + j] = i / 20 == j / 20;
    check_eigen("blocks", a, N, 3, 0);
    check_eigen("blocks", a, N, 60, 0);
    a[0] = 4.25;
    check_eigen("single", a, 1, 1, 0);
    check_eigen("single", a, 1, 2, 1);
}

/* The spectrum of the path graph is known: 2 cos(j pi / (n+1)); its first eigenvector is sin(i pi /
 * (n+1)), so positive. */
static void check_path(void)
{
    enum { N = 50, COUNT = 5 };
    double *a = calloc(N * N, sizeof *a), values[COUNT], v[N * COUNT], worst = 0;
    ce_error err = {0};

    for (size_t i = 0; i + 1 < N; i++)
        a[i * N + i + 1] = a[(i + 1) * N + i] = 1;
    if (ce_eigen_largest(a, N, COUNT, values, v, &err))
        puts(err.text);
    for (size_t j = 0; j < COUNT; j++)
        worst = fmax(worst, fabs(values[j] - 2 * cos((double)(j + 1) * M_PI / (N + 1))));
    for (size_t i = 0; i < N; i++)
        worst = fmax(worst, fabs(v[i * COUNT] -
                                 sqrt(2.0 / (N + 1)) * sin((double)(i + 1) * M_PI / (N + 1))));
    printf("path: %s\n", worst < 1e-13 ? "ok" : "WRONG");
    free(a);
}

/* Of entries that tie but for rounding the first is made positive. */
static void check_signs(void)
{
    double v[] = {-0.5, 0.1, 0.5 + 1e-15, -0.9, 0.5, 0.2};

    ce_eigen_orient(v, 3, 2);
    printf("signs: %g %g %g %g %g %g\n", v[0], v[1], v[2], v[3], v[4], v[5]);
}

/* Against three plain loops, at sizes around the tiles; and the same bits on 1 and 4 threads. */
static void check_products(size_t m, size_t p, size_t n)
{
    double *a = malloc((m * p + 1) * sizeof *a), *b = malloc((p * n + 1) * sizeof *b);
    double *bt = malloc((p * n + 1) * sizeof *bt), *c = malloc(m * n * sizeof *c),
           *d = malloc(m * n * sizeof *d);
    unsigned long state = 11;
    double worst = 0;
    int same;

    for (size_t i = 0; i < m * p; i++)
        a[i] = noise(&state);
    for (size_t l = 0; l < p; l++)
        for (size_t j = 0; j < n; j++)
            b[l * n + j] = bt[j * p + l] = noise(&state);
    ce_threads_set(1);
    ce_matrix_product(a, b, c, m, p, n);
    ce_threads_set(4);
    ce_matrix_product(a, b, d, m, p, n);
    same = !memcmp(c, d, m * n * sizeof *c);
    ce_product_transposed(a, bt, d, m, p, n);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t l = 0; l < p; l++)
                sum += a[i * p + l] * b[l * n + j];
            worst = fmax(worst, fmax(fabs(sum - c[i * n + j]), fabs(sum - d[i * n + j])));
        }
    printf("product %zu x %zu x %zu: %s, %s\n", m, p, n, worst < 1e-11 ? "ok" : "WRONG",
           same ? "same bits" : "DIFFERENT");
    free(a);
    free(b);
    free(bt);
    free(c);
    free(d);
}

/* Axes orthonormal, variances those of the coordinates, the whole variance kept when every
 * component is. */
static void check_pca(size_t n, size_t d, size_t components)
{
    ce_matrix x = {0}, scores = {0};
    ce_pca pca = {0};
    ce_error err = {0};
    unsigned long state = 5;
    double worst = 0, sum = 0;

    if (ce_matrix_alloc(&x, n, d, &err))
        return;
    for (size_t i = 0; i < n * d; i++)
        x.values[i] = noise(&state) * (double)(1 + i % d) + (i % d ? x.values[i - 1] / 2 : 100);
    if (ce_pca_fit(&pca, &x, NULL, components, &err) || ce_pca_apply(&pca, &x, &scores, &err)) {
        printf("pca %zu x %zu, %zu: %s\n", n, d, components, err.text);
        goto done;
    }
    for (size_t j = 0; j < components; j++) {
        double square = 0, mean = 0;
        for (size_t h = 0; h <= j; h++) {
            double dot = 0;
            for (size_t s = 0; s < d; s++)
                dot += pca.axis[j * d + s] * pca.axis[h * d + s];
            worst = fmax(worst, fabs(dot - (h == j)));
        }
        for (size_t i = 0; i < n; i++) {
            mean += scores.values[i * components + j];
            square += scores.values[i * components + j] * scores.values[i * components + j];
        }
        worst = fmax(worst, fabs(mean) / (double)n);
        worst = fmax(worst, fabs(square / (double)(n > 1 ? n - 1 : 1) - pca.variance[j]) /
                                (1 + pca.total));
        sum += pca.variance[j];
        if (j && pca.variance[j] > pca.variance[j - 1])
            worst = HUGE_VAL;
    }
    if (components == (n < d ? n : d))
        worst = fmax(worst, fabs(sum - pca.total) / (1 + pca.total));
    printf("pca %zu x %zu, %zu: %s\n", n, d, components, worst < 1e-11 ? "ok" : "WRONG");
done:
    ce_pca_free(&pca);
    ce_matrix_free(&x);
    ce_matrix_free(&scores);
}

typedef struct {
    double *full; /* n x n */
    size_t n, row_tiles;
    int outside;
} tiles;

static void keep_tile(void *state, double *tile, size_t row_tile, size_t first_row, size_t rows,
                      size_t first_column, size_t columns)
{
    tiles *t = state;

    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            if (first_column + j >= first_row + i)
                t->full[(first_row + i) * t->n + first_column + j] += tile[i * columns + j];
    if (row_tile >= t->row_tiles)
        t->outside = 1;
}

/* The upper triangle of A A^T, each entry once, and the same bits on one thread and on four. */
static void check_tiles(size_t n, size_t p)
{
    double *a = malloc((n * p + 1) * sizeof *a), *c = calloc(n * n, sizeof *c),
           *d = calloc(n * n, sizeof *d), worst = 0;
    tiles t = {.full = c, .n = n, .row_tiles = ce_product_row_tiles(n)}, u = t;
    unsigned long state = 17;
    int same;

    u.full = d;
    for (size_t i = 0; i < n * p; i++)
        a[i] = noise(&state);
    ce_threads_set(1);
    same = !ce_product_tiles(a, a, n, p, keep_tile, &t, NULL);
    ce_threads_set(4);
    same &= !ce_product_tiles(a, a, n, p, keep_tile, &u, NULL) && !memcmp(c, d, n * n * sizeof *c);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t l = 0; l < p && j >= i; l++)
                sum += a[i * p + l] * a[j * p + l];
            worst = fmax(worst, fabs(sum - c[i * n + j]));
        }
    printf("tiles %zu x %zu: %s, %s\n", n, p, worst < 1e-11 && !t.outside ? "ok" : "WRONG",
           same ? "same bits" : "DIFFERENT");
    free(a);
    free(c);
    free(d);
}

/* The entries of a, n x n, into a sparse matrix with room for them. */
static void fill(ce_similarity *s, const double *a, size_t n)
{
    size_t entries = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            if (a[i * n + j] != 0) {
                s->column[entries] = (int32_t)j;
                s->values[entries++] = a[i * n + j];
            }
        s->row_start[i + 1] = entries;
    }
}

/* A ring with some long edges and, where `own`, entries on the diagonal: does (I - A) x = b hold?
 */
static void check_shifted(int own)
{
    enum { N = 60, MOST = N * 8 };
    double a[N][N] = {{0}}, b[N], x[N], worst = 0;
    unsigned long state = 17;
    ce_similarity s = {0};
    ce_shifted *factor = NULL;
    ce_error err = {0};

    for (size_t i = 0; i < N; i++) {
        a[i][(i + 1) % N] = a[(i + 1) % N][i] = .2 + .1 * noise(&state);
        if (i % 7 == 0)
            a[i][(i + 20) % N] = a[(i + 20) % N][i] = .1 * noise(&state);
        if (own && i % 3)
            a[i][i] = .2 * noise(&state);
        b[i] = noise(&state);
    }
    if (ce_similarity_alloc_sparse(&s, N, MOST, &err))
        return;
    fill(&s, &a[0][0], N);
    if (ce_shifted_factor(&s, 1, &factor, &err) || !factor || ce_shifted_solve(factor, b, x))
        worst = INFINITY;
    for (size_t i = 0; i < N && factor; i++) {
        double sum = x[i] - b[i];
        for (size_t j = 0; j < N; j++)
            sum -= a[i][j] * x[j];
        worst = fmax(worst, fabs(sum));
    }
    printf("shifted, %s the diagonal: %s\n", own ? "with" : "without",
           worst < 1e-12 ? "ok" : "WRONG");
    ce_shifted_free(factor);
    ce_similarity_free(&s);
}

/* Groups of 1 to 9 that are all joined, in a ring, solved for 40 columns of panels that have two
 * rows more than the matrix: does (I - A) x = b hold for each, on 1 and on 3 threads? */
static void check_panels(size_t group)
{
    enum { N = 61, ROWS = N + 2, PANELS = 3, W = CE_SHIFTED_PANEL, ALL = PANELS * ROWS * W };
    double a[N][N] = {{0}}, b[ALL], x[ALL], again[ALL], scale[N], worst = 0;
    unsigned long state = 23;
    ce_similarity s = {0}, none = {.n = N};
    ce_shifted *factor = NULL;
    ce_error err = {0};
    int same;

    for (size_t i = 0; i < N; i++) {
        scale[i] = 1 + noise(&state);
        a[i][i] = -2 + noise(&state);
        for (size_t j = 0; j < i; j++)
            if (i / group == j / group || j + 1 == i)
                a[i][j] = a[j][i] = .3 * noise(&state);
    }
    for (size_t at = 0; at < ALL; at++)
        b[at] = x[at] = again[at] = noise(&state);
    if (ce_similarity_alloc_sparse(&s, N, N * N, &err))
        return;
    fill(&s, &a[0][0], N);
    if (ce_shifted_factor(&s, 1, &factor, &err))
        worst = INFINITY;
    ce_threads_set(1);
    if (factor && ce_shifted_solve_panels(factor, x, ROWS, PANELS, scale, &err))
        worst = INFINITY;
    ce_threads_set(3);
    if (factor && ce_shifted_solve_panels(factor, again, ROWS, PANELS, scale, &err))
        worst = INFINITY;
    same = !memcmp(x, again, sizeof x);
    for (size_t p = 0; p < PANELS; p++)
        for (size_t c = 0; c < W; c++) {
            const double *y = x + p * ROWS * W + c, *given = b + p * ROWS * W + c;
            for (size_t i = 0; i < N; i++) {
                double sum = y[i * W] / scale[i] - given[i * W];
                for (size_t j = 0; j < N; j++)
                    sum -= a[i][j] * y[j * W] / scale[j];
                worst = fmax(worst, fabs(sum));
            }
            for (size_t i = N; i < ROWS; i++)
                same &= y[i * W] == given[i * W];
        }
    ce_shifted_free(factor);
    printf("panels, groups of %zu: %s, %s\n", group, worst < 1e-13 ? "ok" : "WRONG",
           same ? "same bits" : "DIFFERENT");
    if (group == 1) {
        s.values[0] = 7;
        printf("not positive: %d %s\n", ce_shifted_factor(&s, 1, &factor, &err) == CE_ENUM,
               err.text);
        printf("dense: %d\n", ce_shifted_factor(&none, 1, &factor, &err) == CE_EARG && !factor);
    }
    ce_similarity_free(&s);
}

/* Q of a matrix with `width` diagonals in between, as columns, from so many threads. */
static int reduce(const double *a, size_t n, size_t width, int threads, double *q,
                  ce_tridiagonal *t, double *room, ce_error *err)
{
    int rc;

    ce_threads_set(threads);
    memcpy(room, a, n * n * sizeof *a);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            q[i * n + j] = i == j;
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            room[i * n + j] = NAN; /* not to be read */
    rc = ce_tridiagonal_reduce(t, room, n, width, err);
    if (!rc)
        rc = ce_tridiagonal_back(t, q, n, err);
    ce_threads_set(1);
    return rc;
}

/* A = Q T Q^T and Q^T Q = 1, in one step (width 0) and in two. */
static void check_tridiagonal(size_t n, size_t width, size_t block)
{
    double *a = calloc(n * n, sizeof *a), *room = malloc(n * n * sizeof *a),
           *q = malloc(n * n * sizeof *a), *again = malloc(n * n * sizeof *a), worst = 0;
    unsigned long state = n + width;
    ce_tridiagonal t = {0}, other = {0};
    ce_error err = {0};

    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) /* block: those of other blocks are 0 */
            a[i * n + j] = a[j * n + i] = noise(&state) * (i / block == j / block);
    printf("tridiagonal %zu, band %zu, blocks %zu: ", n, width, block);
    if (reduce(a, n, width, 1, q, &t, room, &err)) {
        puts(err.text);
        goto done;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = -a[i * n + j], dot = i == j ? -1 : 0;
            for (size_t h = 0; h < n; h++) {
                double product = t.d[h] * q[h * n + j];
                if (h)
                    product += t.e[h - 1] * q[(h - 1) * n + j];
                if (h + 1 < n)
                    product += t.e[h] * q[(h + 1) * n + j];
                sum += q[h * n + i] * product;
                dot += q[h * n + i] * q[h * n + j];
            }
            worst = fmax(worst, fmax(fabs(sum), fabs(dot)));
        }
    printf("%s, ", worst < 1e-13 && t.e[n - 1] == 0 ? "ok" : "WRONG");
    printf("%s\n", !reduce(a, n, width, 3, again, &other, room, &err) &&
                           !memcmp(q, again, n * n * sizeof *q)
                       ? "same bits"
                       : "DIFFERENT");
done:
    ce_tridiagonal_free(&t);
    ce_tridiagonal_free(&other);
    free(a);
    free(room);
    free(q);
    free(again);
}

int main(void)
{
    ce_linalg_start();
    check_matrices();
    check_path();
    check_signs();
    check_products(1, 1, 1);
    check_products(3, 0, 2);
    check_products(257, 33, 19);
    check_products(600, 5, 1030);
    check_tiles(1, 3);
    check_tiles(5, 0);
    check_tiles(256, 4);
    check_tiles(257, 4);
    check_tiles(1300, 7);
    check_pca(40, 6, 6);
    check_pca(40, 6, 2);
    check_pca(7, 30, 7);
    check_pca(7, 30, 3);
    check_pca(1, 4, 1);
    check_pca(5, 5, 5);
    check_pca(4, 2, 3);
    check_shifted(0);
    check_shifted(1);
    for (size_t group = 1; group <= 9; group++)
        check_panels(group);
    check_panels(61);
    for (size_t width = 0; width <= 9; width++)
        for (size_t n = 1; n <= 21; n++)
            check_tridiagonal(n, width, n);
    check_tridiagonal(130, 0, 130);
    check_tridiagonal(130, 7, 130);
    check_tridiagonal(200, 64, 200);
    check_tridiagonal(230, 16, 30);
    check_tridiagonal(40, 4, 1);
    return 0;
}
