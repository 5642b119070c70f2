/*
 * hypergraph: the hypergraph partitioner against what can be told without it.
 *
 * - optimum SEED: small random hypergraphs with weights: two parts cost no more than the best of
 *   all bisections that the balance allows, found by looking at every one
 * - contract SEED: random hypergraphs, every k: parts numbered by first appearance, none empty,
 *   in balance where weights are all 1, and the cut is that of a plain count
 * - grid SIDE B: an edge for each cell of a grid and its neighbours: prints the cut in two parts
 * - planted: groups of objects, few of the edges across: the groups are found, in any order of
 *   vertices
 * - edge: what is degenerate
 * - written: its hypergraph as a file
 * - threads COUNT: prints a partition, which must not depend on COUNT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "io/hypergraph_file.h"
#include "partition/hypergraph/hypergraph_cut.h"

static void allocate(ce_hypergraph *graph, size_t n, size_t edges, size_t pins)
{
    ce_error err = {0};

    must(!ce_hypergraph_alloc(graph, n, edges, pins, &err), err.text);
}

static double *weights(gsl_rng *rng, size_t count, double most)
{
    double *weight = ce_alloc(count, sizeof *weight, NULL);

    must(weight != NULL, "memory");
    for (size_t i = 0; i < count; i++)
        weight[i] = (double)ce_random_below(rng, (size_t)most + 1);
    return weight;
}

/* Each vertex is in an edge with probability `density`. */
static void random_graph(gsl_rng *rng, ce_hypergraph *graph, size_t n, size_t edges, double density)
{
    size_t at = 0;

    allocate(graph, n, edges, n * edges);
    for (size_t e = 0; e < edges; e++) {
        for (size_t v = 0; v < n; v++)
            if (gsl_rng_uniform(rng) < density)
                graph->pin[at++] = (int32_t)v;
        graph->edge_start[e + 1] = at;
    }
}

static double cut_in_two(const ce_hypergraph *graph, unsigned sides)
{
    double cut = 0;

    for (size_t e = 0; e < graph->edges; e++) {
        unsigned seen = 0;
        for (size_t p = graph->edge_start[e]; p < graph->edge_start[e + 1]; p++)
            seen |= 1u << (sides >> graph->pin[p] & 1);
        cut += seen == 3 ? graph->edge_weight ? graph->edge_weight[e] : 1 : 0;
    }
    return cut;
}

/* The least cut of two sides of which neither weighs more than high + widen; *nearest: how far
 * above high the heavier one is at least. */
static double best_within(const ce_hypergraph *graph, double total, double high, double *nearest)
{
    double best = INFINITY, limit = high + *nearest;

    *nearest = INFINITY;
    for (unsigned sides = 1; sides < (1u << graph->n) - 1; sides++) {
        double load = 0;
        for (size_t v = 0; v < graph->n; v++)
            load += sides >> v & 1 ? graph->vertex_weight ? graph->vertex_weight[v] : 1 : 0;
        load = fmax(load, total - load);
        *nearest = fmin(*nearest, fmax(0, load - high));
        if (load <= limit)
            best = fmin(best, cut_in_two(graph, sides));
    }
    return best;
}

/* The least cut of two sides that weigh at most half plus b %; where none does, the same slack
 * above what the heavier side weighs at least. */
static double best_in_two(const ce_hypergraph *graph, double b)
{
    double total = 0, high, rest, wide = INFINITY;

    for (size_t v = 0; v < graph->n; v++)
        total += graph->vertex_weight ? graph->vertex_weight[v] : 1;
    rest = floor(total * (.5 + b / 100) + 1e-6);
    high = fmax(rest, total - rest);
    best_within(graph, total, high, &wide);
    if (wide > 0)
        wide += floor((high + rest - total) / 2);
    return best_within(graph, total, high, &wide);
}

static void check_optimum(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 0, NULL);

    for (int i = 0; i < 60; i++) {
        size_t n = 2 + ce_random_below(rng, 12), edges = ce_random_below(rng, 30);
        ce_hypergraph graph = {0};
        ce_hypergraph_options options = {
            .k = 2, .imbalance = (double)(1 + ce_random_below(rng, 20)), .seed = seed};
        ce_partition partition = {0};
        ce_error err = {0};
        double cut;
        random_graph(rng, &graph, n, edges, .1 + .5 * gsl_rng_uniform(rng));
        if (i % 2)
            graph.edge_weight = weights(rng, edges, 9);
        if (i % 3 == 2)
            graph.vertex_weight = weights(rng, n, 20);
        must(!ce_hypergraph_cut(&graph, &options, &partition, &cut, &err), err.text);
        must(partition.k == 2, "two parts");
        if (cut != best_in_two(&graph, options.imbalance))
            printf("hypergraph %d: %zu vertices, %zu edges: cut %g, best %g\n", i, n, edges, cut,
                   best_in_two(&graph, options.imbalance));
        ce_partition_free(&partition);
        ce_hypergraph_free(&graph);
    }
    gsl_rng_free(rng);
}

/* ---- the contract ---- */

static double plain_cut(const ce_hypergraph *graph, const int32_t *part)
{
    double cut = 0;

    for (size_t e = 0; e < graph->edges; e++) {
        int across = 0;
        for (size_t p = graph->edge_start[e]; p < graph->edge_start[e + 1]; p++)
            across |= part[graph->pin[p]] != part[graph->pin[graph->edge_start[e]]];
        cut += across * (graph->edge_weight ? graph->edge_weight[e] : 1);
    }
    return cut;
}

static void check_partition(const ce_hypergraph *graph, const ce_partition *partition, size_t k,
                            double cut)
{
    int32_t seen = 0;

    must(partition->n == graph->n && (size_t)partition->k == k, "k parts, none empty");
    for (size_t v = 0; v < graph->n; v++) {
        must(partition->labels[v] >= 0 && partition->labels[v] <= seen,
             "parts numbered by first appearance");
        seen += partition->labels[v] == seen;
    }
    must((size_t)seen == k, "k labels");
    must(cut == plain_cut(graph, partition->labels), "the cut is that of a plain count");
    must(cut == ce_hypergraph_weight_cut(graph, partition), "and of ce_hypergraph_weight_cut");
}

/* Unit weights: each part within what the bisections may add up to, rounded away from the mean once
 * a bisection. */
static void check_balance(const ce_partition *partition, size_t k, double b)
{
    double mean = (double)partition->n / (double)k, low = mean, high = mean;
    size_t *size = ce_calloc(k, sizeof *size, NULL);

    for (size_t parts = 1; parts < k; parts *= 2) {
        low = low * (1 - b / 50) - 1;
        high = high * (1 + b / 50) + 1;
    }
    for (size_t v = 0; v < partition->n; v++)
        size[partition->labels[v]]++;
    for (size_t c = 0; c < k; c++)
        must((double)size[c] >= low && (double)size[c] <= high, "balance");
    free(size);
}

static void check_contract(uint64_t seed)
{
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SYNTH, 1, NULL);

    for (int i = 0; i < 12; i++) {
        size_t n = 1 + ce_random_below(rng, i % 3 ? 40 : 400), edges = ce_random_below(rng, 60);
        ce_hypergraph graph = {0};
        random_graph(rng, &graph, n, edges, i % 2 ? .02 : .3);
        if (i % 4 > 1)
            graph.edge_weight = weights(rng, edges, 5);
        if (i % 5 == 1)
            graph.vertex_weight = weights(rng, n, 100);
        for (size_t k = 1; k <= n; k = k < 9 || k == n ? k + 1 : k * 2 < n ? k * 2 : n) {
            ce_hypergraph_options options = {.k = k, .imbalance = 5, .runs = 2, .seed = seed};
            ce_partition partition = {0};
            ce_error err = {0};
            double cut;
            must(!ce_hypergraph_cut(&graph, &options, &partition, &cut, &err), err.text);
            check_partition(&graph, &partition, k, cut);
            if (!graph.vertex_weight)
                check_balance(&partition, k, 5);
            ce_partition_free(&partition);
        }
        ce_hypergraph_free(&graph);
    }
    gsl_rng_free(rng);
}

/* ---- a grid, a planted partition ---- */

static void grid(ce_hypergraph *graph, size_t side)
{
    size_t at = 0;

    allocate(graph, side * side, side * side, 5 * side * side);
    for (size_t r = 0; r < side; r++)
        for (size_t c = 0; c < side; c++) {
            size_t v = r * side + c;
            if (r)
                graph->pin[at++] = (int32_t)(v - side);
            if (c)
                graph->pin[at++] = (int32_t)(v - 1);
            graph->pin[at++] = (int32_t)v;
            if (c + 1 < side)
                graph->pin[at++] = (int32_t)(v + 1);
            if (r + 1 < side)
                graph->pin[at++] = (int32_t)(v + side);
            graph->edge_start[v + 1] = at;
        }
}

static void print_grid(size_t side, double b)
{
    ce_hypergraph graph = {0};
    ce_partition partition = {0};
    ce_error err = {0};
    ce_hypergraph_options options = {.k = 2, .imbalance = b, .seed = 1};
    double cut;

    grid(&graph, side);
    must(!ce_hypergraph_cut(&graph, &options, &partition, &cut, &err), err.text);
    printf("%g\n", cut);
    ce_partition_free(&partition);
    ce_hypergraph_free(&graph);
}

/* GROUPS groups of SIZE vertices, each with PER edges inside it; some edges across all. */
static void check_planted(void)
{
    enum { GROUPS = 6, SIZE = 200, PER = 300, ACROSS = 40 };
    gsl_rng *rng = ce_random_alloc(11, CE_STREAM_SYNTH, 2, NULL);
    int32_t place[GROUPS * SIZE];
    size_t order[GROUPS * SIZE], at = 0;
    ce_hypergraph graph = {0};
    ce_partition partition = {0};
    ce_error err = {0};
    ce_hypergraph_options options = {.k = GROUPS, .seed = 3};
    double cut;

    must(!ce_random_choose(rng, GROUPS * SIZE, GROUPS * SIZE, order, &err), err.text);
    for (size_t i = 0; i < GROUPS * SIZE; i++)
        place[order[i]] = (int32_t)i;
    allocate(&graph, GROUPS * SIZE, GROUPS * PER + ACROSS, 8 * (GROUPS * PER + ACROSS));
    for (size_t e = 0; e < GROUPS * PER + ACROSS; e++) {
        size_t from = e < GROUPS * PER ? e / PER * SIZE : 0, choice[8];
        must(!ce_random_choose(rng, e < GROUPS * PER ? SIZE : GROUPS * SIZE, 8, choice, &err),
             err.text);
        for (int i = 0; i < 8; i++)
            graph.pin[at++] = place[from + choice[i]];
        graph.edge_start[e + 1] = at;
    }
    must(!ce_hypergraph_cut(&graph, &options, &partition, &cut, &err), err.text);
    must(cut <= ACROSS, "only edges across are cut");
    for (size_t i = 0; i < GROUPS * SIZE; i++)
        must(partition.labels[place[i]] == partition.labels[place[i / SIZE * SIZE]],
             "a group is a part");
    ce_partition_free(&partition);
    ce_hypergraph_free(&graph);
    gsl_rng_free(rng);
}

/* ---- what is degenerate ---- */

static void refused(const ce_hypergraph *graph, ce_hypergraph_options options)
{
    ce_partition partition = {0};
    ce_error err = {0};
    int rc = ce_hypergraph_cut(graph, &options, &partition, NULL, &err);

    printf("%d %s\n", rc, err.text);
    must(!partition.labels, "nothing is returned");
}

static void print_parts(const ce_hypergraph *graph, size_t k)
{
    ce_partition partition = {0};
    ce_error err = {0};
    ce_hypergraph_options options = {.k = k, .seed = 1};
    double cut;

    must(!ce_hypergraph_cut(graph, &options, &partition, &cut, &err), err.text);
    check_partition(graph, &partition, k, cut);
    printf("cut %g:", cut);
    for (size_t v = 0; v < partition.n; v++)
        printf(" %d", partition.labels[v] + 1);
    printf("\n");
    ce_partition_free(&partition);
}

/* Five vertices, the first as heavy as all others; edges: of one vertex, of none, twice the same,
 * of weight 0, and a large one. */
static void degenerate(ce_hypergraph *graph)
{
    static const int32_t pin[] = {0, 1, 2, 1, 2, 3, 4, 0, 4};
    static const size_t start[] = {0, 1, 1, 3, 5, 7, 9};
    static const double weight[] = {7, 7, 2, 3, .5, 0}, load[] = {4.5, 1, 1.5, 1, 1};

    allocate(graph, 5, 6, 9);
    memcpy(graph->pin, pin, sizeof pin);
    memcpy(graph->edge_start, start, sizeof start);
    graph->edge_weight = ce_alloc(6, sizeof weight[0], NULL);
    graph->vertex_weight = ce_alloc(5, sizeof load[0], NULL);
    memcpy(graph->edge_weight, weight, sizeof weight);
    memcpy(graph->vertex_weight, load, sizeof load);
}

static void write_degenerate(void)
{
    ce_hypergraph graph = {0};
    ce_error err = {0};

    degenerate(&graph);
    must(!ce_hypergraph_write(&graph, NULL, &err), err.text);
    ce_hypergraph_free(&graph);
}

static void check_edge(void)
{
    ce_hypergraph graph = {0};

    degenerate(&graph);
    for (size_t k = 1; k <= 5; k++)
        print_parts(&graph, k);
    for (size_t v = 0; v < 5; v++)
        graph.vertex_weight[v] = 0;
    print_parts(&graph, 3);
    graph.edges = 0;
    print_parts(&graph, 5);
    refused(&graph, (ce_hypergraph_options){.k = 6});
    refused(&graph, (ce_hypergraph_options){.k = 0});
    refused(&graph, (ce_hypergraph_options){.k = 2, .imbalance = 50});
    refused(&graph, (ce_hypergraph_options){.k = 2, .imbalance = -1});
    graph.edges = (size_t)1 << 30;
    refused(&graph, (ce_hypergraph_options){.k = 2});
    ce_hypergraph_free(&graph);
}

static void print_threads(int count)
{
    ce_hypergraph graph = {0};

    ce_threads_set(count);
    grid(&graph, 40);
    print_parts(&graph, 7);
    ce_hypergraph_free(&graph);
}

int main(int argc, char **argv)
{
    must(argc >= 2, "usage: hypergraph WHAT [NUMBER...]");
    if (!strcmp(argv[1], "optimum"))
        check_optimum(strtoull(argv[2], NULL, 10));
    else if (!strcmp(argv[1], "contract"))
        check_contract(strtoull(argv[2], NULL, 10));
    else if (!strcmp(argv[1], "grid"))
        print_grid(strtoul(argv[2], NULL, 10), strtod(argv[3], NULL));
    else if (!strcmp(argv[1], "planted"))
        check_planted();
    else if (!strcmp(argv[1], "edge"))
        check_edge();
    else if (!strcmp(argv[1], "written"))
        write_degenerate();
    else if (!strcmp(argv[1], "threads"))
        print_threads((int)strtol(argv[2], NULL, 10));
    else
        must(0, "what?");
    return 0;
}
