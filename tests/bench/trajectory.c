/*
 * trajectory: CPU seconds, with one thread, of the probability trajectories of an ensemble: matrix,
 * exact norms, estimated norms with their error, and the products that PTGP needs. trajectory
 * LABELS [GRAPH]   reads a label table; GRAPH: writes P for the peer: n, T, entries, then row
 * starts, columns (64 bit), values trajectory large N LINKS T  one product and eight at once on a
 * ring of N nodes with LINKS links each
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/memory.h"
#include "core/microclusters.h"
#include "core/parallel.h"
#include "io/label_table.h"
#include "linalg/linalg.h"
#include "similarity/elite_graph.h"
#include "similarity/probability_trajectory.h"

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void die(const ce_error *err)
{
    fprintf(stderr, "trajectory: %s\n", err->text);
    exit(1);
}

/* What the peer reads: all in 64 bits, so that NumPy takes it as it is. */
static void write_graph(const ce_elite_graph *g, size_t steps, const char *path)
{
    FILE *file = fopen(path, "wb");
    int64_t head[3] = {(int64_t)g->n, (int64_t)steps, (int64_t)g->weight.row_start[g->n]};
    size_t written;

    if (!file) {
        perror(path);
        exit(1);
    }
    written = fwrite(head, sizeof *head, 3, file);
    for (size_t i = 0; i <= g->n; i++)
        written += fwrite(&(int64_t){(int64_t)g->weight.row_start[i]}, 8, 1, file);
    for (int64_t e = 0; e < head[2]; e++)
        written += fwrite(&(int64_t){g->weight.column[e]}, 8, 1, file);
    written += fwrite(g->transition, sizeof *g->transition, (size_t)head[2], file);
    if (fclose(file) || written != 3 + g->n + 1 + 2 * (size_t)head[2]) {
        fprintf(stderr, "trajectory: %s: not written\n", path);
        exit(1);
    }
}

/* The norms, exact and estimated, and how far apart they are. */
static void norms(const ce_elite_graph *g, size_t steps)
{
    double *exact = ce_alloc(2 * g->n, sizeof *exact, NULL), *z = exact + g->n, start = seconds();
    ce_error err = {0};

    if (!exact || ce_trajectory_norms(g, steps, 0, 1, exact, NULL, &err))
        die(&err);
    printf("norms %.3f", seconds() - start);
    for (size_t projections = 64; projections <= 1024; projections *= 4) {
        double square = 0, most = 0;
        start = seconds();
        if (ce_trajectory_norms(g, steps, projections, 1, z, NULL, &err))
            die(&err);
        printf("; %zu projections %.3f", projections, seconds() - start);
        for (size_t i = 0; i < g->n; i++) {
            double error = exact[i] > 0 ? z[i] / exact[i] - 1 : 0;
            square += error * error / (double)g->n;
            most = fmax(most, fabs(error));
        }
        printf(" (error %.3f, at most %.3f)", sqrt(square), most);
    }
    putchar('\n');
    free(exact);
}

static void ensemble(const char *labels, const char *graph_path)
{
    ce_label_table table = {0};
    ce_microclusters micro = {0};
    ce_elite_graph g = {0};
    ce_similarity pts = {0};
    ce_error err = {0};
    size_t steps, columns;
    double start, *x;

    if (ce_label_table_read(&table, labels, &(ce_table_format){0}, &err) ||
        ce_microclusters_build(&micro, &table.labels, NULL, &err) ||
        ce_elite_graph_build(&g, &micro.rows, micro.size, ce_elite_default(micro.count, 0), &err))
        die(&err);
    steps = ce_elite_default(g.n, 0);
    columns = ce_labels_total(&table.labels);
    printf("%zu microclusters, %.1f links each, T %zu\n", g.n,
           (double)g.weight.row_start[g.n] / (double)g.n, steps);
    start = seconds();
    if (ce_probability_trajectories(&g, steps, &pts, NULL, &err))
        die(&err);
    printf("matrix %.3f\n", seconds() - start);
    norms(&g, steps);
    if (!(x = ce_calloc(2 * g.n * columns, sizeof *x, &err)))
        die(&err);
    for (size_t i = 0; i < g.n * columns; i++)
        x[i] = (double)(i % 97);
    start = seconds();
    if (ce_trajectory_product(&g, steps, x, x + g.n * columns, columns, &err))
        die(&err);
    printf("product with %zu columns %.3f\n", columns, seconds() - start);
    if (graph_path)
        write_graph(&g, steps, graph_path);
    free(x);
    ce_similarity_free(&pts);
    ce_elite_graph_free(&g);
    ce_microclusters_free(&micro);
    ce_label_table_free(&table);
}

/* Node i is linked to the `links` nodes next to it, half on each side. */
static void large(size_t n, size_t links, size_t steps)
{
    ce_elite_graph g = {.n = n, .elite = links};
    size_t half = links / 2, entries = 0;
    double *x = ce_alloc(16 * n, sizeof *x, NULL);
    ce_error err = {0};

    links = 2 * half;
    g.size = ce_alloc(n, sizeof *g.size, NULL);
    g.degree = ce_alloc(n, sizeof *g.degree, NULL);
    g.transition = ce_alloc(n * links, sizeof *g.transition, NULL);
    if (!x || !g.size || !g.degree || !g.transition ||
        ce_similarity_alloc_sparse(&g.weight, n, n * links, &err))
        die(&err);
    for (size_t i = 0; i < n; i++) {
        g.size[i] = 1;
        g.degree[i] = (double)links;
        for (size_t d = 0; d <= links; d++) {
            if (d == half)
                continue;
            g.weight.column[entries] = (int32_t)((i + n + d - half) % n);
            g.weight.values[entries] = 1;
            g.transition[entries++] = 1 / (double)links;
        }
        g.weight.row_start[i + 1] = entries;
    }
    for (size_t i = 0; i < 8 * n; i++)
        x[i] = (double)(i % 97);
    for (size_t columns = 1; columns <= 8; columns += 7) {
        double start = seconds();
        if (ce_trajectory_product(&g, steps, x, x + 8 * n, columns, &err))
            die(&err);
        printf("%zu nodes, %zu links, T %zu, %zu columns: %.3f\n", n, entries, steps, columns,
               seconds() - start);
    }
    free(x);
    ce_elite_graph_free(&g);
}

int main(int argc, char **argv)
{
    ce_linalg_start();
    ce_threads_set(1);
    if (argc == 5 && !strcmp(argv[1], "large"))
        large(strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10), strtoul(argv[4], NULL, 10));
    else if (argc == 2 || argc == 3)
        ensemble(argv[1], argc == 3 ? argv[2] : NULL);
    else
        return 2;
    return 0;
}
