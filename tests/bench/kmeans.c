/*
 * kmeans DATA K ITERATIONS THREADS FOLDER: the time of ce_kmeans from given starting centres, and
 * DATA and centres in FOLDER as raw doubles, so that a peer can be measured on the same. DATA: a
 * data table (its numeric columns), or blobs:N,D,K or uniform:N,D, drawn here. Prints: n d distinct
 * seconds cpu-seconds inertia. Merging equal rows is part of the time, reading is not.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/parallel.h"
#include "core/random.h"
#include "io/data_table.h"
#include "kmeans/kmeans.h"

enum { REPEATS = 5 };

static double seconds_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Spheres of variance 1 around k points uniform in the cube from -10 to 10; k = 0: uniform objects.
 */
static int synthesize(const char *text, ce_matrix *x, ce_error *err)
{
    size_t n, d, k = 0;
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, err);
    double *centre;
    int rc;

    if (sscanf(text, "blobs:%zu,%zu,%zu", &n, &d, &k) != 3 &&
        sscanf(text, "uniform:%zu,%zu", &n, &d) != 2)
        return ce_fail(err, CE_EARG, "%s?", text);
    if ((rc = ce_matrix_alloc(x, n, d, err)))
        return rc;
    centre = malloc((k + 1) * d * sizeof *centre);
    for (size_t i = 0; i < k * d; i++)
        centre[i] = 20 * gsl_rng_uniform(rng) - 10;
    for (size_t i = 0; i < n; i++) {
        size_t j = k ? ce_random_below(rng, k) : 0;
        for (size_t s = 0; s < d; s++) {
            /* a normal deviate in good enough shape: 12 uniform ones added */
            double z = -6;
            for (int u = 0; u < 12 && k; u++)
                z += gsl_rng_uniform(rng);
            x->values[i * d + s] = k ? centre[j * d + s] + z : gsl_rng_uniform(rng);
        }
    }
    free(centre);
    gsl_rng_free(rng);
    return CE_OK;
}

static int read_numeric(const char *path, ce_matrix *x, ce_error *err)
{
    ce_data_table table = {0};
    ce_table_format format = {0};
    size_t d = 0, *column;
    int rc = ce_data_table_read(&table, path, &format, err);

    if (rc)
        return rc;
    column = malloc(table.values.columns * sizeof *column);
    for (size_t s = 0; s < table.values.columns; s++)
        if (!table.categories[s].count)
            column[d++] = s;
    if (!(rc = ce_matrix_alloc(x, table.values.rows, d, err)))
        for (size_t i = 0; i < x->rows; i++)
            for (size_t s = 0; s < d; s++)
                x->values[i * d + s] = table.values.values[i * table.values.columns + column[s]];
    free(column);
    ce_data_table_free(&table);
    return rc;
}

static int dump(const char *folder, const char *name, const double *values, size_t count)
{
    char path[4096];
    FILE *file;
    int ok;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    ok = file && fwrite(values, sizeof *values, count, file) == count;
    return (file && !fclose(file) && ok) ? 0 : 1;
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    ce_matrix x = {0};
    ce_kmeans_data *data = NULL;
    ce_kmeans_result result = {0}, first = {0};
    ce_kmeans_options options = {
        .init = CE_INIT_RANDOM, .empty = CE_EMPTY_KEEP, .max_iterations = 1};
    double best = INFINITY, best_cpu = INFINITY;
    size_t distinct = 0;
    double *start;
    gsl_rng *rng;
    int threads, rc;

    if (argc != 6)
        return 2;
    options.k = strtoul(argv[2], NULL, 10);
    threads = (int)strtol(argv[4], NULL, 10);
    ce_threads_set(threads);
    rng = ce_random_alloc(1, CE_STREAM_MEMBER, 0, &err);
    rc = strchr(argv[1], ':') ? synthesize(argv[1], &x, &err) : read_numeric(argv[1], &x, &err);
    /* k distinct rows, evenly spread over the table */
    start = malloc(options.k * x.columns * sizeof *start);
    for (size_t j = 0, i = 0, tried = 0; !rc && j < options.k && tried < x.rows; tried++) {
        size_t before = 0;
        i = (j * (x.rows / options.k) + tried) % x.rows;
        while (before < j && memcmp(start + before * x.columns, x.values + i * x.columns,
                                    x.columns * sizeof *start))
            before++;
        if (before == j)
            memcpy(start + j++ * x.columns, x.values + i * x.columns, x.columns * sizeof *start);
    }
    options.init = CE_INIT_GIVEN;
    options.start = start;
    options.max_iterations = strtoul(argv[3], NULL, 10);
    for (int repeat = 0; repeat < REPEATS && !rc; repeat++) {
        double from = seconds_of(CLOCK_MONOTONIC), from_cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID),
               seconds;
        if (!(rc = ce_kmeans_prepare(&data, &x, NULL, &err)))
            rc = ce_kmeans(data, &options, rng, threads, &result, &err);
        seconds = seconds_of(CLOCK_MONOTONIC) - from;
        best = seconds < best ? seconds : best;
        seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - from_cpu;
        best_cpu = seconds < best_cpu ? seconds : best_cpu;
        if (!rc)
            distinct = ce_kmeans_distinct(data);
        ce_kmeans_data_free(data);
        data = NULL;
    }
    if (!rc && (dump(argv[5], "x", x.values, x.rows * x.columns) ||
                dump(argv[5], "start", start, options.k * x.columns)))
        rc = ce_fail(&err, CE_EIO, "%s: cannot be written", argv[5]);
    if (rc)
        fprintf(stderr, "%s\n", err.text);
    else
        printf("%zu %zu %zu %.4f %.4f %.15g\n", x.rows, x.columns, distinct, best, best_cpu,
               result.inertia);
    ce_kmeans_free(&result);
    ce_kmeans_free(&first);
    ce_matrix_free(&x);
    gsl_rng_free(rng);
    free(start);
    return rc ? 1 : 0;
}
