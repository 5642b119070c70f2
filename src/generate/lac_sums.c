/*
 * Sums over the objects of each cluster, of x_s and of x_s^2, from which come the mean of a cluster and its dispersion around any centroid. Only
 * objects that change their cluster are touched. Each sum is a double and the errors of its additions, so that taking an
 * object out again leaves no trace but some 1e-32 of its size, and the terms of a dispersion may cancel for data far from the origin.
 */
#include <string.h>

#include "core/parallel.h"
#include "generate/lac_internal.h"
#include "partition/squared_distance.h"

/* Features that one task adds up: so many that a row's part is worth fetching, so few that the sums of some clusters stay in the cache. */
enum { TILE = 256 };

/* Fewer values than this are summed faster by one thread. */
enum { WORTH_THREADS = 1 << 15 };

static inline size_t stride_of(size_t d)
{
    return (d + CE_LANES - 1) / CE_LANES * CE_LANES;
}

/* Four planes of k x stride: sum of x and its rest, sum of x^2 and its rest. */
size_t ce_lac_sums_size(size_t k, size_t d)
{
    return 4 * k * stride_of(d);
}

/* Bytes of the features s .. s + 7 that there are. */
static inline __attribute__((always_inline)) size_t there(size_t s, size_t d)
{
    return (d - s < CE_LANES ? d - s : CE_LANES) * sizeof(double);
}

/* sum + rest += *value, with the error of the addition (Knuth's two-sum). */
static inline __attribute__((always_inline)) void add(double *sum, double *rest, const ce_lanes *value)
{
    ce_lanes old = *(ce_lanes *)sum, s = old + *value, v = s - old;

    *(ce_lanes *)rest += (old - (s - v)) + (*value - v);
    *(ce_lanes *)sum = s;
}

/* a b = *product + *error (Dekker). */
static inline __attribute__((always_inline)) void multiply(const ce_lanes *a, const ce_lanes *b, ce_lanes *product, ce_lanes *error)
{
    const double split = 134217729; /* 2^27 + 1 */
    ce_lanes a_high = split * *a - (split * *a - *a), b_high = split * *b - (split * *b - *b);
    ce_lanes a_low = *a - a_high, b_low = *b - b_high;

    *product = *a * *b;
    *error = ((a_high * b_high - *product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

/* Eight features of an object onto the sums at `at` (feature of its cluster), with sign 1 or -1. */
static inline __attribute__((always_inline)) void add_lanes(double *at, size_t plane, const ce_lanes *x, const ce_lanes *square,
                                                            const ce_lanes *error, double sign)
{
    ce_lanes first = sign * *x, second = sign * *square;

    add(at, at + plane, &first);
    add(at + 2 * plane, at + 3 * plane, &second);
    *(ce_lanes *)(at + 3 * plane) += sign * *error;
}

/* Features first .. last-1 (first in whole vectors) of object i from one cluster (negative: none) to another. */
static inline __attribute__((always_inline)) void move_row(const ce_matrix *x, ce_lac_run *run, size_t i, int32_t from, int32_t to,
                                                           size_t first, size_t last)
{
    size_t d = run->d, stride = stride_of(d), plane = run->k * stride;
    const double *row = x->values + i * d;

    for (size_t s = first; s < last; s += CE_LANES) {
        ce_lanes value = {0}, square, error;
        memcpy(&value, row + s, there(s, d));
        multiply(&value, &value, &square, &error);
        add_lanes(run->sums + (size_t)to * stride + s, plane, &value, &square, &error, 1);
        if (from >= 0)
            add_lanes(run->sums + (size_t)from * stride + s, plane, &value, &square, &error, -1);
    }
}

static CE_HOT void move_changed(const ce_matrix *x, ce_lac_run *run, size_t first, size_t last, int none_before)
{
    for (size_t c = 0; c < run->changes; c++) {
        size_t i = (size_t)run->changed[c];
        move_row(x, run, i, none_before ? -1 : run->next[i], run->label[i], first, last);
    }
}

/* Compares labels, exchanges label and next, and brings the sizes up to date. */
static void take_labels(ce_lac_run *run, size_t n, int first)
{
    int32_t *label = run->next, *old = run->label;

    run->changes = 0;
    for (size_t i = 0; i < n; i++) {
        if (!first && label[i] == old[i])
            continue;
        run->changed[run->changes++] = (int32_t)i;
        run->size[label[i]]++;
        if (!first)
            run->size[old[i]]--;
    }
    run->label = label;
    run->next = old;
}

void ce_lac_sums_update(const ce_matrix *x, ce_lac_run *const *run, size_t runs, int first)
{
    size_t d = x->columns, tiles = (d + TILE - 1) / TILE, changes = 0;

#pragma omp parallel for schedule(dynamic) reduction(+ : changes) if (runs > 1 && runs * x->rows > WORTH_THREADS)
    for (size_t r = 0; r < runs; r++) {
        take_labels(run[r], x->rows, first);
        changes += run[r]->changes;
    }
#pragma omp parallel for schedule(dynamic) if (runs * tiles > 1 && changes * d > WORTH_THREADS)
    for (size_t task = 0; task < runs * tiles; task++) {
        size_t s = task % tiles * TILE;
        move_changed(x, run[task / tiles], s, s + TILE < d ? s + TILE : d, first);
    }
}

static CE_HOT void move_one(const ce_matrix *x, ce_lac_run *run, size_t i, int32_t from, int32_t to)
{
    move_row(x, run, i, from, to, 0, run->d);
}

void ce_lac_sums_move(const ce_matrix *x, ce_lac_run *run, size_t i, int32_t j)
{
    int32_t from = run->label[i];

    move_one(x, run, i, from, j);
    run->size[from]--;
    run->size[j]++;
    run->label[i] = j;
}

/* n X = sum x^2 - 2 c sum x + n c^2, with the error of every step. */
CE_HOT void ce_lac_dispersion(const ce_lac_run *run, size_t j, double *dispersion)
{
    size_t d = run->d, stride = stride_of(d), plane = run->k * stride;
    const double *sums = run->sums + j * stride;
    const ce_lanes n = (ce_lanes){0} + (double)run->size[j];

    for (size_t s = 0; s < d; s += CE_LANES) {
        ce_lanes c = {0}, two, x = *(const ce_lanes *)(sums + s), squares = *(const ce_lanes *)(sums + 2 * plane + s);
        ce_lanes cross, cross_error, own, own_error, times, times_error, part, v, total, w, errors;
        memcpy(&c, run->centre + j * d + s, there(s, d));
        two = 2 * c;
        multiply(&two, &x, &cross, &cross_error);
        multiply(&c, &c, &own, &own_error);
        multiply(&own, &n, &times, &times_error);
        errors = *(const ce_lanes *)(sums + 3 * plane + s) - cross_error - two * *(const ce_lanes *)(sums + plane + s) + times_error +
                 n * own_error;
        part = squares - cross;
        v = part - squares;
        errors += (squares - (part - v)) + (-cross - v);
        total = part + times;
        w = total - part;
        errors += (part - (total - w)) + (times - w);
        total = (total + errors) / n;
        for (int l = 0; l < CE_LANES; l++)
            total[l] = total[l] > 0 ? total[l] : 0;
        memcpy(dispersion + s, &total, there(s, d));
    }
}

/* The quotient, and once more of what is left. */
CE_HOT void ce_lac_mean(const ce_lac_run *run, size_t j, double *mean)
{
    size_t d = run->d, stride = stride_of(d), plane = run->k * stride;
    const double *sums = run->sums + j * stride;
    const ce_lanes n = (ce_lanes){0} + (double)run->size[j];

    for (size_t s = 0; s < d; s += CE_LANES) {
        ce_lanes sum = *(const ce_lanes *)(sums + s), rest = *(const ce_lanes *)(sums + plane + s), q = sum / n, product, error;
        multiply(&q, &n, &product, &error);
        q += (((sum - product) - error) + rest) / n;
        memcpy(mean + s, &q, there(s, d));
    }
}
