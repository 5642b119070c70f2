/*
 * elite: the graph of elite neighbours against its definition.
 *
 * - random SEED: small ensembles of all kinds, K from 1 to past n: every link, weight, degree
 *   and transition as in O(n^2 m)
 * - clustered SEED: 2500 nodes in nested groups, where most blocks are skipped: likewise, and
 *   the same on 1, 2 and 3 threads
 * - graph K: reads a label table of numbers (NA: missing), m first in a line of its own; prints
 *   the graph of its microclusters: a line i: j w p ... for each
 * - defaults N...: prints K for N nodes, without and with a cap of 20
 * - refused: what a build says that finds too little memory, and one that is asked for no
 *   neighbours
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "core/random.h"
#include "similarity/elite_graph.h"

/* ---- the definition ---- */

static double naive_weight(const ce_labels *rows, size_t i, size_t j)
{
    double same = 0, both = 0;

    for (size_t q = 0; q < rows->m; q++) {
        int32_t a = ce_labels_column(rows, q)[i], b = ce_labels_column(rows, q)[j];
        both += a >= 0 && b >= 0;
        same += a >= 0 && a == b;
    }
    return i != j && same > 0 ? same / both : 0;
}

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

/* The K-th largest of the n - 1 others; the least of them when there are fewer. */
static double naive_threshold(const double *row, size_t n, size_t i, size_t elite)
{
    double *others = malloc(n * sizeof *others), threshold;
    size_t count = 0;

    for (size_t j = 0; j < n; j++)
        if (j != i)
            others[count++] = row[j];
    qsort(others, count, sizeof *others, falling);
    threshold = count ? others[elite < count ? elite - 1 : count - 1] : 0;
    free(others);
    return threshold;
}

static void check_row(const ce_elite_graph *graph, size_t i, const double *row,
                      const double *threshold)
{
    const ce_similarity *w = &graph->weight;
    size_t e = w->row_start[i];
    double degree = 0;

    for (size_t j = 0; j < graph->n; j++) {
        if (!(row[j] > 0) || (row[j] < threshold[i] && row[j] < threshold[j]))
            continue;
        must(e < w->row_start[i + 1] && w->column[e] == (int32_t)j,
             "the links are those of the definition, ascending");
        must(w->values[e++] == row[j], "weights are the co-association's");
        degree += graph->size[j] * row[j];
    }
    must(e == w->row_start[i + 1], "there are no other links");
    must(graph->degree[i] == degree, "the degree is the weighted sum");
    for (e = w->row_start[i]; e < w->row_start[i + 1]; e++)
        must(graph->transition[e] == graph->size[w->column[e]] * w->values[e] / degree,
             "transitions are those of eq. 8");
}

static void check(const ce_labels *rows, const double *size, size_t elite, ce_elite_graph *graph)
{
    size_t n = rows->n;
    double *weight = malloc(n * n * sizeof *weight), *threshold = malloc(n * sizeof *threshold);
    ce_error err = {0};

    must(ce_elite_graph_build(graph, rows, size, elite, &err) == 0, err.text);
    must(graph->n == n && graph->weight.n == n && graph->weight.row_start[0] == 0,
         "the graph has all nodes");
    must(graph->elite == (elite < n ? elite : n > 1 ? n - 1 : 1), "K is at most n - 1");
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            weight[i * n + j] = naive_weight(rows, i, j);
    for (size_t i = 0; i < n; i++)
        threshold[i] = naive_threshold(weight + i * n, n, i, elite);
    for (size_t i = 0; i < n; i++) {
        must(graph->size[i] == (size ? size[i] : 1), "sizes are as given");
        check_row(graph, i, weight + i * n, threshold);
    }
    free(weight);
    free(threshold);
}

/* ---- ensembles ---- */

/* Labels at random, or (groups > 0) of nested groups with some noise; every column renumbered. */
static void draw(gsl_rng *rng, ce_labels *labels, size_t n, size_t m, size_t k, size_t groups,
                 double noise, double missing)
{
    ce_error err = {0};

    must(ce_labels_alloc(labels, n, m, &err) == 0, err.text);
    for (size_t q = 0; q < m; q++) {
        int32_t *column = ce_labels_column(labels, q);
        size_t shift = ce_random_below(rng, 7), gaps = ce_random_below(rng, 3);
        for (size_t i = 0; i < n; i++) {
            size_t label = groups ? (i * groups / n + shift) / 4 % k : ce_random_below(rng, k);
            if (groups && gsl_rng_uniform(rng) < noise)
                label = ce_random_below(rng, k);
            /* some columns are whole, and some all but empty */
            column[i] = gsl_rng_uniform(rng) < missing * (double)gaps ? CE_MISSING : (int32_t)label;
        }
        must(ce_labels_renumber(column, n, &labels->k[q], &err) == 0, err.text);
    }
}

static void random_ensembles(uint64_t seed)
{
    static const size_t neighbours[] = {1, 2, 5, 20, 63, 1000};
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, &err);

    for (int round = 0; round < 120; round++) {
        size_t n = round < 12 ? 1 + (size_t)round / 4 : 1 + ce_random_below(rng, 330);
        size_t m = round % 20 == 19 ? 300 : 1 + ce_random_below(rng, round % 2 ? 6 : 40);
        size_t k = 1 + ce_random_below(rng, round % 3 ? 8 : 400),
               groups = round % 4 ? 0 : 1 + ce_random_below(rng, 60);
        ce_labels labels = {0};
        ce_microclusters micro = {0};
        ce_elite_graph graph = {0};

        draw(rng, &labels, n, m, k, groups, .1, round % 5 < 2 ? .3 : 0);
        must(ce_microclusters_build(&micro, &labels, NULL, &err) == 0, err.text);
        for (size_t t = 0; t < sizeof neighbours / sizeof *neighbours; t++)
            check(&micro.rows, t % 2 ? micro.size : NULL, neighbours[t], &graph);
        check(&labels, NULL, n > 1 ? n - 1 : 1, &graph); /* equal rows do no harm */
        ce_labels_free(&labels);
        ce_microclusters_free(&micro);
        ce_elite_graph_free(&graph);
    }
    gsl_rng_free(rng);
}

/* Numbers of labels about those that fill a byte, with and without missing ones, most labels shared
 * by few. */
static void wide_ensembles(uint64_t seed)
{
    static const size_t clusters[] = {254, 255, 256, 257, 700};
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 1, &err);

    for (size_t t = 0; t < 10; t++) {
        size_t k = clusters[t / 2];
        ce_labels labels = {0};
        ce_elite_graph graph = {0};
        must(ce_labels_alloc(&labels, 700, 3, &err) == 0, err.text);
        for (size_t q = 0; q < labels.m; q++) {
            int32_t *column = ce_labels_column(&labels, q);
            for (size_t i = 0; i < labels.n; i++)
                column[i] = (int32_t)(q ? ce_random_below(rng, k) : i % k);
            for (size_t i = k + q; t % 2 && i < labels.n; i += 7) /* every label stays */
                column[i] = CE_MISSING;
            must(ce_labels_renumber(column, labels.n, &labels.k[q], &err) == 0, err.text);
        }
        check(&labels, NULL, 3, &graph);
        ce_labels_free(&labels);
        ce_elite_graph_free(&graph);
    }
    gsl_rng_free(rng);
}

static void must_equal(const ce_elite_graph *a, const ce_elite_graph *b)
{
    size_t entries = a->weight.row_start[a->n];

    must(!memcmp(a->weight.row_start, b->weight.row_start,
                 (a->n + 1) * sizeof *a->weight.row_start) &&
             !memcmp(a->weight.column, b->weight.column, entries * sizeof *a->weight.column) &&
             !memcmp(a->weight.values, b->weight.values, entries * sizeof *a->weight.values) &&
             !memcmp(a->transition, b->transition, entries * sizeof *a->transition) &&
             !memcmp(a->degree, b->degree, a->n * sizeof *a->degree),
         "threads change nothing");
}

static void clustered_ensembles(uint64_t seed)
{
    ce_error err = {0};
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, &err);

    for (int round = 0; round < 4; round++) {
        ce_labels labels = {0};
        ce_elite_graph one = {0}, more = {0};

        draw(rng, &labels, 2500, 24, round % 2 ? 300 : 60, 150, .08, round < 2 ? 0 : .002);
        check(&labels, NULL, 20, &one);
        for (int threads = 1; threads <= 3; threads++) {
            ce_threads_set(threads);
            must(ce_elite_graph_build(&more, &labels, NULL, 20, &err) == 0, err.text);
            must_equal(&one, &more);
        }
        ce_labels_free(&labels);
        ce_elite_graph_free(&one);
        ce_elite_graph_free(&more);
    }
    gsl_rng_free(rng);
}

/* ---- by hand ---- */

static void read_labels(ce_labels *labels)
{
    static char cell[4096][16];
    size_t m = 0, cells = 0;
    ce_error err = {0};

    must(scanf("%zu", &m) == 1 && m > 0, "m comes first");
    while (cells < 4096 && scanf("%15s", cell[cells]) == 1)
        cells++;
    must(ce_labels_alloc(labels, cells / m, m, &err) == 0, err.text);
    for (size_t q = 0; q < m; q++) {
        for (size_t i = 0; i < labels->n; i++) {
            const char *text = cell[i * m + q];
            ce_labels_column(labels, q)[i] =
                strcmp(text, "NA") ? (int32_t)strtol(text, NULL, 10) : CE_MISSING;
        }
        must(ce_labels_renumber(ce_labels_column(labels, q), labels->n, &labels->k[q], &err) == 0,
             err.text);
    }
}

static void print_graph(size_t elite)
{
    ce_labels labels = {0};
    ce_microclusters micro = {0};
    ce_elite_graph graph = {0};
    ce_error err = {0};

    read_labels(&labels);
    must(ce_microclusters_build(&micro, &labels, NULL, &err) == 0, err.text);
    must(ce_elite_graph_build(&graph, &micro.rows, micro.size, elite, &err) == 0, err.text);
    for (size_t i = 0; i < graph.n; i++) {
        printf("%zu (%g, degree %g):", i + 1, graph.size[i], graph.degree[i]);
        for (size_t e = graph.weight.row_start[i]; e < graph.weight.row_start[i + 1]; e++)
            printf(" %d %.6g %.6g", graph.weight.column[e] + 1, graph.weight.values[e],
                   graph.transition[e]);
        printf("\n");
    }
    ce_labels_free(&labels);
    ce_microclusters_free(&micro);
    ce_elite_graph_free(&graph);
}

static void refused(void)
{
    ce_labels labels = {0};
    ce_elite_graph graph = {0};
    ce_error err = {0}, none = {0};
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);
    char text[CE_ERROR_TEXT];

    draw(rng, &labels, 2000, 4, 2, 0, 0, 0);
    must(ce_elite_graph_build(&graph, &labels, NULL, 1999, &err) == CE_ENOMEM,
         "too little memory is noticed");
    must(ce_elite_graph_build(&graph, &labels, NULL, 0, &none) == CE_EARG,
         "no neighbours are an error");
    must(!graph.n && !graph.weight.values && !graph.size, "nothing is left of a graph that failed");
    ce_error_word(err.text, "--", text, sizeof text);
    printf("%s\n%s\n", text, none.text);
    ce_labels_free(&labels);
    gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    if (!strcmp(argv[1], "refused")) {
        refused();
    } else if (!strcmp(argv[1], "defaults")) {
        for (int a = 2; a < argc; a++) {
            size_t n = strtoull(argv[a], NULL, 10);
            printf("%zu %zu %zu\n", n, ce_elite_default(n, 0), ce_elite_default(n, 20));
        }
    } else if (!strcmp(argv[1], "graph") && argc == 3) {
        print_graph(strtoull(argv[2], NULL, 10));
    } else if (argc == 3) {
        uint64_t seed = strtoull(argv[2], NULL, 10);
        if (!strcmp(argv[1], "random")) {
            random_ensembles(seed);
            wide_ensembles(seed);
        } else {
            clustered_ensembles(seed);
        }
        printf("ok\n");
    } else {
        return 2;
    }
    return 0;
}
