#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "kmeans/kmeans_internal.h"

/* Sets a centre to row r. stride: d or more; the rest is filled with zeros. */
static void set_centre(const ce_kmeans_data *data, size_t r, size_t stride, double *centre)
{
    memset(centre, 0, stride * sizeof *centre);
    memcpy(centre, ce_kmeans_row(data, r), data->d * sizeof *centre);
}

/* ---- random ---- */

/*
 * Draws k objects one after another, each as likely as its weight. One whose row is a centre
 * already is drawn again: these are distinct rows without replacement, by weight.
 */
static int start_random(const ce_kmeans_data *data, size_t k, gsl_rng *rng, size_t stride,
                        double *centre, ce_error *err)
{
    size_t *row = ce_alloc(k, sizeof *row, err);
    int rc =
        row ? ce_random_choose_weighted(rng, data->weight, data->count, k, row, err) : CE_ENOMEM;

    for (size_t j = 0; j < k && !rc; j++)
        set_centre(data, row[j], stride, centre + j * stride);
    free(row);
    return rc;
}

/* ---- k-means++ and farthest first ---- */

/* Room for rounding, and the least squared distance that has not lost digits by underflow. */
#define ROOM  1e-9
#define LEAST 1e-280

/* Squared distance of each row to the nearest centre so far, negative for a row that is a centre.
 * Sums and maxima are taken per block of rows, so that threads do not change them. */
typedef struct {
    const ce_kmeans_data *data;
    int threads;
    size_t chosen;     /* centres so far */
    double *gap;       /* k: squared distances from the last centre to the others */
    int32_t *nearest;  /* count: the centre that distance is to */
    double *distance;  /* count */
    double *block_sum; /* blocks: sum of weight * distance */
    size_t *block_far; /* blocks: farthest row; ties: the first */
    size_t blocks;
} spread;

static int spread_alloc(spread *s, const ce_kmeans_data *data, size_t k, int threads, ce_error *err)
{
    *s = (spread){.data = data,
                  .threads = threads,
                  .blocks = (data->count + CE_KMEANS_BLOCK - 1) / CE_KMEANS_BLOCK};
    s->gap = ce_alloc(k, sizeof *s->gap, err);
    s->nearest = ce_calloc(data->count, sizeof *s->nearest, err);
    s->distance = ce_alloc(data->count, sizeof *s->distance, err);
    s->block_sum = ce_alloc(s->blocks, sizeof *s->block_sum, err);
    s->block_far = ce_alloc(s->blocks, sizeof *s->block_far, err);
    if (!s->gap || !s->nearest || !s->distance || !s->block_sum || !s->block_far)
        return CE_ENOMEM;
    for (size_t r = 0; r < data->count; r++)
        s->distance[r] = INFINITY;
    return CE_OK;
}

static void spread_free(spread *s)
{
    free(s->gap);
    free(s->nearest);
    free(s->distance);
    free(s->block_sum);
    free(s->block_far);
}

/* 1 when the last centre may be nearer to row r than its nearest one. A centre that is at least
 * twice as far from that one as the row is cannot be. */
static inline __attribute__((always_inline)) int may_be_nearer(const spread *s, size_t r)
{
    double gap = s->gap[s->nearest[r]];

    return !(4 * (1 + ROOM) * s->distance[r] <= gap && gap >= LEAST);
}

/* Sums up a block of rows. */
static void tell_block(spread *s, size_t block, size_t first, size_t last)
{
    size_t far = first;
    double sum = 0;

    for (size_t r = first; r < last; r++) {
        if (s->distance[r] > 0)
            sum += ce_kmeans_weight(s->data, r) * s->distance[r];
        if (s->distance[r] > s->distance[far])
            far = r;
    }
    s->block_sum[block] = sum;
    s->block_far[block] = far;
}

/* Compares a block of rows with the last centre, which is row `new`. */
static CE_HOT void spread_block(spread *s, const double *centre, size_t new, size_t block)
{
    const ce_kmeans_data *data = s->data;
    size_t first = block * CE_KMEANS_BLOCK, last = first + CE_KMEANS_BLOCK;
    double tail[CE_LANES];
    int changed;

    if (last > data->count)
        last = data->count;
    changed = new >= first &&new < last;
    for (size_t r = first; r < last; r++) {
        const double *row = ce_kmeans_row(data, r);
        double distance;
        if (!may_be_nearer(s, r))
            continue;
        ce_squared_distance_tail(row, data->d, tail);
        distance = ce_squared_distance(row, tail, centre, data->d);
        if (distance < s->distance[r]) {
            s->distance[r] = distance;
            s->nearest[r] = (int32_t)s->chosen;
            changed = 1;
        }
    }
    if (changed || !s->chosen)
        tell_block(s, block, first, last);
}

/* Makes row r the next centre. centres: k x stride. */
static void spread_add(spread *s, size_t r, double *centres)
{
    size_t d = s->data->d, stride = ce_kmeans_stride(d);
    double *centre = centres + s->chosen * stride, tail[CE_LANES];

    set_centre(s->data, r, stride, centre);
    ce_squared_distance_tail(centre, d, tail);
    s->gap[0] = 0;
    for (size_t j = 0; j < s->chosen; j++)
        s->gap[j] = ce_squared_distance(centre, tail, centres + j * stride, d);
    s->distance[r] = -1;
#pragma omp parallel for schedule(static) num_threads(s->threads) if (s->threads > 1)
    for (size_t block = 0; block < s->blocks; block++)
        spread_block(s, centre, r, block);
    s->chosen++;
}

static size_t first_object(const ce_kmeans_data *data, gsl_rng *rng)
{
    size_t r;

    if (!data->weight)
        return ce_random_below(rng, data->count);
    r = ce_random_weighted(rng, data->weight, data->count, NULL);
    return r < data->count ? r : data->count - 1;
}

static size_t farthest(const spread *s)
{
    size_t far = s->block_far[0];

    for (size_t block = 1; block < s->blocks; block++)
        if (s->distance[s->block_far[block]] > s->distance[far])
            far = s->block_far[block];
    return far;
}

/* Draws a row with a probability proportional to weight * distance. Takes the farthest row when all
 * squared distances are 0, or when rounding runs past the end. */
static size_t draw_far_row(const spread *s, gsl_rng *rng)
{
    double target;
    size_t block = ce_random_weighted(rng, s->block_sum, s->blocks, &target), r, last;

    if (block == s->blocks)
        return farthest(s);
    last = (block + 1) * CE_KMEANS_BLOCK;
    for (r = block * CE_KMEANS_BLOCK; r < s->data->count && r < last; r++) {
        if (s->distance[r] <= 0)
            continue;
        target -= ce_kmeans_weight(s->data, r) * s->distance[r];
        if (target < 0)
            return r;
    }
    return s->distance[s->block_far[block]] > 0 ? s->block_far[block] : farthest(s);
}

static int start_spread(const ce_kmeans_data *data, ce_kmeans_init init, size_t k, gsl_rng *rng,
                        int threads, double *centre, ce_error *err)
{
    spread s;
    int rc = spread_alloc(&s, data, k, threads, err);

    if (!rc) {
        spread_add(&s, first_object(data, rng), centre);
        while (s.chosen < k)
            spread_add(&s, init == CE_INIT_FARTHEST ? farthest(&s) : draw_far_row(&s, rng), centre);
    }
    spread_free(&s);
    return rc;
}

int ce_kmeans_start(const ce_kmeans_data *data, const ce_kmeans_options *options, size_t k,
                    gsl_rng *rng, int threads, double *centre, ce_error *err)
{
    const ce_kmeans_data *from = data->merged ? data->merged : data;
    size_t stride = ce_kmeans_stride(data->d), distinct = k < from->count ? k : from->count;
    int rc = CE_OK;

    if (options->init == CE_INIT_GIVEN) {
        memset(centre, 0, k * stride * sizeof *centre);
        for (size_t j = 0; j < k; j++)
            memcpy(centre + j * stride, options->start + j * data->d, data->d * sizeof *centre);
        return CE_OK;
    }
    if (options->init == CE_INIT_RANDOM)
        rc = start_random(from, distinct, rng, stride, centre, err);
    else
        rc = start_spread(from, options->init, distinct, rng, threads, centre, err);
    for (size_t j = distinct; j < k && !rc; j++)
        memcpy(centre + j * stride, centre + (j - distinct) * stride, stride * sizeof *centre);
    return rc;
}

int ce_kmeans_random_start(const ce_kmeans_data *data, size_t k, gsl_rng *rng, double *centre,
                           ce_error *err)
{
    return start_random(data, k, rng, data->d, centre, err);
}

int ce_kmeans_starting_centres(const ce_kmeans_data *data, ce_kmeans_init init, size_t k,
                               gsl_rng *rng, int threads, double *centre, ce_error *err)
{
    const ce_kmeans_options options = {.init = init};
    size_t stride = ce_kmeans_stride(data->d);
    double *padded = ce_alloc(k, stride * sizeof *padded, err);
    int rc = padded ? ce_kmeans_start(data, &options, k, rng, threads, padded, err) : CE_ENOMEM;

    for (size_t j = 0; j < k && !rc; j++)
        memcpy(centre + j * data->d, padded + j * stride, data->d * sizeof *centre);
    free(padded);
    return rc;
}

int ce_kmeans_farthest_start(const ce_kmeans_data *data, size_t k, gsl_rng *rng, int threads,
                             double *centre, ce_error *err)
{
    return ce_kmeans_starting_centres(data, CE_INIT_FARTHEST, k, rng, threads, centre, err);
}
