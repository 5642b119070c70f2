#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "similarity/probability_trajectory.h"
#include "similarity/trajectory_walk.h"

/* Strips of one thread are worked on side by side while they are at most this large; larger ones one after the other, by all threads. */
static const size_t SMALL = (size_t)64 << 20;

/* Up to so many rows a step is done before the threads have met. */
enum { FEW = 1000 };

static int check(const ce_elite_graph *graph, size_t steps, ce_error *err)
{
    (void)graph;
    return steps ? CE_OK : ce_fail(err, CE_EARG, "a trajectory of 0 steps, at least 1 expected");
}

/* Columns first .. first+count-1 of x (n x columns), each row times scale, as a strip that is filled up with zeros. */
static void gather(const double *x, const double *scale, size_t n, size_t columns, size_t first, size_t width, double *strip)
{
    size_t count = columns - first < width ? columns - first : width;

    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < width; c++)
            strip[i * width + c] = c < count ? scale[i] * x[i * columns + first + c] : 0;
}

static void scatter(const double *strip, size_t n, size_t columns, size_t first, size_t width, double *y)
{
    size_t count = columns - first < width ? columns - first : width;

    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < count; c++)
            y[i * columns + first + c] = strip[i * width + c];
}

/* Strips side by side, each by one thread. */
static int product_apart(const ce_walk *walk, size_t steps, const double *x, double *y, size_t columns, ce_error *err)
{
    size_t n = walk->n, width = ce_walk_width(columns);
    int failed = 0;

#pragma omp parallel
    {
        ce_walk_room room = {0};
        double *strip = ce_alloc(n, width * sizeof *strip, NULL);
        int mine = !strip || ce_walk_room_alloc(&room, n, width, steps, SIZE_MAX, NULL);
        if (mine) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t first = 0; first < columns; first += width) {
            if (mine)
                continue;
            gather(x, walk->inverse, n, columns, first, width, ce_walk_room_start(&room));
            ce_walk_product(walk, &room, strip, n, 0);
            scatter(strip, n, columns, first, width, y);
        }
        ce_walk_room_free(&room);
        free(strip);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the probability trajectories of %zu nodes", n) : CE_OK;
}

/* Strips one after the other, each by all threads. */
static int product_together(const ce_walk *walk, size_t steps, const double *x, double *y, size_t columns, ce_error *err)
{
    size_t n = walk->n, width = ce_walk_width(columns);
    ce_walk_room room = {0};
    double *strip = ce_alloc(n, width * sizeof *strip, err);
    int rc = strip ? ce_walk_room_alloc(&room, n, width, steps, ce_memory_available() / 2, err) : CE_ENOMEM;

    for (size_t first = 0; first < columns && !rc; first += width) {
        gather(x, walk->inverse, n, columns, first, width, ce_walk_room_start(&room));
#pragma omp parallel if (n > FEW)
        ce_walk_product(walk, &room, strip, n, 1);
        scatter(strip, n, columns, first, width, y);
    }
    ce_walk_room_free(&room);
    free(strip);
    return rc;
}

int ce_trajectory_product(const ce_elite_graph *graph, size_t steps, const double *x, double *y, size_t columns, ce_error *err)
{
    ce_walk walk = {0};
    size_t width = ce_walk_width(columns);
    int rc = check(graph, steps, err);

    if (!rc && !(rc = ce_walk_of_graph(&walk, graph, err))) {
        if (columns > width && graph->n < SMALL / (steps + 4) / width / sizeof *x)
            rc = product_apart(&walk, steps, x, y, columns, err);
        else
            rc = product_together(&walk, steps, x, y, columns, err);
    }
    ce_walk_free(&walk);
    return rc;
}

/*
 * Columns first .. first+CE_STRIP-1 of (P^t)^T = Pi P^t Pi^-1 are rows of P^t: their squares add up to Z_ii. u: two strips.
 */
CE_HOT static void exact_strip(const ce_walk *walk, size_t steps, size_t first, double *u, double *z)
{
    size_t n = walk->n, count = n - first < CE_STRIP ? n - first : CE_STRIP;
    double *next = u + n * CE_STRIP, sum[CE_STRIP] = {0};

    for (size_t i = 0; i < n * CE_STRIP; i++)
        u[i] = 0;
    for (size_t c = 0; c < count; c++)
        u[(first + c) * CE_STRIP + c] = walk->inverse[first + c];
    for (size_t t = 0; t < steps; t++) {
        double *swap = u;
        ce_walk_step(walk, CE_STRIP, NULL, u, next, 0, n);
        u = next;
        next = swap;
        for (size_t i = 0; i < n; i++)
            for (size_t c = 0; c < CE_STRIP; c++) {
                double p = walk->pi[i] * u[i * CE_STRIP + c];
                sum[c] += p * p;
            }
    }
    for (size_t c = 0; c < count; c++)
        z[first + c] = sum[c];
}

static int exact_norms(const ce_walk *walk, size_t steps, double *z, ce_error *err)
{
    size_t n = walk->n;
    int failed = 0;

#pragma omp parallel
    {
        double *u = ce_alloc(n, 2 * CE_STRIP * sizeof *u, NULL);
        if (!u) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t first = 0; first < n; first += CE_STRIP)
            if (u)
                exact_strip(walk, steps, first, u, z);
        free(u);
    }
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the probability trajectories of %zu nodes", n) : CE_OK;
}

/* A strip of n x `count` random signs over sqrt(projections). */
static void signs(gsl_rng *rng, size_t n, size_t count, size_t projections, double *strip)
{
    double value = 1 / sqrt((double)projections);

    for (size_t i = 0; i < n; i++) {
        unsigned long bits = gsl_rng_get(rng);
        for (size_t c = 0; c < CE_STRIP; c++)
            strip[i * CE_STRIP + c] = c < count ? (bits >> c & 1 ? value : -value) : 0;
    }
}

static int estimated_norms(const ce_walk *walk, size_t steps, size_t projections, uint64_t seed, double *z, ce_error *err)
{
    size_t n = walk->n;
    double *u = ce_alloc(n, CE_STRIP * sizeof *u, err), *next = ce_alloc(n, CE_STRIP * sizeof *next, err);
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SIMILARITY, 0, err);
    int rc = u && next && rng ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < n; i++)
        z[i] = 0;
    for (size_t first = 0; first < projections && !rc; first += CE_STRIP) {
        ce_random_set(rng, seed, CE_STREAM_SIMILARITY, first / CE_STRIP);
        signs(rng, n, projections - first < CE_STRIP ? projections - first : CE_STRIP, projections, u);
        for (size_t t = 0; t < steps; t++) {
            double *swap = u;
#pragma omp parallel if (n > FEW)
            {
                ce_walk_step_all(walk, CE_STRIP, NULL, u, next, n, 1);
#pragma omp for schedule(static)
                for (size_t i = 0; i < n; i++)
                    for (size_t c = 0; c < CE_STRIP; c++)
                        z[i] += next[i * CE_STRIP + c] * next[i * CE_STRIP + c];
            }
            u = next;
            next = swap;
        }
    }
    gsl_rng_free(rng);
    free(u);
    free(next);
    return rc;
}

int ce_trajectory_norms(const ce_elite_graph *graph, size_t steps, size_t projections, uint64_t seed, double *z, ce_error *err)
{
    ce_walk walk = {0};
    int rc = check(graph, steps, err);

    if (!rc && !(rc = ce_walk_of_graph(&walk, graph, err)))
        rc = projections ? estimated_norms(&walk, steps, projections, seed, z, err) : exact_norms(&walk, steps, z, err);
    ce_walk_free(&walk);
    return rc;
}
