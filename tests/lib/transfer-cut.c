/* transfer-cut: the normalized cut of bipartite graphs against the whole graph's eigenproblem, and
 * by what must hold. One line a check; Bats compares. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "linalg/linalg.h"
#include "partition/graph/transfer_cut.h"

static double noise(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static void print_labels(const char *name, int rc, const ce_partition *p, const ce_error *err)
{
    printf("%s:", name);
    if (rc)
        printf(" %d %s", rc, err->text);
    for (size_t i = 0; i < p->n && !rc; i++)
        printf(" %d", p->labels[i] + 1);
    putchar('\n');
}

static int same(const ce_partition *a, const ce_partition *b)
{
    return a->n && a->n == b->n && a->k == b->k &&
           !memcmp(a->labels, b->labels, a->n * sizeof *a->labels);
}

static void dense_of(ce_biadjacency *b, size_t rows, size_t columns, const double *full)
{
    ce_error err = {0};

    if (ce_biadjacency_alloc_dense(b, rows, columns, "", "", &err))
        exit(1);
    memcpy(b->values, full, rows * columns * sizeof *full);
}

static void sparse_of(ce_biadjacency *b, size_t rows, size_t columns, const double *full)
{
    ce_error err = {0};
    size_t e = 0;

    if (ce_biadjacency_alloc_sparse(b, rows, columns, rows * columns, &err))
        exit(1);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++)
            if (full[i * columns + j] != 0) {
                b->column[e] = (int32_t)j;
                b->values[e++] = full[i * columns + j];
            }
        b->row_start[i + 1] = e;
    }
}

/* The operator form over a dense B; left: products until one fails. */
typedef struct {
    const ce_biadjacency *b;
    size_t left, done;
} product_state;

static int apply(void *state, const double *x, double *y, ce_error *err)
{
    product_state *s = state;

    if (s->done++ >= s->left)
        return ce_fail(err, CE_EIO, "product %zu failed", s->done);
    for (size_t i = 0; i < s->b->rows; i++) {
        y[i] = 0;
        for (size_t j = 0; j < s->b->columns; j++)
            y[i] += s->b->values[i * s->b->columns + j] * x[j];
    }
    return 0;
}

static int apply_transposed(void *state, const double *x, double *y, ce_error *err)
{
    product_state *s = state;

    if (s->done++ >= s->left)
        return ce_fail(err, CE_EIO, "product %zu failed", s->done);
    memset(y, 0, s->b->columns * sizeof *y);
    for (size_t i = 0; i < s->b->rows; i++)
        for (size_t j = 0; j < s->b->columns; j++)
            y[j] += s->b->values[i * s->b->columns + j] * x[i];
    return 0;
}

static int cut_operator(const ce_biadjacency *b, const double *weight,
                        const ce_transfer_options *options, size_t left, ce_partition *p,
                        ce_error *err)
{
    product_state state = {b, left, 0};
    ce_biadjacency_operator o = {b->rows, b->columns, apply, apply_transposed, &state};

    return ce_transfer_cut_operator(&o, weight, options, p, err);
}

/* Rows in k noisy groups, columns in k as well: a B with few entries, but no row and (rows >=
 * columns) no column of zeros. */
static void noisy_groups(double *full, size_t rows, size_t columns, size_t k, double share,
                         unsigned long seed)
{
    unsigned long state = seed;

    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            full[i * columns + j] =
                noise(&state) < (i % k == j % k ? share : share / 6) || i % columns == j
                    ? .1 + noise(&state)
                    : 0;
}

/* ---- the slow form: all n + N_c vertices ---- */

/* f: rows x k: the eigenvectors' rows, D_x^-1/2 u_x sigma, of length 1; values: k of the whole
 * graph. */
static void whole_graph(const double *full, size_t n, size_t c, size_t k, double *f, double *values)
{
    size_t all = n + c;
    double *a = calloc(all * all, sizeof *a), *d = calloc(all, sizeof *d),
           *u = calloc(all * k, sizeof *u);
    ce_error err = {0};

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < c; j++) {
            a[i * all + n + j] = a[(n + j) * all + i] = full[i * c + j];
            d[i] += full[i * c + j];
            d[n + j] += full[i * c + j];
        }
    for (size_t i = 0; i < all; i++)
        for (size_t j = 0; j < all; j++)
            a[i * all + j] /= sqrt(d[i]) * sqrt(d[j]);
    if (ce_eigen_largest(a, all, k, values, u, &err))
        puts(err.text);
    for (size_t i = 0; i < n; i++) {
        double length = 0;
        for (size_t s = 0; s < k; s++) {
            f[i * k + s] = u[i * k + s] * values[s] / sqrt(d[i]);
            length += f[i * k + s] * f[i * k + s];
        }
        for (size_t s = 0; s < k; s++)
            f[i * k + s] /= sqrt(length);
    }
    free(a);
    free(d);
    free(u);
}

static double distance(const double *a, const double *b, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += (a[s] - b[s]) * (a[s] - b[s]);
    return sum;
}

/* Lloyd's k-means from the first row and farthest-first centres, as plain as can be. Labels
 * numbered by first appearance. */
static void plain_kmeans(const double *f, size_t n, size_t k, int32_t *labels)
{
    double *centre = calloc(k * k, sizeof *centre), *count = calloc(k, sizeof *count);
    int changed = 1;
    int32_t *name = malloc(k * sizeof *name), names = 0;

    memcpy(centre, f, k * sizeof *f);
    for (size_t l = 1; l < k; l++) {
        double farthest = -1;
        size_t at = 0;
        for (size_t i = 0; i < n; i++) {
            double nearest = HUGE_VAL;
            for (size_t o = 0; o < l; o++)
                nearest = fmin(nearest, distance(f + i * k, centre + o * k, k));
            if (nearest > farthest + 1e-9) {
                farthest = nearest;
                at = i;
            }
        }
        memcpy(centre + l * k, f + at * k, k * sizeof *f);
    }
    memset(labels, -1, n * sizeof *labels);
    while (changed) {
        changed = 0;
        for (size_t i = 0; i < n; i++) {
            int32_t best = 0;
            for (size_t l = 1; l < k; l++)
                if (distance(f + i * k, centre + l * k, k) <
                    distance(f + i * k, centre + (size_t)best * k, k))
                    best = (int32_t)l;
            changed |= best != labels[i];
            labels[i] = best;
        }
        memset(centre, 0, k * k * sizeof *centre);
        memset(count, 0, k * sizeof *count);
        for (size_t i = 0; i < n; i++) {
            count[labels[i]]++;
            for (size_t s = 0; s < k; s++)
                centre[(size_t)labels[i] * k + s] += f[i * k + s];
        }
        for (size_t l = 0; l < k; l++)
            for (size_t s = 0; s < k; s++)
                centre[l * k + s] /= count[l];
    }
    memset(name, -1, k * sizeof *name);
    for (size_t i = 0; i < n; i++) {
        if (name[labels[i]] < 0)
            name[labels[i]] = names++;
        labels[i] = name[labels[i]];
    }
    free(centre);
    free(count);
    free(name);
}

static void check_whole_graph(size_t n, size_t c, size_t k, double share)
{
    double *full = malloc(n * c * sizeof *full), *f = malloc(n * k * sizeof *f),
           *values = malloc(k * sizeof *values);
    ce_partition slow = {0}, p[6] = {{0}};
    ce_biadjacency dense = {0}, sparse = {0};
    ce_transfer_options options = {.k = k, .start = CE_TRANSFER_FARTHEST, .iterations = 100000};
    ce_error err = {0};

    noisy_groups(full, n, c, k, share, n + c);
    whole_graph(full, n, c, k, f, values);
    if (ce_partition_alloc(&slow, n, &err))
        exit(1);
    slow.k = (int32_t)k;
    plain_kmeans(f, n, k, slow.labels);
    dense_of(&dense, n, c, full);
    sparse_of(&sparse, n, c, full);
    for (int form = 0; form < 6; form++) {
        ce_threads_set(form % 2 ? 4 : 1);
        if (form / 2 == 2
                ? cut_operator(&dense, NULL, &options, (size_t)-1, &p[form], &err)
                : ce_transfer_cut(form / 2 ? &sparse : &dense, NULL, &options, &p[form], &err))
            puts(err.text);
    }
    printf("whole graph %zu x %zu k=%zu: dense %s %s, sparse %s %s, operator %s %s\n", n, c, k,
           same(&slow, &p[0]) ? "ok" : "WRONG", same(&slow, &p[1]) ? "ok" : "WRONG",
           same(&slow, &p[2]) ? "ok" : "WRONG", same(&slow, &p[3]) ? "ok" : "WRONG",
           same(&slow, &p[4]) ? "ok" : "WRONG", same(&slow, &p[5]) ? "ok" : "WRONG");
    free(full);
    free(f);
    free(values);
    ce_biadjacency_free(&dense);
    ce_biadjacency_free(&sparse);
    ce_partition_free(&slow);
    for (int form = 0; form < 6; form++)
        ce_partition_free(&p[form]);
}

/* ---- awkward graphs ---- */

static void check_awkward(void)
{
    static const double pieces[] = {
        1, 0, 0, 0, 0, /* columns {1} {2 3} {4} and one of zeros; row 7 is zeros */
        0, 1, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, .5, 0, 0, 0, 0, 0,
        3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  1, 1, 0, 0};
    /* three pieces of two rows: the first comes first, and each row counts */
    static const double three[] = {1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1};
    static const double equal[] = {1, 2, 1, 2, 1, 2, 2, 4};
    static const double one[] = {5};
    static const double square[] = {1, .1, .1, .1, 1, .1, .1, .1, 1};
    static const double tiny[] = {1e300, 1e300, 0, 1e300, 1e300, 0, 0, 0, 1e-300, 0, 0, 1e-300};
    static const double negative[] = {1, 0, -1, 0};
    static const double infinite[] = {1, 0, 0, HUGE_VAL};
    static const double zeros[4] = {0};
    static const struct {
        const char *name;
        const double *full;
        size_t rows, columns, k;
    } cases[] = {{"pieces k=1", pieces, 8, 5, 1}, {"pieces k=2", pieces, 8, 5, 2},
                 {"pieces k=3", pieces, 8, 5, 3}, {"pieces k=4", pieces, 8, 5, 4},
                 {"pieces k=5", pieces, 8, 5, 5}, {"equal k=1", equal, 4, 2, 1},
                 {"equal k=2", equal, 4, 2, 2},   {"one k=1", one, 1, 1, 1},
                 {"one k=2", one, 1, 1, 2},       {"square k=3", square, 3, 3, 3},
                 {"square k=4", square, 3, 3, 4}, {"square k=0", square, 3, 3, 0},
                 {"tiny k=2", tiny, 4, 3, 2},     {"negative", negative, 2, 2, 1},
                 {"infinite", infinite, 2, 2, 1}, {"zeros k=1", zeros, 2, 2, 1},
                 {"zeros k=2", zeros, 2, 2, 2},   {"no column", zeros, 2, 0, 1},
                 {"three k=2", three, 6, 3, 2}};

    for (size_t t = 0; t < sizeof cases / sizeof *cases; t++)
        for (int form = 0; form < 6; form++) {
            ce_transfer_options options = {
                .k = cases[t].k, .start = form % 2 ? CE_TRANSFER_FARTHEST : CE_TRANSFER_PLUSPLUS};
            ce_biadjacency b = {0};
            ce_partition p = {0};
            ce_error err = {0};
            int rc;
            if (form / 2 == 2 &&
                (!strcmp(cases[t].name, "negative") || !strcmp(cases[t].name, "infinite") ||
                 !strcmp(cases[t].name, "tiny k=2")))
                continue; /* an operator's entries cannot be looked at */
            (form / 2 == 1 ? sparse_of : dense_of)(&b, cases[t].rows, cases[t].columns,
                                                   cases[t].full);
            rc = form / 2 == 2 ? cut_operator(&b, NULL, &options, (size_t)-1, &p, &err)
                               : ce_transfer_cut(&b, NULL, &options, &p, &err);
            print_labels(cases[t].name, rc, &p, &err);
            ce_biadjacency_free(&b);
            ce_partition_free(&p);
        }
}

/* A row with a weight is as many equal rows: a table, and one of which only products are known. */
static void check_weights(ce_transfer_start start, const char *name, size_t C, double noise_share)
{
    enum { G = 60, K = 4, MOST = 30 };
    double *small = malloc(G * C * sizeof *small), *large = malloc(G * MOST * C * sizeof *large),
           weight[G];
    int32_t of[G * MOST];
    ce_transfer_options options = {.k = K, .start = start, .restarts = 10};
    ce_biadjacency b = {0}, dense = {0}, repeated = {0};
    ce_partition p = {0}, q = {0}, products = {0};
    ce_error err = {0};
    unsigned long state = 5;
    size_t n = 0, wrong = 0, differ = 0;

    noisy_groups(small, G, C, K, noise_share, 9);
    for (size_t g = 0; g < G; g++) {
        double u = noise(&state);
        weight[g] = 1 + (double)(size_t)(MOST * u * u * u * u);
        for (size_t r = 0; r < (size_t)weight[g]; r++) {
            memcpy(large + n * C, small + g * C, C * sizeof *small);
            of[n++] = (int32_t)g;
        }
    }
    sparse_of(&b, G, C, small);
    dense_of(&dense, G, C, small);
    sparse_of(&repeated, n, C, large);
    if (ce_transfer_cut(&b, weight, &options, &p, &err) ||
        ce_transfer_cut(&repeated, NULL, &options, &q, &err) ||
        cut_operator(&dense, weight, &options, SIZE_MAX, &products, &err))
        puts(err.text);
    for (size_t i = 0; i < n; i++) {
        wrong += p.labels[of[i]] != q.labels[i];
        differ += products.labels[of[i]] != q.labels[i];
    }
    printf("weights %s %zu columns: k=%d, %zu, by products %zu of %zu differ\n", name, C, p.k,
           wrong, differ, n);
    free(small);
    free(large);
    ce_biadjacency_free(&b);
    ce_biadjacency_free(&dense);
    ce_biadjacency_free(&repeated);
    ce_partition_free(&p);
    ce_partition_free(&q);
    ce_partition_free(&products);
}

/* The status and the message of a product that fails, at whichever step, and no partition. */
static void check_failing(void)
{
    enum { N = 300, C = 80, K = 3 };
    double *full = malloc(N * C * sizeof *full);
    ce_biadjacency b = {0};
    size_t wrong = 0, failed = 0;

    noisy_groups(full, N, C, K, .5, 3);
    dense_of(&b, N, C, full);
    for (size_t k = 1; k <= K; k += K - 1)
        for (size_t step = 0, more = 1; more; step++) {
            ce_partition p = {0};
            ce_error err = {0};
            char expected[64];
            int rc = cut_operator(&b, NULL, &(ce_transfer_options){.k = k}, step, &p, &err);
            snprintf(expected, sizeof expected, "product %zu failed", step + 1);
            more = rc != 0;
            failed += more;
            wrong += rc && (rc != CE_EIO || strcmp(err.text, expected) || p.labels);
            ce_partition_free(&p);
        }
    printf("failing products: %zu wrong\n", wrong + (failed < 40));
    free(full);
    ce_biadjacency_free(&b);
}

/* More columns than W is formed for: two groups of rows and columns, six entries a row. */
static void check_many_columns(void)
{
    enum { N = 6000, C = 5000, K = 3, EACH = 6 };
    ce_biadjacency b = {0};
    ce_partition p = {0}, q = {0};
    ce_transfer_options options = {.k = K};
    ce_error err = {0};
    unsigned long state = 12;
    size_t wrong = 0;

    if (ce_biadjacency_alloc_sparse(&b, N, C, N * EACH, &err))
        exit(1);
    for (size_t i = 0; i < N; i++) {
        for (size_t e = 0; e < EACH; e++) {
            size_t group = e + 1 < EACH || noise(&state) < .5 ? i % K : (size_t)(K * noise(&state));
            size_t block =
                C / EACH / K *
                K; /* one entry in each EACH-th part of the columns, so that they ascend */
            b.column[i * EACH + e] =
                (int32_t)(e * block + (size_t)(noise(&state) * (double)(block / K)) * K + group);
            b.values[i * EACH + e] = .5 + noise(&state);
        }
        b.row_start[i + 1] = (i + 1) * EACH;
    }
    ce_threads_set(1);
    if (ce_transfer_cut(&b, NULL, &options, &p, &err))
        puts(err.text);
    ce_threads_set(4);
    if (ce_transfer_cut(&b, NULL, &options, &q, &err))
        puts(err.text);
    for (size_t i = 0; i < p.n; i++)
        wrong += (size_t)p.labels[i] != i % K;
    printf("many columns: %zu of %zu wrong, threads %s\n", wrong, p.n,
           same(&p, &q) ? "ok" : "WRONG");
    ce_biadjacency_free(&b);
    ce_partition_free(&p);
    ce_partition_free(&q);
}

int main(void)
{
    ce_linalg_start();
    check_whole_graph(60, 12, 3, .5);
    check_whole_graph(400, 90, 5, .2);
    check_whole_graph(300, 1050, 4, .1); /* ARPACK on W */
    check_whole_graph(40, 30, 30, .4);   /* as many clusters as columns */
    check_awkward();
    check_weights(CE_TRANSFER_PLUSPLUS, "plusplus", 15, .6);
    check_weights(CE_TRANSFER_FARTHEST, "farthest", 15, .6);
    check_weights(CE_TRANSFER_PLUSPLUS, "plusplus", 80, .6);
    check_failing();
    check_many_columns();
    return 0;
}
