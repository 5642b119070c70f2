#include "kmeans/kmeans_sums.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"

/* With fewer values than this one thread sums faster. */
enum { WORTH_THREADS = 1 << 15 };

/* ---- bins ---- */

/* The lowest bit that a weight has, and whether weights are whole numbers. */
static int weight_bits(const ce_kmeans_data *data, double *most, int *whole)
{
    int low = 0, place, negative;
    uint64_t magnitude;

    *most = 1;
    *whole = 1;
    for (size_t r = 0; data->weight && r < data->count; r++) {
        double weight = data->weight[r];
        *most = weight > *most ? weight : *most;
        if (weight == floor(weight))
            continue;
        *whole = 0;
        ce_exact_take_apart(weight, &magnitude, &place, &negative);
        place += __builtin_ctzll(magnitude);
        low = place < low ? place : low;
    }
    return low;
}

/* Chooses bins: a term that is rounded to a bin is at most 2^width units of it, and so many of
 * them as there are rows stay below 2^53 units. */
static int cut_bins(ce_kmeans_sums *sums, const ce_kmeans_run *run, ce_error *err)
{
    const ce_kmeans_data *data = run->data;
    double most;
    int low = data->low_bit + weight_bits(data, &most, &sums->whole), high, rows, width;

    frexp(data->largest * most, &high);
    frexp((double)data->count, &rows);
    width = 53 - 2 - rows;
    sums->bins = high > low ? (size_t)(high - low + width - 1) / (size_t)width : 1;
    sums->round = ce_alloc(sums->bins, sizeof *sums->round, err);
    if (!sums->round)
        return CE_ENOMEM;
    for (size_t b = 0; b + 1 < sums->bins; b++)
        sums->round[b] = ldexp(1.5, 52 + high - (int)(b + 1) * width);
    sums->one.count = 1;
    return ce_exact_reach(&sums->one, low - 60, high + rows + 1, err);
}

int ce_kmeans_sums_alloc(ce_kmeans_sums *sums, const ce_kmeans_run *run, ce_error *err)
{
    size_t k = run->k, row = run->stride * sizeof(double);
    int rc = cut_bins(sums, run, err);

    if (!rc)
        rc = ce_memory_check(sums->bins * k, run->stride, sizeof *sums->bin, "the sums of clusters",
                             "fewer clusters or features, or values of fewer digits", err);
    if (rc)
        return rc;
    sums->bin = ce_alloc(sums->bins * k, row, err);
    sums->mass = ce_alloc(k, sizeof *sums->mass, err);
    sums->mass_rest = ce_alloc(k, sizeof *sums->mass_rest, err);
    sums->rows = ce_alloc(k, sizeof *sums->rows, err);
    sums->stale = ce_alloc(k, sizeof *sums->stale, err);
    return sums->bin && sums->mass && sums->mass_rest && sums->rows && sums->stale ? CE_OK
                                                                                   : CE_ENOMEM;
}

void ce_kmeans_sums_free(ce_kmeans_sums *sums)
{
    free(sums->round);
    free(sums->bin);
    free(sums->mass);
    free(sums->mass_rest);
    free(sums->rows);
    free(sums->stale);
    ce_exact_free(&sums->one);
}

void ce_kmeans_sums_reset(ce_kmeans_sums *sums, const ce_kmeans_run *run)
{
    size_t k = run->k, row = run->stride * sizeof(double);

    memset(sums->bin, 0, sums->bins * k * row);
    memset(sums->mass, 0, k * sizeof *sums->mass);
    memset(sums->mass_rest, 0, k * sizeof *sums->mass_rest);
    memset(sums->rows, 0, k * sizeof *sums->rows);
    memset(sums->stale, 1, k * sizeof *sums->stale);
}

/* ---- adding ---- */

/* sum + rest += value, with the error of the addition (Knuth's two-sum). */
static inline __attribute__((always_inline)) void add_exactly(double *sum, double *rest,
                                                              double value)
{
    double s = *sum + value, v = s - *sum;

    *rest += (*sum - (s - v)) + (value - v);
    *sum = s;
}

/* A place in the bins, which are `step` apart: where values are added, and where they are taken
 * away; NULL: nowhere. */
typedef struct {
    double *to, *from;
    size_t step;
} place;

/* Two features, for data that have no more. */
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));

/* Moves values, four or two of them, bin by bin. */
#define MOVE_VALUES(name, lanes) \
    static inline __attribute__((always_inline)) void name(const ce_kmeans_sums *sums, place at, \
                                                           const lanes *values) \
    { \
        lanes value = *values; \
\
        for (size_t b = 0; b < sums->bins; b++) { \
            lanes part = value; \
            if (b + 1 < sums->bins) \
                part = (value + sums->round[b]) - sums->round[b]; \
            *(lanes *)(at.to + b * at.step) += part; \
            if (at.from) \
                *(lanes *)(at.from + b * at.step) -= part; \
            value -= part; \
        } \
    }
MOVE_VALUES(move_four, ce_quad)
MOVE_VALUES(move_two, pair)

/* The same for four features of weight * x, with the error of the product by Dekker's method. */
static inline __attribute__((always_inline)) void move_quad(const ce_kmeans_sums *sums, place at,
                                                            const double *x, double weight)
{
    ce_quad value = *(const ce_quad *)x;

    if (weight != 1) {
        const double split = 134217729; /* 2^27 + 1 */
        double w_high = split * weight - (split * weight - weight), w_low = weight - w_high;
        ce_quad x_high = split * value - (split * value - value), x_low = value - x_high,
                product = weight * value;
        ce_quad rest =
            ((w_high * x_high - product) + w_high * x_low + w_low * x_high) + w_low * x_low;
        move_four(sums, at, &rest);
        value = product;
    }
    move_four(sums, at, &value);
}

/* The same for CE_LANES features. */
static inline __attribute__((always_inline)) void move_lanes(const ce_kmeans_sums *sums, place at,
                                                             const double *x, double weight)
{
    move_quad(sums, at, x, weight);
    at.to += CE_QUAD;
    if (at.from)
        at.from += CE_QUAD;
    move_quad(sums, at, x + CE_QUAD, weight);
}

/* Moves vectors first .. last-1 of one row, times its weight, from the sums of a centre, -1: none,
 * to those of another. */
static inline __attribute__((always_inline)) void move_row(ce_kmeans_sums *sums,
                                                           const ce_kmeans_run *run, size_t r,
                                                           int32_t from, int32_t to, size_t first,
                                                           size_t last)
{
    const ce_kmeans_data *data = run->data;
    const double *row = ce_kmeans_row(data, r);
    double weight = ce_kmeans_weight(data, r), tail[CE_LANES];
    size_t whole = data->d / CE_LANES, v = first;
    place at = {.to = sums->bin + (size_t)to * run->stride + first * CE_LANES,
                .step = run->k * run->stride};

    if (from >= 0)
        at.from = sums->bin + (size_t)from * run->stride + first * CE_LANES;
    if (data->d == 2 && weight == 1) {
        move_two(sums, at, (const pair *)row);
        return;
    }
    for (; v < last && v < whole; v++) {
        move_lanes(sums, at, row + v * CE_LANES, weight);
        at.to += CE_LANES;
        if (at.from)
            at.from += CE_LANES;
    }
    if (v < last) {
        ce_squared_distance_tail(row, data->d, tail);
        move_lanes(sums, at, tail, weight);
    }
}

static CE_HOT void move_changed(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t first,
                                size_t last)
{
    for (size_t c = 0; c < run->changes; c++) {
        size_t r = (size_t)run->changed[c];
        move_row(sums, run, r, run->from[c], run->settled[r], first, last);
    }
}

static void move_mass(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t r, int32_t from,
                      int32_t to)
{
    double weight = ce_kmeans_weight(run->data, r);

    add_exactly(&sums->mass[to], &sums->mass_rest[to], weight);
    sums->rows[to]++;
    sums->stale[to] = 1;
    if (from >= 0) {
        sums->stale[from] = 1;
        add_exactly(&sums->mass[from], &sums->mass_rest[from], -weight);
        sums->rows[from]--;
    }
}

/* Each thread takes some of the features, so each sum is in the order of the rows. */
void ce_kmeans_sums_update(ce_kmeans_sums *sums, const ce_kmeans_run *run)
{
    size_t vectors = run->stride / CE_LANES;
    int parts = run->changes * run->data->d < WORTH_THREADS || vectors == 1 ? 1 : run->threads;

    if ((size_t)parts > vectors)
        parts = (int)vectors;
#pragma omp parallel for schedule(static) num_threads(parts) if (parts > 1)
    for (int p = 0; p < parts; p++)
        move_changed(sums, run, vectors * (size_t)p / (size_t)parts,
                     vectors * (size_t)(p + 1) / (size_t)parts);
    for (size_t c = 0; c < run->changes; c++)
        move_mass(sums, run, (size_t)run->changed[c], run->from[c], run->settled[run->changed[c]]);
}

void ce_kmeans_sums_move_row(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t r, int32_t from,
                             int32_t to)
{
    move_mass(sums, run, r, from, to);
    move_row(sums, run, r, from, to, 0, run->stride / CE_LANES);
}

/* ---- means ---- */

static void give(const ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t at, ce_exact_sums *to,
                 size_t i, int *rc, ce_error *err)
{
    for (size_t b = 0; b < sums->bins && !*rc; b++)
        *rc = ce_exact_add(to, i, sums->bin[b * run->k * run->stride + at], err);
}

int ce_kmeans_sums_give(const ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t j, size_t s,
                        ce_exact_sums *to, size_t i, ce_error *err)
{
    int rc = CE_OK;

    give(sums, run, j * run->stride + s, to, i, &rc, err);
    return rc;
}

/* The nearest double, by all bits. */
static double exact_mean(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t at, double mass)
{
    int rc = CE_OK;

    memset(sums->one.limb, 0, (size_t)sums->one.limbs * sizeof *sums->one.limb);
    give(sums, run, at, &sums->one, 0, &rc, NULL); /* there is room: nothing can fail */
    return ce_exact_mean(&sums->one, 0, (uint64_t)mass);
}

/*
 * The quotient of the sum at a place of the bins and the mass of its cluster.
 *
 * The sum is taken as high + low, with an error of some 2^-100 of the bins. Where that may decide
 * how the quotient is rounded, all bits are looked at.
 */
static double mean(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t at, size_t j)
{
    double high = 0, low = 0, size = 0, w = sums->mass[j] + sums->mass_rest[j], q, rest, error,
           w_rest = sums->mass_rest[j] - (w - sums->mass[j]);

    for (size_t b = 0; b < sums->bins; b++) {
        double bin = sums->bin[b * run->k * run->stride + at];
        add_exactly(&high, &low, bin);
        size += fabs(bin);
    }
    if (size == 0)
        return 0;
    q = high / w;
    rest = ((fma(-q, w, high) + low) - q * w_rest) / w;
    error = size / w * 0x1p-95 + fabs(rest) * 0x1p-45 + 0x1p-1073;
    if (!sums->whole || q + (rest - error) == q + (rest + error))
        return q + rest;
    return exact_mean(sums, run, at, w);
}

void ce_kmeans_sums_mean(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t j, double *centre)
{
    for (size_t s = 0; s < run->data->d; s++)
        centre[s] = mean(sums, run, j * run->stride + s, j);
    sums->stale[j] = 0;
}
