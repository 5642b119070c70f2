/*
 * Sums over the objects of each cluster.
 *
 * Dispersions are summed anew each time, from differences, so that nothing cancels. For the means
 * only objects that change their cluster are touched. Each sum is a double and the errors of its
 * additions. So taking an object out again leaves no trace but some 1e-32 of its size, and a mean
 * is that of the members a cluster has now. Threads share the features out, so each sum is taken in
 * the order of the objects.
 */
#include <string.h>

#include "core/parallel.h"
#include "generate/lac_internal.h"
#include "kmeans/squared_distance.h"

/* TILE: features of a task, so that a run's centroids and sums for them stay in the nearest cache.
 * OBJECTS: looked at for all runs in turn, so that their values stay in the next cache. */
enum { TILE = 128, OBJECTS = 128 };

/* Fewer values than this are summed faster by one thread. */
enum { WORTH_THREADS = 1 << 15 };

static inline size_t stride_of(size_t d)
{
    return (d + CE_LANES - 1) / CE_LANES * CE_LANES;
}

/* Two planes of k x stride: sums and their rests. */
size_t ce_lac_sums_size(size_t k, size_t d)
{
    return 2 * k * stride_of(d);
}

/* Bytes of the features s .. s + 3 that there are. */
static inline __attribute__((always_inline)) size_t there(size_t s, size_t d)
{
    return (d - s < CE_QUAD ? d - s : CE_QUAD) * sizeof(double);
}

/* ---- dispersions ---- */

/* Adds squares of differences from the centroid of the label: features feature .. end-1 of objects
 * first .. last-1. */
static CE_HOT void add_squares(const ce_matrix *x, ce_lac_run *run, size_t first, size_t last,
                               size_t feature, size_t end)
{
    size_t d = run->d;

    for (size_t i = first; i < last; i++) {
        const double *row = x->values + i * d, *centre = run->centre + (size_t)run->label[i] * d;
        double *to = run->dispersion + (size_t)run->label[i] * d;
        size_t s = feature;
        for (; s + CE_QUAD <= end; s += CE_QUAD) {
            ce_quad step = *(const ce_quad *)(row + s) - *(const ce_quad *)(centre + s);
            *(ce_quad *)(to + s) += step * step;
        }
        for (; s < end; s++)
            to[s] += (row[s] - centre[s]) * (row[s] - centre[s]);
    }
}

/* Dispersions of some features. */
static void disperse(const ce_matrix *x, ce_lac_run *const *run, size_t runs, size_t feature,
                     size_t end)
{
    size_t n = x->rows, d = x->columns;

    for (size_t r = 0; r < runs; r++)
        for (size_t j = 0; j < run[r]->k; j++)
            memset(run[r]->dispersion + j * d + feature, 0, (end - feature) * sizeof(double));
    for (size_t first = 0; first < n; first += OBJECTS)
        for (size_t r = 0; r < runs; r++)
            add_squares(x, run[r], first, first + OBJECTS < n ? first + OBJECTS : n, feature, end);
    for (size_t r = 0; r < runs; r++)
        for (size_t j = 0; j < run[r]->k; j++)
            for (size_t s = feature; s < end && run[r]->size[j]; s++)
                run[r]->dispersion[j * d + s] /= (double)run[r]->size[j];
}

/* How many runs a task takes, so that there is a task for each thread: all of them if there are
 * features enough. */
static size_t runs_together(size_t runs, size_t d)
{
    size_t tiles = (d + TILE - 1) / TILE, parts = ((size_t)ce_threads() + tiles - 1) / tiles;

    return parts < runs ? (runs + parts - 1) / parts : 1;
}

void ce_lac_dispersions(const ce_matrix *x, ce_lac_run *const *run, size_t runs)
{
    size_t d = x->columns, together = runs_together(runs, d);

#pragma omp parallel for collapse(2) \
    schedule(dynamic) if ((d > TILE || runs > 1) && x->rows * d * runs > WORTH_THREADS)
    for (size_t feature = 0; feature < d; feature += TILE)
        for (size_t r = 0; r < runs; r += together)
            disperse(x, run + r, runs - r < together ? runs - r : together, feature,
                     feature + TILE < d ? feature + TILE : d);
}

/* ---- means ---- */

/* sum + rest += *value, with the error of the addition (Knuth's two-sum). */
static inline __attribute__((always_inline)) void add(double *sum, double *rest,
                                                      const ce_quad *value)
{
    ce_quad old = *(ce_quad *)sum, s = old + *value, v = s - old;

    *(ce_quad *)rest += (old - (s - v)) + (*value - v);
    *(ce_quad *)sum = s;
}

/* Moves features of objects that have changed their cluster since `before` from one sum to the
 * other. */
static CE_HOT void move_changed(const ce_matrix *x, ce_lac_run *run, size_t first, size_t last,
                                size_t feature, size_t end, int none_before)
{
    size_t d = run->d, stride = stride_of(d), plane = run->k * stride;

    for (size_t i = first; i < last; i++) {
        const double *row = x->values + i * d;
        double *to = run->sums + (size_t)run->label[i] * stride,
               *from = none_before ? NULL : run->sums + (size_t)run->before[i] * stride;
        if (to == from)
            continue;
        for (size_t s = feature; s < end; s += CE_QUAD) {
            ce_quad value = {0};
            memcpy(&value, row + s, there(s, end));
            add(to + s, to + s + plane, &value);
            value = -value;
            if (from)
                add(from + s, from + s + plane, &value);
        }
    }
}

/* a b = *product + *error (Dekker). */
static inline __attribute__((always_inline)) void multiply(const ce_quad *a, const ce_quad *b,
                                                           ce_quad *product, ce_quad *error)
{
    const double split = 134217729; /* 2^27 + 1 */
    ce_quad a_high = split * *a - (split * *a - *a), b_high = split * *b - (split * *b - *b);
    ce_quad a_low = *a - a_high, b_low = *b - b_high;

    *product = *a * *b;
    *error = ((a_high * b_high - *product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

/* The quotient of sum and size, corrected by the quotient of what is left: the mean to the last
 * bit. */
static CE_HOT void means(ce_lac_run *run, size_t feature, size_t end)
{
    size_t d = run->d, stride = stride_of(d), plane = run->k * stride;

    for (size_t j = 0; j < run->k; j++) {
        const double *sums = run->sums + j * stride;
        const ce_quad n = (ce_quad){0} + (double)run->size[j];
        if (!run->size[j])
            continue;
        for (size_t s = feature; s < end; s += CE_QUAD) {
            ce_quad sum = *(const ce_quad *)(sums + s),
                    rest = *(const ce_quad *)(sums + plane + s), q = sum / n, product, error;
            multiply(&q, &n, &product, &error);
            q += (((sum - product) - error) + rest) / n;
            memcpy(run->centre + j * d + s, &q, there(s, end));
        }
    }
}

/* Sums and means of some features. */
static void update(const ce_matrix *x, ce_lac_run *const *run, size_t runs, size_t feature,
                   size_t end, int first_time)
{
    for (size_t first = 0; first < x->rows; first += OBJECTS)
        for (size_t r = 0; r < runs; r++)
            move_changed(x, run[r], first, first + OBJECTS < x->rows ? first + OBJECTS : x->rows,
                         feature, end, first_time);
    for (size_t r = 0; r < runs; r++)
        means(run[r], feature, end);
}

void ce_lac_means(const ce_matrix *x, ce_lac_run *const *run, size_t runs, int first_time)
{
    size_t d = x->columns, together = runs_together(runs, d);

#pragma omp parallel for collapse(2) \
    schedule(dynamic) if ((d > TILE || runs > 1) && x->rows * runs > WORTH_THREADS)
    for (size_t feature = 0; feature < d; feature += TILE)
        for (size_t r = 0; r < runs; r += together)
            update(x, run + r, runs - r < together ? runs - r : together, feature,
                   feature + TILE < d ? feature + TILE : d, first_time);
}
