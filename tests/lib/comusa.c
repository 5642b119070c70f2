/*
 * comusa against the algorithm as it is published: a queue of objects, each of which looks at its
 * neighbours once, in any order, with the similarities of all pairs of objects as fractions.
 *
 *   comusa random    random tables, with and without missing labels, repeated rows and sizes
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "consensus/registry.h"
#include "core/random.h"

enum { MOST_N = 40, MOST_M = 9, MOST_K = 6, MOST_SIZE = 3, MOST = MOST_N * MOST_SIZE, PARTS = 20 };

/* ---- the algorithm ---- */

typedef struct {
    size_t n, of[MOST]; /* objects, and the row of each */
    long same[MOST][MOST], both[MOST][MOST];
    double attachment[MOST];
    int cluster[MOST], clusters;
    size_t pivot[MOST]; /* of each cluster */
} graph;

static void list(const ce_labels *e, const double *size, graph *g)
{
    memset(g, 0, sizeof *g);
    for (size_t i = 0; i < e->n; i++)
        for (int s = 0; s < (int)size[i]; s++)
            g->of[g->n++] = i;
    for (size_t i = 0; i < g->n; i++) {
        double sum = 0, edges = 0;
        for (size_t j = 0; j < g->n; j++)
            for (size_t q = 0; q < e->m; q++) {
                int32_t one = ce_labels_column(e, q)[g->of[i]];
                int32_t two = ce_labels_column(e, q)[g->of[j]];
                g->both[i][j] += one >= 0 && two >= 0;
                g->same[i][j] += one >= 0 && one == two;
            }
        for (size_t j = 0; j < g->n; j++)
            if (j != i && g->same[i][j]) {
                sum += (double)g->same[i][j] / (double)g->both[i][j];
                edges++;
            }
        g->attachment[i] = edges > 0 ? sum / edges : 0;
    }
}

/* Whether w has another neighbour without a cluster that is too similar for it to follow v. */
static int is_held(const graph *g, size_t v, size_t w, long relaxation)
{
    for (size_t x = 0; x < g->n; x++)
        if (x != w && g->cluster[x] < 0 && g->same[w][x] &&
            g->same[w][x] * g->both[w][v] * PARTS >
                (PARTS + relaxation) * g->same[w][v] * g->both[w][x])
            return 1;
    return 0;
}

static void grow(graph *g, size_t pivot, long relaxation, gsl_rng *rng)
{
    size_t queue[MOST], first = 0, last = 0, order[MOST];

    queue[last++] = pivot;
    g->cluster[pivot] = g->clusters;
    while (first < last) {
        size_t v = queue[first++];
        for (size_t i = 0; i < g->n; i++) {
            size_t j = ce_random_below(rng, i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        for (size_t at = 0; at < g->n; at++) {
            size_t w = order[at];
            if (g->cluster[w] >= 0 || !g->same[v][w] || is_held(g, v, w, relaxation))
                continue;
            g->cluster[w] = g->clusters;
            queue[last++] = w;
        }
    }
}

static void cluster(graph *g, long relaxation, gsl_rng *rng)
{
    for (size_t i = 0; i < g->n; i++)
        g->cluster[i] = -1;
    for (;;) {
        double most = -1;
        size_t pivot = g->n;
        for (size_t i = 0; i < g->n; i++)
            if (g->cluster[i] < 0)
                most = fmax(most, g->attachment[i]);
        for (size_t i = g->n; i-- > 0;)
            if (g->cluster[i] < 0 && g->attachment[i] >= most * (1 - 1e-12))
                pivot = i;
        if (pivot == g->n)
            return;
        g->pivot[g->clusters] = pivot;
        grow(g, pivot, relaxation, rng);
        g->clusters++;
    }
}

/* ---- the program ---- */

static void run(const ce_labels *e, const double *size, int objects, long relaxation,
                ce_partition *p, ce_report *report)
{
    const ce_method *method = ce_method_find("comusa");
    ce_ensemble ensemble = {0};
    ce_settings settings = {0};
    ce_error err = {0};
    const ce_run call = {.ensemble = &ensemble,
                         .method = method,
                         .settings = &settings,
                         .column = "x",
                         .report = report};
    char text[32];
    int rc = ce_settings_init(&settings, &method->about.options, NULL, &err);

    snprintf(text, sizeof text, "%.17g", (double)relaxation / PARTS);
    if (!rc)
        rc = ce_settings_set(&settings, "relaxation", text, &err);
    if (!rc && objects)
        rc = ce_settings_set(&settings, "objects", NULL, &err);
    if (!rc)
        rc = ce_ensemble_init(&ensemble, e, size, &err);
    if (!rc)
        rc = ce_consensus(&call, p, &err);
    must(!rc, err.text);
    ce_settings_free(&settings);
    ce_ensemble_free(&ensemble);
}

/* The row with the labels of another that comes first. */
static size_t first_equal(const ce_labels *e, size_t i)
{
    for (size_t j = 0; j < i; j++) {
        int equal = 1;
        for (size_t q = 0; q < e->m; q++)
            equal &= ce_labels_column(e, q)[i] == ce_labels_column(e, q)[j];
        if (equal)
            return j;
    }
    return i;
}

static void check(const ce_labels *e, const graph *g, const ce_partition *p, const ce_trace *trace)
{
    must(p->k == g->clusters, "the number of clusters");
    must(trace->rows == (size_t)g->clusters && trace->columns == 4, "a row for each cluster");
    for (size_t i = 0; i < g->n; i++)
        for (size_t j = 0; j < i; j++)
            must((p->labels[g->of[i]] == p->labels[g->of[j]]) == (g->cluster[i] == g->cluster[j]),
                 "the clusters");
    for (size_t c = 0; c < trace->rows; c++) {
        const double *cell = trace->cell + 4 * c;
        double objects = 0;
        for (size_t i = 0; i < g->n; i++)
            objects += g->cluster[i] == (int)c;
        must(first_equal(e, (size_t)cell[1]) == first_equal(e, g->of[g->pivot[c]]), "a pivot");
        must((int)cell[0] == p->labels[(size_t)cell[1]] + 1, "the cluster of a pivot");
        must(fabs(cell[2] - g->attachment[g->pivot[c]]) < 1e-12, "the attachment of a pivot");
        must(cell[3] == objects, "the objects of a cluster");
    }
}

/* Groups of objects with noise; every object has a label. empty: one base clustering has none. */
static void draw(gsl_rng *rng, double missing, int empty, ce_labels *e)
{
    ce_error err = {0};
    size_t n = 1 + ce_random_below(rng, MOST_N), m = 1 + ce_random_below(rng, MOST_M);
    size_t kinds = 1 + ce_random_below(rng, 6);
    double noise = gsl_rng_uniform(rng);

    must(!ce_labels_alloc(e, n, m, &err), "memory");
    for (size_t q = 0; q < m; q++) {
        size_t k = 1 + ce_random_below(rng, MOST_K);
        for (size_t i = 0; i < n; i++)
            ce_labels_column(e, q)[i] =
                q && (gsl_rng_uniform(rng) < missing || (empty && q == m - 1))
                    ? CE_MISSING
                    : (int32_t)((gsl_rng_uniform(rng) < noise ? ce_random_below(rng, k)
                                                              : i % kinds) %
                                k);
        must(!ce_labels_renumber(ce_labels_column(e, q), n, &e->k[q], &err), "memory");
    }
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 1, &err);
    size_t tables = 0, one = 0, several = 0, twins = 0;

    must(argc == 2 && !strcmp(argv[1], "random"), "one argument: random");
    for (size_t round = 0; round < 3000; round++) {
        static graph g;
        double size[MOST_N];
        long relaxation = (long)ce_random_below(rng, 2 * PARTS);
        ce_labels e = {0};
        ce_partition p = {0};
        ce_report report = {0};
        draw(rng, round % 3 ? .6 * gsl_rng_uniform(rng) : 0, round % 5 == 4, &e);
        for (size_t i = 0; i < e.n; i++) {
            size[i] = round % 4 ? 1 : 1. + (double)ce_random_below(rng, MOST_SIZE);
            twins += first_equal(&e, i) != i;
        }
        list(&e, size, &g);
        cluster(&g, relaxation, rng);
        run(&e, round % 4 ? NULL : size, round % 2, relaxation, &p, &report);
        check(&e, &g, &p, &report.trace);
        tables++;
        one += p.k == 1;
        several += p.k > 2 && (size_t)p.k < e.n;
        ce_partition_free(&p);
        ce_report_free(&report);
        ce_labels_free(&e);
    }
    printf("%zu tables, %zu of one cluster, %zu of several; repeated rows: %zu\n", tables, one,
           several, twins);
    gsl_rng_free(rng);
    return 0;
}
