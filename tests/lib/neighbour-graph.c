/*
 * neighbour-graph: the graph of nearest neighbours and modularity, against the definitions
 * written out over all pairs.
 *
 * - random: random tables of all sorts: one line a sort, with the tables compared
 * - special: one row, equal rows, no features, rows that share none, all neighbours asked,
 *   values that overflow
 * - modularity: against sums over all pairs, and values by hand
 * - threads: the same bits with 1, 2 and 5 threads
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/parallel.h"
#include "core/random.h"
#include "linalg/linalg.h"
#include "score/modularity.h"
#include "similarity/neighbour_graph.h"

/* ---- definitions ---- */

/* NaN: no feature in common. long double, so that only true ties are ties within 1e-13. */
static long double slow_squared(const ce_matrix *x, size_t i, size_t j)
{
    long double sum = 0, shared = 0;

    for (size_t s = 0; s < x->columns; s++) {
        double a = x->values[i * x->columns + s], b = x->values[j * x->columns + s];
        if (isnan(a) || isnan(b))
            continue;
        sum += ((long double)a - b) * ((long double)a - b);
        shared++;
    }
    return shared > 0 ? sum * (long double)x->columns / shared : NAN;
}

/* How many others come before j for i: nearer, or as near and of a lower number. Pairs of exactly
 * computed distances only: `exact`. Else rows closer than rounding may come in either order:
 * *doubtful counts those. */
static size_t slow_rank(const long double *squared, size_t n, size_t i, size_t j, int exact,
                        size_t *doubtful)
{
    long double own = squared[i * n + j], tie = exact ? 0 : 1e-12L * own;
    size_t before = 0;

    *doubtful = 0;
    for (size_t l = 0; l < n; l++) {
        long double other = squared[i * n + l];
        if (l == i || l == j || isnan(other))
            continue;
        if (other < own - tie || (exact && other == own && l < j))
            before++;
        else if (!exact && other <= own + tie)
            (*doubtful)++;
    }
    return before;
}

/* 1: among the nearest, 0: not, 2: rounding decides. */
static int slow_among(const long double *squared, size_t n, size_t t, size_t i, size_t j, int exact)
{
    size_t doubtful, before = slow_rank(squared, n, i, j, exact, &doubtful);

    return before >= t ? 0 : before + doubtful < t ? 1 : 2;
}

/* The graph against all pairs; returns the largest relative difference of a distance. */
static double compare(const ce_matrix *x, size_t t, const ce_similarity *g, int exact)
{
    size_t n = x->rows;
    long double *squared = malloc(n * n * sizeof *squared);
    double worst = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            squared[i * n + j] = slow_squared(x, i, j);
    for (size_t i = 0; i < n; i++) {
        size_t e = g->row_start[i];
        for (size_t j = 0; j < n; j++) {
            int there = e < g->row_start[i + 1] && (size_t)g->column[e] == j, one, other;
            double expected = sqrt((double)squared[i * n + j]);
            if (i == j || isnan(squared[i * n + j])) {
                must(!there, "no edge on the diagonal or to a row that shares no feature");
                continue;
            }
            one = slow_among(squared, n, t, i, j, exact);
            other = slow_among(squared, n, t, j, i, exact);
            must(one == 2 || other == 2 || there == (one || other),
                 there ? "an edge too many" : "an edge is missing");
            must(one != 1 || there, "one's own nearest is there");
            if (there && expected > 0)
                worst = fmax(worst, fabs(g->values[e] - expected) / expected);
            else if (there)
                must(g->values[e] == 0, "equal rows are at distance 0");
            e += (size_t)there;
        }
        must(e == g->row_start[i + 1], "columns ascend");
    }
    free(squared);
    return worst;
}

/* ---- random tables ---- */

typedef struct {
    const char *name;
    size_t most_features, least_features;
    int whole;       /* values 0 .. whole - 1: ties and equal rows; 0: any */
    double missing;  /* share */
    double offset;   /* of all values, spread 1 */
    double apart;    /* of two groups, spread 1 */
} sort_of_table;

static const sort_of_table sorts[] = {
    {"few features", 5, 1, 0, 0, 0, 0},
    {"features for the screen", 60, 6, 0, 0, 0, 0},
    {"many features", 1100, 400, 0, 0, 0, 0},
    {"ties, few features", 4, 1, 3, 0, 0, 0},
    {"ties, screen", 12, 6, 2, 0, 0, 0},
    {"missing", 9, 1, 0, .4, 0, 0},
    {"missing, many features", 40, 20, 0, .7, 0, 0},
    {"far from the origin", 12, 6, 0, 0, 1e8, 0},
    {"two groups far apart", 12, 6, 0, 0, 0, 1e6},
};

static void random_table(gsl_rng *rng, const sort_of_table *sort, ce_matrix *x)
{
    size_t n = 2 + ce_random_below(rng, 150),
           d = sort->least_features +
               ce_random_below(rng, sort->most_features - sort->least_features + 1);
    ce_error err = {0};

    must(!ce_matrix_alloc(x, n, d, &err), err.text);
    for (size_t e = 0; e < n * d; e++) {
        x->values[e] = sort->whole ? (double)ce_random_below(rng, (size_t)sort->whole)
                                   : sort->offset + gsl_rng_uniform(rng);
        if (e / d % 2)
            x->values[e] += sort->apart;
        if (gsl_rng_uniform(rng) < sort->missing)
            x->values[e] = NAN;
    }
}

static void run_random(void)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(3, CE_STREAM_SYNTH, 0, &err);

    for (size_t s = 0; s < sizeof sorts / sizeof *sorts; s++) {
        double worst = 0;
        for (size_t c = 0; c < 12; c++) {
            ce_matrix x = {0};
            ce_similarity g = {0}, all = {0};
            size_t t = 1 + ce_random_below(rng, 14), wanted;
            random_table(rng, &sorts[s], &x);
            wanted = t < x.rows ? t : x.rows - 1;
            must(!ce_neighbour_graph(&x, t, &g, &err), err.text);
            worst = fmax(worst, compare(&x, wanted, &g, sorts[s].whole != 0));
            if (!sorts[s].missing) {
                must(!ce_distance_graph(&x, &all, &err), err.text);
                for (size_t i = 0; i < x.rows; i++)
                    for (size_t j = 0; j < x.rows; j++) {
                        double expected = sqrt((double)slow_squared(&x, i, j)),
                               value = ce_similarity_get(&all, i, j);
                        worst =
                            fmax(worst, expected > 0 ? fabs(value - expected) / expected : value);
                    }
            }
            ce_matrix_free(&x);
            ce_similarity_free(&g);
            ce_similarity_free(&all);
        }
        printf("%s: %s\n", sorts[s].name, worst < 1e-12 ? "ok" : "WRONG distances");
    }
    gsl_rng_free(rng);
}

/* ---- special ones ---- */

static void show(const char *name, const ce_matrix *x, size_t t, int all)
{
    ce_similarity g = {0};
    ce_error err = {0};
    int rc = all ? ce_distance_graph(x, &g, &err) : ce_neighbour_graph(x, t, &g, &err);

    printf("%s:", name);
    if (rc)
        printf(" %d %s", rc, err.text);
    else if (all)
        for (size_t i = 0; i < g.n; i++)
            for (size_t j = i; j < g.n; j++)
                printf(" %g", ce_similarity_get(&g, i, j));
    else
        for (size_t i = 0; i < g.n; i++)
            for (size_t e = g.row_start[i]; e < g.row_start[i + 1]; e++)
                if ((size_t)g.column[e] > i)
                    printf(" %zu-%d:%g", i + 1, g.column[e] + 1, g.values[e]);
    putchar('\n');
    must(!rc || !g.values, "nothing after a failure");
    ce_similarity_free(&g);
}

static void run_special(void)
{
    double equal[] = {2, 2, 2, 2, 2}, line[] = {0, 1, 3, 7, 15},
           gaps[] = {1, NAN, NAN, 4, 2, NAN, NAN, NAN, 3, 5, 4, NAN}, wide[] = {-1e308, 1e308, 0},
           far[] = {-1e200, 1e200, 0}, constant[56], none[1] = {0};
    ce_similarity a = {0}, g = {0};
    ce_error err = {0};

    for (size_t e = 0; e < 56; e++)
        constant[e] = 7;
    show("one row", &(ce_matrix){1, 5, equal}, 3, 0);
    show("one row, all pairs", &(ce_matrix){1, 5, equal}, 0, 1);
    show("equal rows", &(ce_matrix){5, 1, equal}, 2, 0);
    show("equal rows, screen", &(ce_matrix){8, 7, constant}, 1, 0);
    show("line", &(ce_matrix){5, 1, line}, 1, 0);
    show("more neighbours than rows", &(ce_matrix){4, 1, line}, 9, 0);
    show("no feature", &(ce_matrix){3, 0, none}, 1, 0);
    show("gaps", &(ce_matrix){5, 2, gaps}, 1, 0);
    show("gaps, all pairs", &(ce_matrix){5, 2, gaps}, 0, 1);
    show("gaps that leave a feature, all pairs", &(ce_matrix){2, 2, gaps + 8}, 0, 1);
    show("overflow", &(ce_matrix){3, 1, wide}, 1, 0);
    show("squares overflow", &(ce_matrix){3, 1, far}, 2, 0);
    show("squares overflow, all pairs", &(ce_matrix){3, 1, far}, 0, 1);
    must(!ce_neighbour_graph(&(ce_matrix){5, 1, line}, 1, &g, &err), err.text);
    must(!ce_affinity_of_distances(&g, CE_AFFINITY_GAUSSIAN, 0, &a, &err), err.text);
    printf("self-tuning: %.6f %.6f\n", a.values[0] / exp(-.5 / (1. * 1.5)),
           ce_similarity_get(&a, 1, 2) / exp(-2. / (1.5 * 3)));
    must(!ce_affinity_of_distances(&g, CE_AFFINITY_GAUSSIAN, 2, &a, &err), err.text);
    printf("sigma 2: %.6f\n", ce_similarity_get(&a, 2, 3) / exp(-2));
    must(!ce_affinity_of_distances(&g, CE_AFFINITY_PRINTED, 2, &a, &err), err.text);
    printf("printed, sigma 2: %.6f\n", ce_similarity_get(&a, 2, 3) / exp(-1));
    printf("%d %s\n", ce_affinity_of_distances(&g, CE_AFFINITY_PRINTED, 0, &a, &err), err.text);
    err = (ce_error){0};
    printf("%d %s\n", ce_affinity_of_distances(&g, CE_AFFINITY_GAUSSIAN, -1, &a, &err), err.text);
    err = (ce_error){0};
    must(!ce_neighbour_graph(&(ce_matrix){5, 1, equal}, 2, &g, &err) &&
             !ce_affinity_of_distances(&g, CE_AFFINITY_GAUSSIAN, 0, &a, &err),
         err.text);
    printf("equal rows are alike: %g\n", a.values[0]);
    must(!setenv("CE_MEMORY_LIMIT", "100", 1), "setenv");
    show("memory", &(ce_matrix){5, 1, line}, 4, 0);
    must(!setenv("CE_MEMORY_LIMIT", "80", 1), "setenv");
    show("memory, all pairs", &(ce_matrix){5, 1, line}, 0, 1);
    ce_similarity_free(&a);
    ce_similarity_free(&g);
}

/* ---- modularity ---- */

/* [wsce2015 eq. 25 to 27] over all pairs of labelled vertices. */
static double slow_modularity(const ce_similarity *g, const int32_t *label, ce_modularity_form form)
{
    size_t n = g->n;
    double *m = calloc(n * n, sizeof *m), *gamma = calloc(n * n, sizeof *gamma),
           *degree = calloc(n, sizeof *degree), largest = 0, z = 0, q = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t e = g->row_start[i]; e < g->row_start[i + 1]; e++) {
            size_t j = (size_t)g->column[e];
            if (i == j || label[i] < 0 || label[j] < 0)
                continue;
            gamma[i * n + j] = form == CE_MODULARITY_WEIGHTED
                                   ? g->values[e]
                                   : form == CE_MODULARITY_EDGES || g->values[e] > 0;
            m[i * n + j] -= g->values[e];
            m[i * n + i] += g->values[e];
        }
    for (size_t e = 0; e < n * n; e++)
        largest = fmax(largest, m[e]);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            if (form == CE_MODULARITY_PRINTED)
                gamma[i * n + j] = m[i * n + j] / largest != 0;
            z +=
                form == CE_MODULARITY_PRINTED ? fabs(m[i * n + j] / largest) : gamma[i * n + j] / 2;
            degree[i] += gamma[i * n + j];
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (label[i] >= 0 && label[i] == label[j])
                q += gamma[i * n + j] - degree[i] * degree[j] / (2 * z);
    free(m);
    free(gamma);
    free(degree);
    return .5 + q / (4 * z);
}

static void random_labels(gsl_rng *rng, size_t n, ce_labels *labels)
{
    ce_error err = {0};

    must(!ce_labels_alloc(labels, n, 5, &err), err.text);
    for (size_t q = 0; q < 5; q++) {
        for (size_t i = 0; i < n; i++)
            ce_labels_column(labels, q)[i] = q > 2 && gsl_rng_uniform(rng) < .3
                                                 ? CE_MISSING
                                                 : (int32_t)ce_random_below(rng, 1 + 2 * q);
        must(!ce_labels_renumber(ce_labels_column(labels, q), n, &labels->k[q], &err), err.text);
    }
}

static void modularity_random(ce_modularity_form form, const char *name)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(9, CE_STREAM_SYNTH, 0, &err);
    double worst = 0, low = 1, high = 0;

    for (size_t c = 0; c < 40; c++) {
        ce_matrix x = {0};
        ce_similarity g = {0}, dense = {0};
        ce_labels labels = {0};
        double nm[5], again[5];
        random_table(rng, &sorts[c % 2], &x);
        random_labels(rng, x.rows, &labels);
        must(!ce_neighbour_graph(&x, 1 + c % 7, &g, &err) &&
                 !ce_normalized_modularity(&g, &labels, form, nm, &err),
             err.text);
        must(!ce_similarity_alloc_dense(&dense, x.rows, "", "", &err), err.text);
        for (size_t i = 0; i < x.rows; i++)
            for (size_t j = i; j < x.rows; j++)
                dense.values[ce_packed_index(x.rows, i, j)] = ce_similarity_get(&g, i, j);
        must(!ce_normalized_modularity(&dense, &labels, form, again, &err), err.text);
        for (size_t q = 0; q < 5; q++) {
            double expected = slow_modularity(&g, ce_labels_column(&labels, q), form);
            if (!isnan(expected)) /* no edge is left */
                worst = fmax(worst, fabs(expected - nm[q]) / fmax(1, fabs(expected)));
            else
                must(nm[q] == .5, "no edges");
            worst = fmax(worst, fabs(again[q] - nm[q]) / fmax(1, fabs(nm[q])));
            low = fmin(low, nm[q]);
            high = fmax(high, nm[q]);
        }
        ce_matrix_free(&x);
        ce_similarity_free(&g);
        ce_similarity_free(&dense);
        ce_labels_free(&labels);
    }
    printf("%s: %s%s\n", name, worst < 1e-12 ? "ok" : "WRONG",
           form == CE_MODULARITY_PRINTED ? ""
           : low >= .25 && high < 1      ? ", between 1/4 and 1"
                                         : ", OUT OF RANGE");
    gsl_rng_free(rng);
}

/* Two triangles apart, each a cluster: Q = 1 - 2 / 4; all in one: 0; each vertex alone: -6 / 36.
 * An edge of 0 inside a cluster and one of 1 that leaves it: Q = 2 / 4 - (9 + 1) / 16; by weights
 * the second is the only edge: -2 / 4. */
static void run_modularity(void)
{
    double x[] = {0, 1, 2, 5, 6, 7}, nm[3], bad[] = {-1, -1};
    int32_t label[] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5}, k[] = {2, 1, 6},
            column[] = {1, 0};
    double zero[] = {0, 0, 1, 1};
    int32_t ends[] = {1, 0, 2, 1}, pair[] = {0, 0, 1}, pairs = 2;
    size_t start[] = {0, 1, 2}, path[] = {0, 1, 3, 4};
    ce_labels labels = {6, 3, label, k}, two = {2, 1, label, k + 1}, three = {3, 1, pair, &pairs};
    ce_similarity g = {0}, negative = {2, bad, start, column}, equal = {3, zero, path, ends};
    ce_error err = {0};

    modularity_random(CE_MODULARITY_EDGES, "edges");
    modularity_random(CE_MODULARITY_WEIGHTED, "weighted");
    modularity_random(CE_MODULARITY_PRINTED, "printed");
    must(!ce_neighbour_graph(&(ce_matrix){6, 1, x}, 2, &g, &err) &&
             !ce_normalized_modularity(&g, &labels, CE_MODULARITY_EDGES, nm, &err),
         err.text);
    printf("two triangles: %zu edges, %.6f %.6f %.6f\n", g.row_start[6] / 2, nm[0], nm[1], nm[2]);
    must(!ce_normalized_modularity(&equal, &three, CE_MODULARITY_EDGES, nm, &err) &&
             !ce_normalized_modularity(&equal, &three, CE_MODULARITY_WEIGHTED, nm + 1, &err),
         err.text);
    printf("an edge of 0: %.6f %.6f\n", nm[0], nm[1]);
    printf("%d %s\n", ce_normalized_modularity(&negative, &two, CE_MODULARITY_EDGES, nm, &err),
           err.text);
    err = (ce_error){0};
    printf("%d %s\n", ce_normalized_modularity(&g, &two, CE_MODULARITY_EDGES, nm, &err), err.text);
    ce_similarity_free(&g);
}

/* ---- threads ---- */

static void fill(ce_matrix *x, size_t n, size_t d)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);

    must(rng && !ce_matrix_alloc(x, n, d, &err), err.text);
    for (size_t e = 0; e < n * d; e++)
        x->values[e] = gsl_rng_uniform(rng) + (double)(e / d % 10);
    gsl_rng_free(rng);
}

static void run_threads(void)
{
    static const int threads[] = {1, 2, 5};
    static const size_t features[] = {3, 9};
    int same = 1;

    for (size_t f = 0; f < 2; f++) {
        ce_matrix x = {0};
        ce_similarity first = {0}, g = {0};
        ce_error err = {0};
        fill(&x, 1300, features[f]);
        for (size_t t = 0; t < 3; t++) {
            ce_threads_set(threads[t]);
            must(!ce_neighbour_graph(&x, 6, t ? &g : &first, &err), err.text);
            if (t)
                same &= !memcmp(g.values, first.values, first.row_start[1300] * sizeof *g.values) &&
                        !memcmp(g.column, first.column, first.row_start[1300] * sizeof *g.column);
        }
        ce_matrix_free(&x);
        ce_similarity_free(&first);
        ce_similarity_free(&g);
    }
    puts(same ? "same bits" : "DIFFERENT");
}

int main(int argc, char **argv)
{
    ce_linalg_start();
    if (argc == 2 && !strcmp(argv[1], "random"))
        run_random();
    else if (argc == 2 && !strcmp(argv[1], "special"))
        run_special();
    else if (argc == 2 && !strcmp(argv[1], "modularity"))
        run_modularity();
    else if (argc == 2 && !strcmp(argv[1], "threads"))
        run_threads();
    else
        return 2;
    return 0;
}
