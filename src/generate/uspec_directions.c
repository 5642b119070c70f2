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
#include "generate/uspec_scores.h"

/* The unit of sums of coordinates, which are -1 .. 1: 2^31 rows fit. */
#define UNIT 0x1p-30f

/* More than the error of a squared distance from a score, and of a bound. */
#define SLACK 2e-5f

/* With so many objects for each representative, sketches of scores are worth their making. */
enum { WORTH_SKETCHES = 4 };

/* ---- centres ---- */

typedef struct {
    ce_uspec_scores scores;
    float *moved;         /* k: how far each centre came in the last update */
    int64_t *sum, *count; /* k x stride, k */
} centres;

static void centres_free(centres *c)
{
    ce_uspec_scores_free(&c->scores);
    free(c->moved);
    free(c->sum);
    free(c->count);
}

static int centres_alloc(centres *c, size_t k, const ce_uspec_rows_of *rows, ce_error *err)
{
    int rc;

    *c = (centres){0};
    rc =
        ce_uspec_scores_alloc(&c->scores, k, rows->n / WORTH_SKETCHES < rows->p ? 0 : rows->p, err);
    if (rc)
        return rc;
    c->moved = ce_calloc(k, sizeof(float), err);
    c->sum = ce_calloc(k * c->scores.stride, sizeof(int64_t), err);
    c->count = ce_calloc(k, sizeof(int64_t), err);
    return c->moved && c->sum && c->count ? CE_OK : CE_ENOMEM;
}

/* Sets centre l to c (k coordinates), and how far it moved. */
static void centre_set(centres *c, size_t l, const double *at)
{
    c->moved[l] = (float)(sqrt(ce_uspec_scores_set(&c->scores, l, at)) * (1 + 1e-6));
}

/* A coordinate of the mean of `count` rows, from their sum. */
static double mean_of(int64_t sum, int64_t count)
{
    return (double)sum * (double)UNIT / (double)count;
}

/* The means of the sums. A cluster without rows keeps its centre. at: room for k. */
static void centres_update(centres *c, double *at)
{
    size_t k = c->scores.k;

    for (size_t l = 0; l < k; l++) {
        c->moved[l] = 0;
        if (!c->count[l])
            continue;
        for (size_t t = 0; t < k; t++)
            at[t] = mean_of(c->sum[l * c->scores.stride + t], c->count[l]);
        centre_set(c, l, at);
    }
}

static inline float distance_of(float score, float slack)
{
    float square = 1 - 2 * score + slack;

    return square > 0 ? sqrtf(square) : 0;
}

/* ---- an iteration ---- */

typedef struct {
    const ce_uspec_rows_of *rows;
    const float *table; /* p x stride */
    centres c;
    int32_t *label;
    float *own, *other; /* n */
    float most;         /* the longest move of a centre */
    int started;        /* labels and bounds mean something */
} state;

/* Adds y to, or takes it from, the sums of a cluster. */
static inline __attribute__((always_inline)) void add(int64_t *sum, const float *y, size_t octets,
                                                      int sign)
{
    for (size_t t = 0; t < octets; t++) {
        ce_octet_masks whole = __builtin_convertvector(
            *(const ce_octet *)(y + t * CE_OCTET) * ((float)sign / UNIT), ce_octet_masks);
        for (size_t l = 0; l < CE_OCTET; l++)
            sum[t * CE_OCTET + l] += whole[l];
    }
}

/* Sets the bounds of a row from its scores, which are off by doubt / 2 at most. Returns its centre,
 * or k where the doubt is too large. */
static inline __attribute__((always_inline)) size_t take_scores(state *s, size_t i,
                                                                const float *score, float doubt,
                                                                size_t octets)
{
    float best, second;
    size_t nearest = ce_uspec_best_two(score, octets, &best, &second);

    if (doubt > 0 && !(best - second > doubt))
        return s->c.scores.k;
    s->own[i] = distance_of(best, SLACK + doubt);
    s->other[i] = distance_of(second, -SLACK - doubt);
    return nearest;
}

/* Lists the rows first .. last - 1 that may have another centre. Moves the bounds of all. */
static inline __attribute__((always_inline)) size_t doubtful_rows(state *s, size_t first,
                                                                  size_t last, uint32_t *row)
{
    size_t count = 0;

    for (size_t i = first; i < last; i++) {
        row[count] = (uint32_t)(i - first);
        if (s->started) {
            s->own[i] += s->c.moved[s->label[i]];
            s->other[i] -= s->most;
            count += !(s->own[i] + SLACK < s->other[i]);
        } else {
            count++;
        }
    }
    return count;
}

/* Labels row i, whose direction is y, and brings the change into sum and count. Returns 1 for a
 * change. */
static inline __attribute__((always_inline)) size_t settle(state *s, size_t i, size_t l,
                                                           const float *y, int64_t *sum,
                                                           int64_t *count, size_t octets)
{
    size_t stride = s->c.scores.stride;
    int32_t old = s->label[i];

    if (s->started && (int32_t)l == old)
        return 0;
    s->label[i] = (int32_t)l;
    add(sum + l * stride, y, octets, 1);
    count[l]++;
    if (s->started) {
        add(sum + (size_t)old * stride, y, octets, -1);
        count[old]--;
    }
    return 1;
}

/* The same for some rows by sketches. */
static inline __attribute__((always_inline)) size_t assign_sketched(state *s, size_t first,
                                                                    const uint32_t *row,
                                                                    size_t rows, int64_t *sum,
                                                                    int64_t *count, float *room,
                                                                    size_t K)
{
    const ce_uspec_scores *c = &s->c.scores;
    size_t octets = ce_uspec_octets(c->k);
    float *y = room, *score = room + c->stride;
    size_t changes = 0;

    for (size_t at = 0; at < rows; at++) {
        size_t i = first + row[at],
               l = take_scores(s, i, score, ce_uspec_sketch(c, s->rows, i, y, score, K), octets);
        if (l == c->k) {
            ce_uspec_all_products(c, y, c->stride, 1, c->half, score, c->stride);
            l = take_scores(s, i, score, 0, octets);
        }
        changes += settle(s, i, l, y, sum, count, octets);
    }
    return changes;
}

/* Labels rows first .. last - 1 and brings the changes into sum and count. Returns how many labels
 * changed. room: 2 CE_USPEC_ROWS rows of stride. */
CE_HOT static size_t assign_block(state *s, size_t first, size_t last, int64_t *sum, int64_t *count,
                                  float *room)
{
    const ce_uspec_scores *c = &s->c.scores;
    size_t stride = c->stride, octets = ce_uspec_octets(c->k), changes = 0, rows;
    float *y = room, *score = room + CE_USPEC_ROWS * stride;
    uint32_t row[CE_USPEC_BLOCK + 1];

    rows = doubtful_rows(s, first, last, row);
    if (c->p && s->rows->K == CE_USPEC_USUAL)
        return assign_sketched(s, first, row, rows, sum, count, room, CE_USPEC_USUAL);
    if (c->p)
        return assign_sketched(s, first, row, rows, sum, count, room, s->rows->K);
    for (size_t at = 0; at < rows; at += CE_USPEC_ROWS) {
        size_t these = rows - at < CE_USPEC_ROWS ? rows - at : CE_USPEC_ROWS;
        for (size_t r = 0; r < these; r++)
            ce_uspec_direction(s->rows, first + row[at + r], s->table, stride, y + r * stride,
                               octets);
        ce_uspec_all_products(c, y, stride, CE_USPEC_ROWS, c->half, score, stride);
        for (size_t r = 0; r < these; r++) {
            size_t i = first + row[at + r], l = take_scores(s, i, score + r * stride, 0, octets);
            changes += settle(s, i, l, y + r * stride, sum, count, octets);
        }
    }
    return changes;
}

/* Step 1 of k-means for all rows, with the sums that follow. *changes: labels that changed. */
static int assign_all(state *s, int threads, size_t *changes, ce_error *err)
{
    size_t n = s->rows->n, k = s->c.scores.k, stride = s->c.scores.stride, changed = 0;
    int rc = CE_OK;

    s->most = 0;
    for (size_t l = 0; l < k; l++)
        if (s->c.moved[l] > s->most)
            s->most = s->c.moved[l];
    ce_uspec_scores_join(&s->c.scores, s->table);
#pragma omp parallel num_threads(threads) if (threads > 1) reduction(+ : changed)
    {
        ce_error failure = {0};
        int64_t *sum = ce_calloc(k * stride, sizeof *sum, &failure),
                *count = ce_calloc(k, sizeof *count, &failure);
        float *room = ce_calloc(2 * CE_USPEC_ROWS * stride, sizeof *room, &failure);

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

/* ---- rows for others ---- */

CE_HOT static void direction_of(const ce_uspec_rows_of *rows, size_t i, const float *table,
                                size_t k, float *y)
{
    ce_uspec_direction(rows, i, table, ce_uspec_stride(k), y, ce_uspec_octets(k));
}

int ce_uspec_direction_rows(const ce_uspec_rows_of *rows, const float *table, size_t k,
                            const size_t *chosen, size_t count, ce_matrix *to, ce_error *err)
{
    float *y = ce_alloc(ce_uspec_octets(k) * CE_OCTET, sizeof *y, err);
    int rc = y ? ce_matrix_alloc(to, count, k, err) : CE_ENOMEM;

    for (size_t i = 0; i < count && !rc; i++) {
        direction_of(rows, chosen ? chosen[i] : i, table, k, y);
        for (size_t t = 0; t < k; t++)
            to->values[i * k + t] = (double)y[t];
    }
    free(y);
    return rc;
}

/* ---- what a model keeps ---- */

static int keep_single(const ce_uspec_scores *c, ce_uspec_model *model, ce_error *err)
{
    size_t k = c->k;
    int rc = ce_matrix_alloc(&model->centre, k, k, err);

    for (size_t l = 0; l < k && !rc; l++)
        for (size_t t = 0; t < k; t++)
            model->centre.values[l * k + t] = (double)c->turned[t * c->stride + l];
    return rc;
}

/* ---- all rows ---- */

void ce_uspec_move_centres(ce_matrix *centre, const int64_t *sum, const int64_t *count)
{
    size_t k = centre->columns;

    for (size_t l = 0; l < centre->rows; l++)
        for (size_t t = 0; t < k && count[l]; t++)
            centre->values[l * k + t] = (double)(float)mean_of(sum[l * k + t], count[l]);
}

/* Goes on with all rows from these centres, which `iterations` led to. */
static int go_on(const ce_uspec_rows_of *rows, const float *table, const ce_uspec_options *options,
                 const ce_matrix *centre, size_t iterations, int threads, int32_t *labels,
                 ce_uspec_member *report, ce_uspec_model *model, ce_error *err)
{
    size_t n = rows->n, k = centre->columns, changes = 1;
    double *at = ce_alloc(k, sizeof *at, err);
    state s = {.rows = rows, .table = table, .label = labels};
    int rc = at ? centres_alloc(&s.c, k, rows, err) : CE_ENOMEM;

    if (!rc) {
        s.own = ce_alloc(n, sizeof *s.own, err);
        s.other = ce_alloc(n, sizeof *s.other, err);
        rc = s.own && s.other ? CE_OK : CE_ENOMEM;
    }
    for (size_t l = 0; l < k && !rc; l++)
        centre_set(&s.c, l, centre->values + l * k);
    for (size_t r = 0; !rc; r++) {
        rc = assign_all(&s, threads, &changes, err);
        report->iterations = iterations + r;
        report->converged = !changes;
        if (rc || !changes || report->iterations >= options->iterations)
            break;
        centres_update(&s.c, at);
    }
    if (!rc && model)
        rc = keep_single(&s.c.scores, model, err);
    free(at);
    free(s.own);
    free(s.other);
    centres_free(&s.c);
    return rc;
}

int ce_uspec_sum_directions(const ce_uspec_rows_of *rows, const float *table, size_t k,
                            const ce_matrix *centre, int threads, int32_t *labels, int64_t *sum,
                            int64_t *count, ce_error *err)
{
    size_t n = rows->n, changes;
    state s = {.rows = rows,
               .table = table,
               .label = labels,
               .own = ce_alloc(n, sizeof *s.own, err),
               .other = ce_alloc(n, sizeof *s.other, err)};
    int rc = s.own && s.other ? centres_alloc(&s.c, k, rows, err) : CE_ENOMEM;

    for (size_t l = 0; l < k && !rc; l++)
        centre_set(&s.c, l, centre->values + l * k);
    if (!rc)
        rc = assign_all(&s, threads, &changes, err);
    for (size_t l = 0; l < k && !rc; l++) {
        memcpy(sum + l * k, s.c.sum + l * s.c.scores.stride, k * sizeof *sum);
        count[l] = s.c.count[l];
    }
    free(s.own);
    free(s.other);
    centres_free(&s.c);
    return rc;
}

int ce_uspec_directions(const ce_uspec_rows_of *rows, const float *table, size_t k,
                        const ce_uspec_options *options, gsl_rng *rng, int threads, int32_t *labels,
                        ce_uspec_member *report, ce_uspec_model *model, ce_error *err)
{
    ce_kmeans_result found = {0};
    ce_matrix centre = {0};
    size_t *chosen, count;
    int rc = ce_uspec_draw_starts(rows->n, k, rng, &chosen, &count, err);

    if (!rc)
        rc = ce_uspec_start(rows, table, k, chosen, count, options, rng, threads, &found, err);
    free(chosen);
    if (!rc && count == rows->n) {
        memcpy(labels, found.labels, rows->n * sizeof *labels);
        report->iterations = found.iterations;
        report->converged = found.converged;
        if (model)
            rc = ce_uspec_keep_found(&found, k, model, err);
    } else if (!rc) {
        rc = ce_uspec_first_centres(&found, k, &centre, err);
        if (!rc)
            rc = go_on(rows, table, options, &centre, found.iterations, threads, labels, report,
                       model, err);
    }
    ce_matrix_free(&centre);
    ce_kmeans_free(&found);
    return rc;
}
