#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/pace.h"
#include "core/parallel.h"
#include "core/random.h"
#include "similarity/probability_trajectory.h"
#include "similarity/trajectory_tail.h"
#include "similarity/trajectory_walk.h"

/* Threads work on strips of their own while the strips of one are at most this large. Larger strips
 * come one after the other, each by all threads. */
static const size_t SMALL = (size_t)64 << 20;

enum {
    FEW = 1000,        /* up to so many rows a step is done before the threads have met */
    MANY = 200000,     /* up to so many nodes they are put in order, and P is copied ... */
    WORTH_ORDER = 2000 /* ... from so many columns times steps on */
};

static int check(size_t steps, ce_error *err)
{
    return steps ? CE_OK : ce_fail(err, CE_EARG, "a trajectory of 0 steps, at least 1 expected");
}

/* Columns first .. first+count-1 of x (n x columns), each row over pi, as a strip that is filled up
 * with zeros. */
static void gather(const ce_walk *walk, const double *x, size_t columns, size_t first, size_t width,
                   double *strip)
{
    size_t count = columns - first < width ? columns - first : width;

    for (size_t i = 0; i < walk->n; i++) {
        size_t a = ce_walk_place(walk, i);
        for (size_t c = 0; c < width; c++)
            strip[a * width + c] = c < count ? walk->inverse[a] * x[i * columns + first + c] : 0;
    }
}

static void scatter(const ce_walk *walk, const double *strip, size_t columns, size_t first,
                    size_t width, double *y)
{
    size_t count = columns - first < width ? columns - first : width;

    for (size_t i = 0; i < walk->n; i++)
        for (size_t c = 0; c < count; c++)
            y[i * columns + first + c] = strip[ce_walk_place(walk, i) * width + c];
}

/* Strips side by side, each by one thread. */
static int product_apart(const ce_walk *walk, size_t steps, const double *x, double *y,
                         size_t columns, ce_error *err)
{
    size_t n = walk->n, width = ce_walk_width(columns), threads = (size_t)ce_threads();
    int failed = 0;

#pragma omp parallel
    {
        ce_walk_room room = {0};
        double *strip = ce_alloc(n, width * sizeof *strip, NULL);
        int mine = !strip || ce_walk_room_alloc(&room, n, width, steps, threads, NULL);
        if (mine) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t first = 0; first < columns; first += width) {
            if (mine)
                continue;
            gather(walk, x, columns, first, width, ce_walk_room_start(&room, 0));
            ce_walk_product(walk, &room, strip, 0, NULL, 0, 0);
            scatter(walk, strip, columns, first, width, y);
        }
        ce_walk_room_free(&room);
        free(strip);
    }
    return failed ? ce_fail(err, CE_ENOMEM,
                            "out of memory for the probability trajectories of %zu nodes", n)
                  : CE_OK;
}

/* Strips one after the other, each by all threads. */
static int product_together(const ce_walk *walk, size_t steps, const double *x, double *y,
                            size_t columns, ce_error *err)
{
    size_t n = walk->n, width = ce_walk_width(columns);
    ce_walk_room room = {0};
    double *strip = ce_alloc(n, width * sizeof *strip, err);
    int rc = strip ? ce_walk_room_alloc(&room, n, width, steps, 1, err) : CE_ENOMEM;

    for (size_t first = 0; first < columns && !rc; first += width) {
        gather(walk, x, columns, first, width, ce_walk_room_start(&room, 0));
#pragma omp parallel if (n > FEW)
        ce_walk_product(walk, &room, strip, 0, NULL, 0, 1);
        scatter(walk, strip, columns, first, width, y);
    }
    ce_walk_room_free(&room);
    free(strip);
    return rc;
}

int ce_trajectory_product(const ce_elite_graph *graph, size_t steps, const double *x, double *y,
                          size_t columns, ce_error *err)
{
    ce_walk walk = {0};
    size_t width = ce_walk_width(columns);
    int ordered = graph->n <= MANY && columns * steps >= WORTH_ORDER;
    int rc = check(steps, err);

    if (!rc)
        rc = ce_walk_of_graph(&walk, graph, ordered, err);
    if (!rc && columns > width && graph->n < SMALL / (steps + 4) / width / sizeof *x)
        rc = product_apart(&walk, steps, x, y, columns, err);
    else if (!rc)
        rc = product_together(&walk, steps, x, y, columns, err);
    ce_walk_free(&walk);
    return rc;
}

/* sum_i (pi_i u_i)^2 for each column of a strip, added to sum. */
CE_HOT static void add_squares(const ce_walk *walk, const double *u, double sum[CE_STRIP])
{
    for (size_t i = 0; i < walk->n; i++)
        for (size_t c = 0; c < CE_STRIP; c++) {
            double p = walk->pi[i] * u[i * CE_STRIP + c];
            sum[c] += p * p;
        }
}

/* The columns of (P^t)^T = Pi P^t Pi^-1 are the rows of P^t. Their squares add up to Z_ii. u: two
 * strips. */
static void exact_strip(const ce_walk *walk, const ce_tail *tail, size_t first, double *u,
                        double *z)
{
    size_t n = walk->n, count = n - first < CE_STRIP ? n - first : CE_STRIP;
    double *next = u + n * CE_STRIP, sum[CE_STRIP] = {0};

    ce_walk_first(walk, first, count, u);
    add_squares(walk, u, sum);
    for (size_t t = 1; t < tail->head; t++) {
        double *swap = u;
        ce_walk_step(walk, CE_STRIP, NULL, u, next, NULL, 0, n);
        u = next;
        next = swap;
        add_squares(walk, u, sum);
    }
    for (size_t c = 0; c < count; c++)
        z[first + c] = sum[c] + ce_tail_norm(tail, ce_walk_place(walk, first + c));
}

static int exact_norms(const ce_walk *walk, size_t steps, double *z, const ce_progress *progress,
                       ce_error *err)
{
    size_t n = walk->n;
    ce_tail tail = {0};
    ce_pace pace;
    int failed = 0, rc = ce_tail_build(&tail, walk, steps, progress, err);

    if (rc)
        return rc;
    pace = ce_pace_of_pieces(progress, (n + CE_STRIP - 1) / CE_STRIP);
#pragma omp parallel
    {
        double *u = ce_alloc(n, 2 * CE_STRIP * sizeof *u, NULL);
        if (!u) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t first = 0; first < n; first += CE_STRIP) {
            if (u)
                exact_strip(walk, &tail, first, u, z);
            ce_pace_pieces(&pace, 1);
        }
        free(u);
    }
    ce_pace_end(&pace);
    ce_tail_free(&tail);
    return failed ? ce_fail(err, CE_ENOMEM,
                            "out of memory for the probability trajectories of %zu nodes", n)
                  : CE_OK;
}

/* `count` columns of random signs over sqrt(projections), a draw for each node of the graph; the
 * other columns 0. */
static void signs(const ce_walk *walk, gsl_rng *rng, size_t count, size_t projections,
                  double *strip)
{
    double value = 1 / sqrt((double)projections);

    for (size_t i = 0; i < walk->n; i++) {
        unsigned long bits = gsl_rng_get(rng);
        double *row = strip + ce_walk_place(walk, i) * CE_STRIP;
        for (size_t c = 0; c < count; c++)
            row[c] = bits >> c & 1 ? value : -value;
        for (size_t c = count; c < CE_STRIP; c++)
            row[c] = 0;
    }
}

static int estimated_norms(const ce_walk *walk, size_t steps, size_t projections, uint64_t seed,
                           double *z, const ce_progress *progress, ce_error *err)
{
    size_t n = walk->n;
    double *u = ce_alloc(n, CE_STRIP * sizeof *u, err),
           *next = ce_alloc(n, CE_STRIP * sizeof *next, err);
    gsl_rng *rng = ce_random_alloc(seed, CE_STREAM_SIMILARITY, 0, err);
    ce_pace pace = ce_pace_of_pieces(progress, (projections + CE_STRIP - 1) / CE_STRIP * steps);
    int rc = u && next && rng ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < n; i++)
        z[i] = 0;
    for (size_t first = 0; first < projections && !rc; first += CE_STRIP) {
        ce_random_set(rng, seed, CE_STREAM_SIMILARITY, first / CE_STRIP);
        signs(walk, rng, projections - first < CE_STRIP ? projections - first : CE_STRIP,
              projections, u);
        for (size_t t = 0; t < steps; t++) {
            double *swap = u;
#pragma omp parallel if (n > FEW)
            {
                ce_walk_step_all(walk, CE_STRIP, NULL, u, next, 1);
#pragma omp for schedule(static)
                for (size_t i = 0; i < n; i++) {
                    const double *row = next + ce_walk_place(walk, i) * CE_STRIP;
                    for (size_t c = 0; c < CE_STRIP; c++)
                        z[i] += row[c] * row[c];
                }
            }
            u = next;
            next = swap;
            ce_pace_pieces(&pace, 1);
        }
    }
    ce_pace_end(&pace);
    gsl_rng_free(rng);
    free(u);
    free(next);
    return rc;
}

int ce_trajectory_norms(const ce_elite_graph *graph, size_t steps, size_t projections,
                        uint64_t seed, double *z, const ce_progress *progress, ce_error *err)
{
    ce_walk walk = {0};
    int rc = check(steps, err);

    if (!rc)
        rc = ce_walk_of_graph(&walk, graph, graph->n <= MANY, err);
    if (!rc && projections)
        rc = estimated_norms(&walk, steps, projections, seed, z, progress, err);
    else if (!rc)
        rc = exact_norms(&walk, steps, z, progress, err);
    ce_walk_free(&walk);
    return rc;
}
