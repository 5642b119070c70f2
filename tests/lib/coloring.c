/*
 * coloring: the colors against a slow, separate coloring written from the definition in
 * partition/coloring.h: the degree of every row counted pair by pair, at each step the first
 * uncolored row by degree, the lowest color without a neighbour of it, and all rows of its
 * degree compared by exact sums over the members of that color. Random ensembles with and
 * without missing labels and sizes; regular graphs, where all rows have one degree and there are
 * more colors than sums are kept for; complete and empty graphs. Rows of labels and matrices of
 * similarities and distances, dense and sparse, must give the same colors, no class may be wider
 * than theta, and the consensus must be the partition of the largest phi.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consensus/registry.h"
#include "core/parallel.h"
#include "core/random.h"
#include "partition/coloring.h"
#include "partition/coloring_labels.h"
#include "partition/coloring_matrix.h"
#include "similarity/coassociation.h"

enum { MOST_M = 8, COMMON = 840 /* of 1 .. 8 */ };

static int failures;

#define CHECK(condition, ...) \
    do { \
        if (!(condition)) { \
            if (failures++ < 20) { \
                printf("line %d: ", __LINE__); \
                printf(__VA_ARGS__); \
                printf("\n"); \
            } \
        } \
    } while (0)

/* The share of separations of two rows, in units of 1 / COMMON. */
static long apart(const ce_labels *l, size_t i, size_t j)
{
    long both = 0, same = 0;

    for (size_t q = 0; q < l->m; q++) {
        int32_t a = ce_labels_column(l, q)[i], b = ce_labels_column(l, q)[j];
        both += a >= 0 && b >= 0;
        same += a >= 0 && a == b;
    }
    return both ? (both - same) * COMMON / both : COMMON;
}

/* Total, size or count of the color's members aside, since it is one color; -1: a neighbour. */
static long far(const ce_labels *l, const double *size, const int32_t *color, size_t u, int32_t c,
                long theta, ce_color_distance by)
{
    long total = 0;

    for (size_t w = 0; w < l->n; w++) {
        long d = apart(l, u, w), sw = size ? (long)size[w] : 1, su = size ? (long)size[u] : 1;
        if (color[w] != c)
            continue;
        if (d > theta)
            return -1;
        if (by == CE_COLOR_MAX)
            total = d > total ? d : total;
        else
            total += by == CE_COLOR_ROWS ? d : by == CE_COLOR_MEAN ? d * sw : d * sw * su;
    }
    return total;
}

static int32_t slow_coloring(const ce_labels *l, const double *size, long theta,
                             ce_color_distance by, int32_t *color)
{
    long *degree = calloc(l->n, sizeof *degree);
    int32_t colors = 0;

    for (size_t i = 0; i < l->n; i++) {
        color[i] = -1;
        for (size_t j = 0; j < l->n; j++)
            degree[i] += i != j && apart(l, i, j) > theta;
    }
    for (size_t left = l->n; left > 0; left--) {
        size_t v = l->n, best;
        int32_t c = 0;
        for (size_t i = 0; i < l->n; i++)
            if (color[i] < 0 && (v == l->n || degree[i] > degree[v]))
                v = i;
        while (c < colors && far(l, size, color, v, c, theta, by) < 0)
            c++;
        best = v;
        if (c < colors) {
            long least = -1;
            for (size_t u = 0; u < l->n; u++) {
                long d = color[u] < 0 && degree[u] == degree[v]
                             ? far(l, size, color, u, c, theta, by)
                             : -1;
                if (d >= 0 && (least < 0 || d < least)) {
                    least = d;
                    best = u;
                }
            }
        } else {
            colors++;
        }
        color[best] = c;
    }
    free(degree);
    return colors;
}

static void renumber(int32_t *label, size_t n)
{
    int32_t k;
    ce_error err = {0};

    ce_labels_renumber(label, n, &k, &err);
}

/* The sparse form of the entries that are not 0. */
static void to_sparse(const ce_similarity *dense, ce_similarity *sparse)
{
    size_t entries = 0, n = dense->n;
    ce_error err = {0};

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            entries += ce_similarity_dense_get(dense, i, j) != 0;
    ce_similarity_alloc_sparse(sparse, n, entries, &err);
    entries = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double value = ce_similarity_dense_get(dense, i, j);
            if (value != 0) {
                sparse->column[entries] = (int32_t)j;
                sparse->values[entries++] = value;
            }
        }
        sparse->row_start[i + 1] = entries;
    }
}

/* Matrices of the same rows, four ways. */
static void check_matrices(const ce_labels *l, const double *size, long theta, ce_color_distance by,
                           const int32_t *expected)
{
    ce_similarity s = {0}, sparse = {0};
    ce_partition p = {0};
    ce_error err = {0};
    int32_t *want = malloc(l->n * sizeof *want);

    memcpy(want, expected, l->n * sizeof *want);
    renumber(want, l->n);
    CHECK(!ce_coassociation(l, NULL, &s, NULL, &err), "%s", err.text);
    for (int is_distance = 0; is_distance < 2; is_distance++) {
        for (size_t e = 0; is_distance && e < l->n * (l->n + 1) / 2; e++)
            s.values[e] = 1 - s.values[e];
        to_sparse(&s, &sparse);
        for (int form = 0; form < 2; form++) {
            CHECK(!ce_coloring_matrix(form ? &sparse : &s, is_distance, size,
                                      (double)theta / COMMON, by, &p, &err),
                  "%s", err.text);
            CHECK(p.n == l->n && !memcmp(p.labels, want, l->n * sizeof *want),
                  "matrix (distance %d, sparse %d) and rows differ", is_distance, form);
        }
    }
    ce_similarity_free(&s);
    ce_similarity_free(&sparse);
    ce_partition_free(&p);
    free(want);
}

static void check_one(const ce_labels *l, const double *size, long theta, ce_color_distance by,
                      int matrices)
{
    ce_label_dissimilarities rows = {0};
    ce_dissimilarities d;
    ce_error err = {0};
    int32_t *fast = malloc(l->n * sizeof *fast), *slow = malloc(l->n * sizeof *slow), k = 0, want;

    CHECK(!ce_label_dissimilarities_build(&rows, l, COMMON, &err), "%s", err.text);
    d = ce_dissimilarities_of_labels(&rows, size);
    CHECK(!ce_coloring(&d, (double)theta / COMMON * rows.unit, by, NULL, fast, &k, &err), "%s",
          err.text);
    want = slow_coloring(l, size, theta, by, slow);
    CHECK(k == want && !memcmp(fast, slow, l->n * sizeof *fast),
          "n = %zu, m = %zu, theta = %ld/%d, by %d: %d colors, %d expected", l->n, l->m, theta,
          COMMON, (int)by, k, want);
    for (size_t i = 0; i < l->n; i++)
        for (size_t j = 0; j < i; j++)
            CHECK(fast[i] != fast[j] || apart(l, i, j) <= theta,
                  "rows %zu and %zu of one color are further apart than theta", j, i);
    if (matrices)
        check_matrices(l, size, theta, by, slow);
    ce_label_dissimilarities_free(&rows);
    free(fast);
    free(slow);
}

static void draw(ce_labels *l, gsl_rng *random, size_t n, size_t m, int32_t k, int missing)
{
    ce_error err = {0};

    ce_labels_alloc(l, n, m, &err);
    for (size_t q = 0; q < m; q++) {
        int32_t *column = ce_labels_column(l, q);
        for (size_t i = 0; i < n; i++)
            column[i] = missing && ce_random_below(random, 100) < (size_t)missing
                            ? CE_MISSING
                            : (int32_t)ce_random_below(random, (size_t)k);
        ce_labels_renumber(column, n, &l->k[q], &err);
    }
}

static void check_random(gsl_rng *random)
{
    for (int round = 0; round < 80; round++) {
        ce_labels l = {0};
        size_t n = 1 + ce_random_below(random, round % 10 ? 40 : 130),
               m = 1 + ce_random_below(random, MOST_M);
        double *size = round % 3 ? malloc(n * sizeof *size) : NULL;
        ce_color_distance by = (ce_color_distance)(round % 4);
        draw(&l, random, n, m, 2 + (int32_t)ce_random_below(random, 5), round % 5 == 1 ? 25 : 0);
        for (size_t i = 0; size && i < n; i++)
            size[i] = 1 + (double)ce_random_below(random, 9);
        for (size_t t = 0; t <= m; t++)
            check_one(&l, size, (long)t * COMMON / (long)m, by, 1);
        check_one(&l, size, COMMON / 2, by, round % 5 == 1);
        free(size);
        ce_labels_free(&l);
    }
}

/* Rows on a ring, each in clusters of `width` neighbours whose borders differ: the graph looks the
 * same from every row. With gaps every second
 * row lacks the label of one clustering, by turns. */
static void check_ring(size_t n, size_t width, int gaps)
{
    ce_labels l = {0};
    ce_error err = {0};

    ce_labels_alloc(&l, n, width, &err);
    for (size_t q = 0; q < width; q++) {
        for (size_t i = 0; i < n; i++)
            ce_labels_column(&l, q)[i] =
                gaps && i % 2 && i / 2 % width == q ? CE_MISSING : (int32_t)((i + q) % n / width);
        ce_labels_renumber(ce_labels_column(&l, q), n, &l.k[q], &err);
    }
    for (size_t t = 0; t <= width; t++)
        check_one(&l, NULL, (long)t * COMMON / (long)width, CE_COLOR_MEAN, 0);
    ce_labels_free(&l);
}

static long double entropy(const ce_partition *p, const ce_labels *l, size_t q, int which)
{
    long double h = 0;
    int32_t *column = ce_labels_column(l, q);

    for (size_t i = 0; i < l->n; i++) {
        long both = 0, all = 0;
        if (column[i] < 0)
            continue;
        for (size_t j = 0; j < l->n; j++) {
            int a = p->labels[i] == p->labels[j], b = column[i] == column[j];
            all += column[j] >= 0;
            both += column[j] >= 0 && (which == 0 ? a : which == 1 ? b : a && b);
        }
        h -= logl((long double)both / all) / all;
    }
    return h;
}

/* phi by its definition, over objects. */
static double slow_phi(const ce_labels *l, const ce_partition *p)
{
    long double sum = 0;

    for (size_t q = 0; q < l->m; q++) {
        long double a = entropy(p, l, q, 0), b = entropy(p, l, q, 1), both = entropy(p, l, q, 2);
        sum += a < 1e-15L && b < 1e-15L   ? 1
               : a < 1e-15L || b < 1e-15L ? 0
                                          : (a + b - both) / sqrtl(a * b);
    }
    return (double)(sum / (long double)l->m);
}

static void check_consensus(gsl_rng *random)
{
    const ce_method *gcons = ce_method_find("gcons");
    enum { THETA, COLORS, PHI, CHOSEN, COLUMNS };

    for (int round = 0; round < 60; round++) {
        ce_labels l = {0};
        ce_ensemble e = {0};
        ce_partition p = {0};
        ce_error err = {0};
        ce_report report = {0};
        ce_settings settings = {0};
        const ce_microclusters *micro;
        const double *best = NULL;
        size_t n = 2 + ce_random_below(random, 60), m = 1 + ce_random_below(random, 5);
        draw(&l, random, n, m, 2 + (int32_t)ce_random_below(random, 3),
             round % 4 == 1 && m > 2 ? 10 : 0);
        CHECK(!ce_settings_init(&settings, &gcons->about.options, NULL, &err), "%s", err.text);
        CHECK(!ce_ensemble_init(&e, &l, NULL, &err), "%s", err.text);
        const ce_run run = {.ensemble = &e,
                            .method = gcons,
                            .settings = &settings,
                            .seed = 1,
                            .column = "gcons",
                            .report = &report};
        CHECK(!ce_consensus(&run, &p, &err), "%s", err.text);
        CHECK(!ce_ensemble_micro(&e, 0, &micro, &err), "%s", err.text);
        CHECK(report.trace.rows > 0 && report.trace.columns == COLUMNS, "no trace");
        for (size_t s = 0; s < report.trace.rows; s++)
            if (report.trace.cell[s * COLUMNS + CHOSEN] > 0)
                best = report.trace.cell + s * COLUMNS;
        for (size_t s = 0; s < report.trace.rows; s++) {
            const double *step = report.trace.cell + s * COLUMNS;
            ce_partition small = {0}, all = {0};
            ce_partition_alloc(&small, micro->count, &err);
            small.k = slow_coloring(&micro->rows, micro->size, lrint(step[THETA] * COMMON),
                                    CE_COLOR_MEAN, small.labels);
            renumber(small.labels, small.n);
            if (!e.row) {
                ce_microclusters_expand(micro, &small, &all, &err);
                CHECK(small.k == step[COLORS] && fabs(slow_phi(&l, &all) - step[PHI]) < 1e-12,
                      "theta %g: phi %.15g, %.15g expected", step[THETA], step[PHI],
                      slow_phi(&l, &all));
                CHECK(step != best || !memcmp(all.labels, p.labels, n * sizeof *p.labels),
                      "not the partition of the threshold chosen");
            }
            CHECK(step[PHI] < best[PHI] + 2e-12, "phi %.15g at %g, but %.15g at %g was chosen",
                  step[PHI], step[THETA], best[PHI], best[THETA]);
            ce_partition_free(&small);
            ce_partition_free(&all);
        }
        ce_report_free(&report);
        ce_settings_free(&settings);
        ce_ensemble_free(&e);
        ce_partition_free(&p);
        ce_labels_free(&l);
    }
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    gsl_rng *random = ce_random_alloc(20, CE_STREAM_CONSENSUS, 1, &err);

    ce_threads_set(argc > 1 ? atoi(argv[1]) : 2);
    check_random(random);
    for (size_t width = 2; width <= 5; width++) {
        check_ring(36 * width, width, 0);
        check_ring(7 * width, width, 0);
    }
    check_ring(160, 2, 0);
    check_ring(198, 3, 1);
    check_ring(204, 4, 1);
    check_consensus(random);
    gsl_rng_free(random);
    if (failures)
        printf("%d failures\n", failures);
    else
        printf("ok\n");
    return failures > 0;
}
