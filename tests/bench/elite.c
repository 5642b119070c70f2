/*
 * elite.c: seconds and links of the graph of elite neighbours.
 *
 *   elite FILE K [MISSING]  the microclusters of a label table; K: neighbours, 0: floor(sqrt(n) /
 * 2), at most 20; MISSING: this part of the labels is taken away first, at random
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "core/microclusters.h"
#include "core/random.h"
#include "io/label_table.h"
#include "similarity/elite_graph.h"

static double seconds(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int take_away(ce_labels *labels, double part, ce_error *err)
{
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, err);
    int rc = rng ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < labels->m && !rc; q++) {
        int32_t *column = ce_labels_column(labels, q);
        for (size_t i = 0; i < labels->n; i++)
            if (gsl_rng_uniform(rng) < part)
                column[i] = CE_MISSING;
        rc = ce_labels_renumber(column, labels->n, &labels->k[q], err);
    }
    gsl_rng_free(rng);
    return rc;
}

static int bench(const char *path, size_t elite, double missing, ce_error *err)
{
    ce_table_format format = {0};
    ce_label_table table = {0};
    ce_microclusters micro = {0};
    ce_elite_graph graph = {0};
    struct rusage usage;
    double wall, cpu;
    int rc;

    if ((rc = ce_label_table_read(&table, path, &format, err)) ||
        (missing > 0 && (rc = take_away(&table.labels, missing, err))) ||
        (rc = ce_microclusters_build(&micro, &table.labels, NULL, err)))
        goto done;
    ce_label_table_free(&table);
    elite = elite ? elite : ce_elite_default(micro.count, 20);
    wall = seconds(CLOCK_MONOTONIC);
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    rc = ce_elite_graph_build(&graph, &micro.rows, micro.size, elite, err);
    getrusage(RUSAGE_SELF, &usage);
    if (!rc)
        printf("%zu microclusters x %zu, K %zu: %zu links, %.2f s, %.2f s CPU, %ld MiB at most\n",
               micro.count, micro.rows.m, elite, graph.weight.row_start[graph.n] / 2,
               seconds(CLOCK_MONOTONIC) - wall, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
               usage.ru_maxrss / 1024);
done:
    ce_label_table_free(&table);
    ce_microclusters_free(&micro);
    ce_elite_graph_free(&graph);
    return rc;
}

int main(int argc, char **argv)
{
    ce_error err = {0};

    if (argc < 3)
        return 2;
    if (bench(argv[1], strtoull(argv[2], NULL, 10), argc > 3 ? strtod(argv[3], NULL) : 0, &err)) {
        fprintf(stderr, "elite: %s\n", err.text);
        return 1;
    }
    return 0;
}
