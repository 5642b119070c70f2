/*
 * lac KIND N D K VALUES THREADS [CONSTRAINTS]: the time of ce_generate_lac for VALUES values of
 * 1/h, and of ce_generate_kmeans with as many members and as many iterations (the mean of LAC's,
 * rounded up; k-means may need fewer), both from the same starting centroids, on standardised data
 * that are drawn here. KIND: subspace, where each of K groups is narrow in a twentieth of the
 * features and all else is noise, or blobs, spheres that overlap. With CONSTRAINTS so many pairs of
 * objects, drawn at random, must or cannot be together as their groups say, and it is CLAC against
 * LAC, from the same centroids too. Prints: LAC's (CLAC's) seconds, CPU seconds and iterations,
 * then those of k-means (LAC).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/parallel.h"
#include "core/random.h"
#include "generate/kmeans_ensemble.h"
#include "generate/lac.h"
#include "linalg/linalg.h"

enum { REPEATS = 2 };

static double seconds_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A normal deviate in good enough shape: 4 uniform ones added. */
static double deviate(gsl_rng *rng)
{
    return (gsl_rng_uniform(rng) + gsl_rng_uniform(rng) + gsl_rng_uniform(rng) +
            gsl_rng_uniform(rng) - 2) *
           sqrt(3);
}

/* group: n: of each object. */
static void synthesize(ce_matrix *x, size_t k, int subspace, gsl_rng *rng, size_t *group)
{
    size_t d = x->columns;
    double *middle = malloc(k * d * sizeof *middle);
    unsigned char *narrow = malloc(k * d);

    for (size_t v = 0; v < k * d; v++) {
        narrow[v] = subspace && gsl_rng_uniform(rng) < 0.05;
        middle[v] = subspace ? (narrow[v] ? 2 * gsl_rng_uniform(rng) - 1 : 0)
                             : 0.3 * gsl_rng_uniform(rng) - 0.15;
    }
    for (size_t i = 0; i < x->rows; i++) {
        size_t j = group[i] = ce_random_below(rng, k);
        for (size_t s = 0; s < d; s++)
            x->values[i * d + s] = middle[j * d + s] + (narrow[j * d + s] ? 0.3 : 1) * deviate(rng);
    }
    for (size_t s = 0; s < d; s++) {
        double mean = 0, variance = 0;
        for (size_t i = 0; i < x->rows; i++)
            mean += x->values[i * d + s] / (double)x->rows;
        for (size_t i = 0; i < x->rows; i++)
            variance +=
                (x->values[i * d + s] - mean) * (x->values[i * d + s] - mean) / (double)x->rows;
        for (size_t i = 0; i < x->rows; i++)
            x->values[i * d + s] = (x->values[i * d + s] - mean) / sqrt(variance);
    }
    free(middle);
    free(narrow);
}

/* The best of a few runs of one or the other. */
typedef struct {
    double seconds, cpu;
    size_t iterations;
} measured;

static int time_lac(const ce_matrix *x, const ce_lac_options *o, measured *m, ce_error *err)
{
    int rc = 0;

    *m = (measured){.seconds = INFINITY, .cpu = INFINITY};
    for (int repeat = 0; repeat < REPEATS && !rc; repeat++) {
        ce_labels labels = {0};
        ce_lac_member *member = calloc(o->members, sizeof *member);
        double wall = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        rc = ce_generate_lac(x, o, &labels, member, NULL, err);
        m->seconds = fmin(m->seconds, seconds_of(CLOCK_MONOTONIC) - wall);
        m->cpu = fmin(m->cpu, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu);
        m->iterations = 0;
        for (size_t q = 0; q < o->members; q++)
            m->iterations += member[q].iterations;
        ce_lac_members_free(member, o->members);
        ce_labels_free(&labels);
    }
    return rc;
}

static int time_kmeans(const ce_matrix *x, const ce_kmeans_ensemble_options *o, measured *m,
                       ce_error *err)
{
    int rc = 0;

    *m = (measured){.seconds = INFINITY, .cpu = INFINITY};
    for (int repeat = 0; repeat < REPEATS && !rc; repeat++) {
        ce_labels labels = {0};
        ce_centre_member *member = calloc(o->members, sizeof *member);
        double wall = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        rc = ce_generate_kmeans(x, o, &labels, member, NULL, err);
        m->seconds = fmin(m->seconds, seconds_of(CLOCK_MONOTONIC) - wall);
        m->cpu = fmin(m->cpu, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu);
        m->iterations = 0;
        for (size_t q = 0; q < o->members; q++)
            m->iterations += member[q].iterations;
        ce_centre_members_free(member, o->members);
        ce_labels_free(&labels);
    }
    return rc;
}

static int draw_constraints(ce_chunklets *chunklets, size_t n, const size_t *group, size_t count,
                            gsl_rng *rng, ce_error *err)
{
    ce_constraints pairs = {.n = n};
    int rc = 0;

    while (pairs.count < count && !rc) {
        size_t i = ce_random_below(rng, n), j = ce_random_below(rng, n);
        if (i != j)
            rc = ce_constraints_add(&pairs, (int32_t)i, (int32_t)j,
                                    group[i] == group[j] ? CE_MUST_LINK : CE_CANNOT_LINK, 0, err);
    }
    if (!rc)
        rc = ce_chunklets_build(chunklets, &pairs, 0, NULL, err);
    ce_constraints_free(&pairs);
    return rc;
}

int main(int argc, char **argv)
{
    ce_error err = {0};
    ce_matrix x = {0};
    ce_kmeans_data *data = NULL;
    ce_chunklets chunklets = {0};
    measured lac, peer;
    gsl_rng *rng = ce_random_alloc(1, CE_STREAM_SYNTH, 0, &err);
    size_t n, d, values, *group;
    double *inv_h, *start;
    int k, rc;

    if (argc < 7)
        return 2;
    n = strtoul(argv[2], NULL, 10);
    d = strtoul(argv[3], NULL, 10);
    k = (int)strtol(argv[4], NULL, 10);
    values = strtoul(argv[5], NULL, 10);
    ce_linalg_start();
    ce_threads_set((int)strtol(argv[6], NULL, 10));
    inv_h = malloc(values * sizeof *inv_h);
    group = malloc(n * sizeof *group);
    start = malloc((size_t)k * d * sizeof *start);
    for (size_t i = 0; i < values; i++)
        inv_h[i] = 1 + (double)i;
    if (!(rc = ce_matrix_alloc(&x, n, d, &err)))
        synthesize(&x, (size_t)k, !strcmp(argv[1], "subspace"), rng, group);
    if (!rc && !(rc = ce_kmeans_prepare(&data, &x, NULL, &err)))
        rc = ce_kmeans_farthest_start(data, (size_t)k, rng, ce_threads(), start, &err);
    ce_lac_options o = {.members = values,
                        .k = &k,
                        .k_count = 1,
                        .inv_h = inv_h,
                        .inv_h_count = values,
                        .init = CE_LAC_GIVEN,
                        .start = start,
                        .max_iterations = 200,
                        .seed = 1};
    if (!rc && argc > 7) {
        rc = time_lac(&x, &o, &peer, &err);
        if (!rc)
            rc = draw_constraints(&chunklets, n, group, strtoul(argv[7], NULL, 10), rng, &err);
        o.chunklets = &chunklets;
    }
    if (!rc)
        rc = time_lac(&x, &o, &lac, &err);
    if (!rc && argc == 7) {
        ce_kmeans_ensemble_options e = {
            .members = values,
            .k = &k,
            .k_count = 1,
            .draw = 1,
            .seed = 1,
            .kmeans = {.init = CE_INIT_GIVEN,
                       .start = start,
                       .empty = CE_EMPTY_SINGLETON,
                       .max_iterations = (lac.iterations + values - 1) / values}};
        rc = time_kmeans(&x, &e, &peer, &err);
    }
    if (rc)
        fprintf(stderr, "%s\n", err.text);
    else
        printf("%.3f %.3f %zu %.3f %.3f %zu\n", lac.seconds, lac.cpu, lac.iterations, peer.seconds,
               peer.cpu, peer.iterations);
    ce_kmeans_data_free(data);
    ce_chunklets_free(&chunklets);
    ce_matrix_free(&x);
    gsl_rng_free(rng);
    free(group);
    free(inv_h);
    free(start);
    return rc != 0;
}
