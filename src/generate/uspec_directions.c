/*
 * Step 5 of U-SPEC: k-means on the directions of the objects, which are made again whenever they
 * are needed.
 *
 * All of it is in single precision. The nearest of the centres c_l to a row y of length 1 is the
 * one with the largest y.c_l - |c_l|^2 / 2, ties: the lowest. Sums are of whole numbers, so rows
 * can be taken out of one cluster and put into another without a trace.
 *
 * Bounds save scores (doc/readings.md, kmeans). `own` is at least the distance of a row to its
 * centre, `other` at most that to any other centre. Both move with the centres, and a row is looked
 * at again only when they meet.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "generate/uspec_internal.h"
#include "kmeans/kmeans.h"

typedef float wide __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t wide_whole __attribute__((vector_size(64), aligned(4), may_alias));

enum { WIDE = 16, SAMPLE = 8192, SAMPLE_OF_EACH = 20 };

/* The unit of sums of coordinates, which are -1 .. 1: 2^31 rows fit. */
#define UNIT 0x1p-30f

/* More than the error of a squared distance from a score, and of a bound. */
#define SLACK 2e-5f

/* ---- a row ---- */

typedef struct {
    const ce_uspec_rows_of *rows;
    const float *table;
    size_t k, stride; /* stride: k rounded up to WIDE */
} directions;

static inline __attribute__((always_inline)) float sum_of(const float *from)
{
    wide x = *(const wide *)from;

    for (size_t half = WIDE / 2; half; half /= 2)
        for (size_t l = 0; l < half; l++)
            x[l] += x[l + half];
    return x[0];
}

/* y: stride. */
static inline __attribute__((always_inline)) void direction(const directions *g, size_t i, float *y,
                                                            size_t wides)
{
    const uint16_t *near = g->rows->near + i * g->rows->K;
    const float *share = g->rows->share + i * g->rows->K;
    size_t K = g->rows->K;
    wide squares = {0};
    float length;

    for (size_t t = 0; t < wides; t++) {
        const float *from = g->table + t * WIDE;
        wide sum = {0};
        for (size_t a = 0; a < K; a++)
            sum += share[a] * *(const wide *)(from + near[a] * g->stride);
        *(wide *)(y + t * WIDE) = sum;
        squares += sum * sum;
    }
    length = sqrtf(sum_of((const float *)&squares));
    length = length > 0 ? 1 / length : 0;
    for (size_t t = 0; t < wides; t++)
        *(wide *)(y + t * WIDE) *= length;
}

/* ---- centres ---- */

typedef struct {
    float *turned; /* k x stride: coordinate t of centre l is turned[t * stride + l] */
    float *half;   /* stride: |c_l|^2 / 2; behind them what no score beats */
    float *moved;  /* k: how far each centre came in the last update */
    int64_t *sum, *count; /* k x stride, k */
} centres;

static void centres_free(centres *c)
{
    free(c->turned);
    free(c->half);
    free(c->moved);
    free(c->sum);
    free(c->count);
}

static int centres_alloc(centres *c, size_t k, size_t stride, ce_error *err)
{
    *c = (centres){.turned = ce_calloc(k * stride, sizeof(float), err),
                   .half = ce_calloc(stride, sizeof(float), err),
                   .moved = ce_calloc(k, sizeof(float), err),
                   .sum = ce_calloc(k * stride, sizeof(int64_t), err),
                   .count = ce_calloc(k, sizeof(int64_t), err)};
    return c->turned && c->half && c->moved && c->sum && c->count ? CE_OK : CE_ENOMEM;
}

/* Sets centre l to c (k coordinates), and how far it moved. */
static void centre_set(centres *c, size_t l, const double *at, size_t k, size_t stride)
{
    double square = 0, moved = 0;

    for (size_t t = 0; t < k; t++) {
        float *to = c->turned + t * stride + l, value = (float)at[t];
        moved += ((double)value - *to) * ((double)value - *to);
        square += (double)value * value;
        *to = value;
    }
    c->half[l] = (float)(square / 2);
    c->moved[l] = (float)(sqrt(moved) * (1 + 1e-6));
}

/* The means of the sums. A cluster without rows keeps its centre. at: room for k. */
static void centres_update(centres *c, size_t k, size_t stride, double *at)
{
    for (size_t l = 0; l < k; l++) {
        c->moved[l] = 0;
        if (!c->count[l])
            continue;
        for (size_t t = 0; t < k; t++)
            at[t] = (double)c->sum[l * stride + t] * (double)UNIT / (double)c->count[l];
        centre_set(c, l, at, k, stride);
    }
}

/* The best and the second best score of y, and the centre of the best. wides: at most 4 at a time,
 * so that scores stay in registers. score: room for stride. */
static inline __attribute__((always_inline)) size_t score_all(const centres *c, const float *y,
                                                              size_t k, size_t stride, size_t wides,
                                                              float *score, float *best,
                                                              float *second)
{
    size_t nearest = 0;

    for (size_t first = 0; first < wides; first += 4) {
        size_t these = wides - first < 4 ? wides - first : 4;
        const float *from = c->turned + first * WIDE, *half = c->half + first * WIDE;
        wide sum[4];

        for (size_t w = 0; w < these; w++)
            sum[w] = -*(const wide *)(half + w * WIDE);
        for (size_t t = 0; t < k; t++, from += stride)
            for (size_t w = 0; w < these; w++)
                sum[w] += y[t] * *(const wide *)(from + w * WIDE);
        for (size_t w = 0; w < these; w++)
            *(wide *)(score + (first + w) * WIDE) = sum[w];
    }
    *best = score[0];
    *second = -4;
    for (size_t l = 1; l < k; l++) {
        float x = score[l];
        int better = x > *best;
        *second = better ? *best : x > *second ? x : *second;
        nearest = better ? l : nearest;
        *best = better ? x : *best;
    }
    return nearest;
}

static inline float distance_of(float score, float slack)
{
    float square = 1 - 2 * score + slack;

    return square > 0 ? sqrtf(square) : 0;
}

/* ---- an iteration ---- */

typedef struct {
    directions g;
    centres c;
    int32_t *label;
    float *own, *other; /* n; NULL: no bounds */
    float most;         /* the longest move of a centre */
    int started;        /* labels and bounds mean something */
} state;

/* Adds y to, or takes it from, the sums of a cluster. */
static inline __attribute__((always_inline)) void add(int64_t *sum, const float *y, size_t wides,
                                                      int sign)
{
    for (size_t t = 0; t < wides; t++) {
        wide_whole whole = __builtin_convertvector(*(const wide *)(y + t * WIDE) * (1 / UNIT),
                                                   wide_whole);
        for (size_t l = 0; l < WIDE; l++)
            sum[t * WIDE + l] += sign * (int64_t)whole[l];
    }
}

/* Labels rows first .. last - 1 and brings the changes into sum and count. Returns how many labels
 * changed. room: two rows of stride. */
static inline __attribute__((always_inline)) size_t assign(state *s, size_t first, size_t last,
                                                           int64_t *sum, int64_t *count,
                                                           float *room, size_t wides)
{
    size_t k = s->g.k, stride = wides * WIDE, changes = 0;
    float *y = room, *score = room + stride, best, second;

    for (size_t i = first; i < last; i++) {
        int32_t old = s->label[i];
        size_t l;

        if (s->started) {
            s->own[i] += s->c.moved[old];
            s->other[i] -= s->most;
            if (s->own[i] + SLACK < s->other[i])
                continue;
        }
        direction(&s->g, i, y, wides);
        l = score_all(&s->c, y, k, stride, wides, score, &best, &second);
        s->own[i] = distance_of(best, SLACK);
        s->other[i] = distance_of(second, -SLACK);
        if (s->started && (int32_t)l == old)
            continue;
        changes++;
        s->label[i] = (int32_t)l;
        add(sum + l * stride, y, wides, 1);
        count[l]++;
        if (s->started) {
            add(sum + (size_t)old * stride, y, wides, -1);
            count[old]--;
        }
    }
    return changes;
}

CE_HOT static size_t assign_block(state *s, size_t first, size_t last, int64_t *sum, int64_t *count,
                                  float *room)
{
    switch (s->g.stride / WIDE) {
    case 1: return assign(s, first, last, sum, count, room, 1);
    case 2: return assign(s, first, last, sum, count, room, 2);
    case 3: return assign(s, first, last, sum, count, room, 3);
    case 4: return assign(s, first, last, sum, count, room, 4);
    default: return assign(s, first, last, sum, count, room, s->g.stride / WIDE);
    }
}

/* Step 1 of k-means for all rows, with the sums that follow. *changes: labels that changed. */
static int assign_all(state *s, int threads, size_t *changes, ce_error *err)
{
    size_t n = s->g.rows->n, k = s->g.k, stride = s->g.stride, changed = 0;
    int rc = CE_OK;

    s->most = 0;
    for (size_t l = 0; l < k; l++)
        if (s->c.moved[l] > s->most)
            s->most = s->c.moved[l];
#pragma omp parallel num_threads(threads) if (threads > 1) reduction(+ : changed)
    {
        ce_error failure = {0};
        int64_t *sum = ce_calloc(k * stride, sizeof *sum, &failure),
                *count = ce_calloc(k, sizeof *count, &failure);
        float *room = ce_alloc(2 * stride, sizeof *room, &failure);

        if (!sum || !count || !room) {
#pragma omp critical(ce_uspec)
            rc = ce_fail(err, CE_ENOMEM, "%s", failure.text);
        }
#pragma omp barrier
        if (!rc) {
#pragma omp for schedule(dynamic, 16)
            for (size_t i = 0; i < n; i += CE_USPEC_BLOCK)
                changed += assign_block(s, i, i + CE_USPEC_BLOCK < n ? i + CE_USPEC_BLOCK : n, sum,
                                        count, room);
#pragma omp critical(ce_uspec)
            {
                for (size_t e = 0; e < k * stride; e++)
                    s->c.sum[e] += sum[e];
                for (size_t l = 0; l < k; l++)
                    s->c.count[l] += count[l];
            }
        }
        free(sum);
        free(count);
        free(room);
    }
    s->started = 1;
    *changes = changed;
    return rc;
}

/* ---- the start ---- */

CE_HOT static void direction_of(const directions *g, size_t i, float *y)
{
    direction(g, i, y, g->stride / WIDE);
}

/* Rows on which starts are tried. */
static size_t sample_of(const directions *g)
{
    size_t count = g->k > SAMPLE / SAMPLE_OF_EACH ? SAMPLE_OF_EACH * g->k : SAMPLE;

    return count < g->rows->n ? count : g->rows->n;
}

/* k-means on drawn rows, or on all if they are not many. found: its centres and labels. */
static int start(const directions *g, const ce_uspec_options *options, gsl_rng *rng, int threads,
                 ce_kmeans_result *found, ce_error *err)
{
    ce_kmeans_options how = {.k = g->k,
                             .init = CE_INIT_PLUSPLUS,
                             .empty = CE_EMPTY_KEEP,
                             .restarts = options->restarts,
                             .max_iterations = options->iterations};
    size_t n = g->rows->n, count = sample_of(g), *chosen = NULL;
    float *y = ce_alloc(g->stride, sizeof *y, err);
    ce_kmeans_data *data = NULL;
    ce_matrix rows = {0};
    int rc = y ? ce_matrix_alloc(&rows, count, g->k, err) : CE_ENOMEM;

    if (!rc && count < n) {
        chosen = ce_alloc(count, sizeof *chosen, err);
        rc = chosen ? ce_random_choose(rng, n, count, chosen, err) : CE_ENOMEM;
    }
    for (size_t i = 0; i < count && !rc; i++) {
        direction_of(g, chosen ? chosen[i] : i, y);
        for (size_t t = 0; t < g->k; t++)
            rows.values[i * g->k + t] = (double)y[t];
    }
    if (!rc)
        rc = ce_kmeans_prepare(&data, &rows, NULL, err);
    if (!rc)
        rc = ce_kmeans(data, &how, rng, threads, found, err);
    free(chosen);
    free(y);
    ce_kmeans_data_free(data);
    ce_matrix_free(&rows);
    return rc;
}

/* Goes on with all rows from the centres of `found`, which are k of as many coordinates; where the
 * sample had fewer distinct rows, the last centres come again and stay empty. */
static int go_on(const directions *g, const ce_uspec_options *options,
                 const ce_kmeans_result *found, int threads, int32_t *labels,
                 ce_uspec_member *report, ce_error *err)
{
    size_t n = g->rows->n, k = g->k, changes = 1;
    double *at = ce_alloc(k, sizeof *at, err);
    state s = {.g = *g, .label = labels};
    int rc = at ? centres_alloc(&s.c, k, g->stride, err) : CE_ENOMEM;

    if (!rc) {
        s.own = ce_alloc(n, sizeof *s.own, err);
        s.other = ce_alloc(n, sizeof *s.other, err);
        rc = s.own && s.other ? CE_OK : CE_ENOMEM;
    }
    for (size_t l = 0; l < k && !rc; l++)
        centre_set(&s.c, l, found->centres + (l < found->k ? l : found->k - 1) * k, k, g->stride);
    for (size_t r = 0; !rc; r++) {
        rc = assign_all(&s, threads, &changes, err);
        report->iterations = r;
        report->converged = !changes;
        if (rc || !changes || r == options->iterations)
            break;
        centres_update(&s.c, k, g->stride, at);
    }
    free(at);
    free(s.own);
    free(s.other);
    centres_free(&s.c);
    return rc;
}

int ce_uspec_directions(const ce_uspec_rows_of *rows, const float *table, size_t k,
                        const ce_uspec_options *options, gsl_rng *rng, int threads,
                        int32_t *labels, ce_uspec_member *report, ce_error *err)
{
    directions g = {
        .rows = rows, .table = table, .k = k, .stride = (k + WIDE - 1) / WIDE * WIDE};
    ce_kmeans_result found = {0};
    int rc = start(&g, options, rng, threads, &found, err);

    if (rc)
        return rc;
    if (sample_of(&g) == rows->n) {
        memcpy(labels, found.labels, rows->n * sizeof *labels);
        report->iterations = found.iterations;
        report->converged = found.converged;
    } else {
        rc = go_on(&g, options, &found, threads, labels, report, err);
    }
    ce_kmeans_free(&found);
    return rc;
}
