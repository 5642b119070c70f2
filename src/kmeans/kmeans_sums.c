#include "kmeans/kmeans_sums.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"

/* With fewer values than this one thread sums faster. */
enum { WORTH_THREADS = 1 << 15 };

int ce_kmeans_sums_alloc(ce_kmeans_sums *sums, const ce_kmeans_run *run, ce_error *err)
{
    size_t k = run->k, row = run->stride * sizeof(double);

    sums->sum = ce_alloc(k, row, err);
    sums->rest = ce_alloc(k, row, err);
    sums->mass = ce_alloc(k, sizeof *sums->mass, err);
    sums->mass_rest = ce_alloc(k, sizeof *sums->mass_rest, err);
    sums->rows = ce_alloc(k, sizeof *sums->rows, err);
    return sums->sum && sums->rest && sums->mass && sums->mass_rest && sums->rows ? CE_OK
                                                                                  : CE_ENOMEM;
}

void ce_kmeans_sums_free(ce_kmeans_sums *sums)
{
    free(sums->sum);
    free(sums->rest);
    free(sums->mass);
    free(sums->mass_rest);
    free(sums->rows);
}

void ce_kmeans_sums_reset(ce_kmeans_sums *sums, const ce_kmeans_run *run)
{
    size_t k = run->k, row = run->stride * sizeof(double);

    memset(sums->sum, 0, k * row);
    memset(sums->rest, 0, k * row);
    memset(sums->mass, 0, k * sizeof *sums->mass);
    memset(sums->mass_rest, 0, k * sizeof *sums->mass_rest);
    memset(sums->rows, 0, k * sizeof *sums->rows);
}

/* sum + rest += value, with the error of the addition (Knuth's two-sum). */
static inline __attribute__((always_inline)) void add_exactly(double *sum, double *rest,
                                                              double value)
{
    double s = *sum + value, v = s - *sum;

    *rest += (*sum - (s - v)) + (value - v);
    *sum = s;
}

/* The same for eight features of weight * x, with the error of the product by Dekker's method. */
static inline __attribute__((always_inline)) void add_lanes(double *sum, double *rest,
                                                            const double *x, double weight)
{
    ce_lanes value = *(const ce_lanes *)x, s, v;

    if (weight != 1 && weight != -1) {
        const double split = 134217729; /* 2^27 + 1 */
        double w_high = split * weight - (split * weight - weight), w_low = weight - w_high;
        ce_lanes x_high = split * value - (split * value - value), x_low = value - x_high,
                 product = weight * value;
        *(ce_lanes *)rest +=
            ((w_high * x_high - product) + w_high * x_low + w_low * x_high) + w_low * x_low;
        value = product;
    } else {
        value = weight * value;
    }
    s = *(ce_lanes *)sum + value;
    v = s - *(ce_lanes *)sum;
    *(ce_lanes *)rest += (*(ce_lanes *)sum - (s - v)) + (value - v);
    *(ce_lanes *)sum = s;
}

/* Adds vectors first .. last-1 of one row, times weight, to the sums of centre j. */
static inline __attribute__((always_inline)) void add_row(ce_kmeans_sums *sums,
                                                          const ce_kmeans_run *run, size_t r,
                                                          int32_t j, double weight, size_t first,
                                                          size_t last)
{
    const ce_kmeans_data *data = run->data;
    const double *row = ce_kmeans_row(data, r);
    size_t base = (size_t)j * run->stride, whole = data->d / CE_LANES, v = first;
    double tail[CE_LANES];

    for (; v < last && v < whole; v++)
        add_lanes(sums->sum + base + v * CE_LANES, sums->rest + base + v * CE_LANES,
                  row + v * CE_LANES, weight);
    if (v < last) {
        ce_squared_distance_tail(row, data->d, tail);
        add_lanes(sums->sum + base + v * CE_LANES, sums->rest + base + v * CE_LANES, tail, weight);
    }
}

static CE_HOT void move_changed(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t first,
                                size_t last)
{
    for (size_t c = 0; c < run->changes; c++) {
        size_t r = (size_t)run->changed[c];
        double weight = ce_kmeans_weight(run->data, r);
        add_row(sums, run, r, run->settled[r], weight, first, last);
        if (run->from[c] >= 0)
            add_row(sums, run, r, run->from[c], -weight, first, last);
    }
}

static void move_mass(ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t r, int32_t from,
                      int32_t to)
{
    double weight = ce_kmeans_weight(run->data, r);

    add_exactly(&sums->mass[to], &sums->mass_rest[to], weight);
    sums->rows[to]++;
    if (from >= 0) {
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
    size_t vectors = run->stride / CE_LANES;
    double weight = ce_kmeans_weight(run->data, r);

    move_mass(sums, run, r, from, to);
    add_row(sums, run, r, to, weight, 0, vectors);
    add_row(sums, run, r, from, -weight, 0, vectors);
}

/* The quotient of two sums, correct to the last bit but in the rarest cases. */
static double mean(double sum, double rest, double mass, double mass_rest)
{
    double w = mass + mass_rest, w_rest = mass_rest - (w - mass), q = sum / w;

    return q + ((fma(-q, w, sum) + rest) - q * w_rest) / w;
}

void ce_kmeans_sums_mean(const ce_kmeans_sums *sums, const ce_kmeans_run *run, size_t j,
                         double *centre)
{
    size_t base = j * run->stride;

    for (size_t s = 0; s < run->data->d; s++)
        centre[s] =
            mean(sums->sum[base + s], sums->rest[base + s], sums->mass[j], sums->mass_rest[j]);
}
