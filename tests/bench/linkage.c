/*
 * linkage.c: CPU seconds of agglomeration.
 *
 *   linkage tree METHOD FILE     FILE holds n, d and n x d numbers: the tree of the points'
 * distance matrix, which is made before (METHOD meansim: complete linkage, ties by mean) linkage
 * points METHOD FILE   the tree of the points themselves linkage hne N DENSITY        N objects, a
 * random part of whose pairs have an edge: graph and tree
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/random.h"
#include "partition/normalized_edges.h"
#include "partition/linkage/linkage.h"

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int read_points(const char *path, ce_matrix *x, ce_error *err)
{
    FILE *file = fopen(path, "r");
    size_t n, d, read = 0;

    if (!file || fscanf(file, "%zu %zu", &n, &d) != 2 || ce_matrix_alloc(x, n, d, err))
        return ce_fail(err, CE_EIO, "%s: no points", path);
    while (read < n * d && fscanf(file, "%lf", &x->values[read]) == 1)
        read++;
    fclose(file);
    return read == n * d ? CE_OK : ce_fail(err, CE_EINPUT, "%s: %zu numbers", path, read);
}

static int distances(const ce_matrix *x, ce_similarity *s, ce_error *err)
{
    int rc = ce_similarity_alloc_dense(s, x->rows, "the distances", "fewer points", err);

    for (size_t i = 0; i < x->rows && !rc; i++)
        for (size_t j = i + 1; j < x->rows; j++) {
            double sum = 0;
            for (size_t f = 0; f < x->columns; f++) {
                double difference = x->values[i * x->columns + f] - x->values[j * x->columns + f];
                sum += difference * difference;
            }
            s->values[ce_packed_index(x->rows, i, j)] = sqrt(sum);
        }
    return rc;
}

static int bench_linkage(const char *name, const char *path, int from_points, ce_error *err)
{
    static const char *const names[] = {"single", "complete", "average", "ward", "meansim"};
    ce_linkage_method method = CE_LINKAGE_SINGLE;
    ce_matrix x = {0};
    ce_similarity s = {0};
    ce_dendrogram tree = {0};
    double start;
    int rc = read_points(path, &x, err);

    for (int m = 0; m < 5; m++)
        if (!strcmp(name, names[m]))
            method = (ce_linkage_method)m;
    if (!rc && !from_points)
        rc = distances(&x, &s, err);
    start = seconds();
    if (!rc)
        rc = from_points ? ce_linkage_points(&x, method, NULL, &tree, err)
                         : ce_linkage(&s, 1, NULL, method, &tree, err);
    if (!rc)
        printf("%.3f\n", seconds() - start);
    ce_matrix_free(&x);
    ce_similarity_free(&s);
    ce_dendrogram_free(&tree);
    return rc;
}

static int bench_hne(size_t n, double density, ce_error *err)
{
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, err);
    ce_similarity s = {0};
    ce_threshold_graph graph = {0};
    ce_dendrogram tree = {0};
    ce_hne_options options = {.theta = .3};
    double start;
    int rc = rng ? ce_similarity_alloc_dense(&s, n, "the similarities", "fewer objects", err)
                 : CE_ENOMEM;

    for (size_t e = 0; e < n * (n + 1) / 2 && !rc; e++)
        s.values[e] = gsl_rng_uniform(rng) < density ? .5 : 0;
    start = seconds();
    if (!rc && !(rc = ce_threshold_graph_build(&graph, &s, .3, 0, err)) &&
        !(rc = ce_hne_tree(&graph, &s, NULL, NULL, &options, &tree, err)))
        printf("%.3f\n", seconds() - start);
    gsl_rng_free(rng);
    ce_similarity_free(&s);
    ce_threshold_graph_free(&graph);
    ce_dendrogram_free(&tree);
    return rc;
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    int rc;

    if (argc != 4)
        return 2;
    if (!strcmp(argv[1], "hne"))
        rc = bench_hne(strtoull(argv[2], NULL, 10), strtod(argv[3], NULL), &err);
    else
        rc = bench_linkage(argv[2], argv[3], !strcmp(argv[1], "points"), &err);
    if (rc)
        fprintf(stderr, "linkage: %s\n", err.text);
    return rc ? 1 : 0;
}
