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
#include "core/vectors.h"
#include "generate/uspec_internal.h"

/* Rows of tables are filled up with zeros to a multiple of WIDE. */
enum { WIDE = 16 };

/* AVX-512 computes scores by vectors of WIDE. */
typedef float wide __attribute__((vector_size(64), aligned(4), may_alias));

/* Rows whose scores are computed together: one row's sums would wait for each other. */
enum { ROWS = 4 };

/* The unit of sums of coordinates, which are -1 .. 1: 2^31 rows fit. */
#define UNIT 0x1p-30f

/* More than the error of a squared distance from a score, and of a bound. */
#define SLACK 2e-5f

/* Rows and centres are of length at most 1, so no score is as low as less this. */
#define BEHIND 4.0f

/* ---- a row ---- */

typedef struct {
    const ce_uspec_rows_of *rows;
    const float *table;
    size_t k, stride; /* stride: k rounded up to WIDE */
} directions;

/* How many octets hold k numbers. */
static inline size_t octets_of(size_t k)
{
    return (k + CE_OCTET - 1) / CE_OCTET;
}

static inline __attribute__((always_inline)) float sum_of(const ce_octet *from)
{
    float x[CE_OCTET];

    *(ce_octet *)x = *from;
    for (size_t half = CE_OCTET / 2; half; half /= 2)
        for (size_t l = 0; l < half; l++)
            x[l] += x[l + half];
    return x[0];
}

/* y: stride. Squares are summed in WIDE partial sums, and these by halves. */
static inline __attribute__((always_inline)) void direction(const directions *g, size_t i, float *y,
                                                            size_t octets)
{
    const uint16_t *near = g->rows->near + i * g->rows->K;
    const float *share = g->rows->share + i * g->rows->K;
    size_t K = g->rows->K;
    ce_octet even = {0}, odd = {0};
    float length;

    for (size_t t = 0; t < octets; t++) {
        const float *from = g->table + t * CE_OCTET;
        ce_octet sum = {0};
        for (size_t a = 0; a < K; a++)
            sum += share[a] * *(const ce_octet *)(from + near[a] * g->stride);
        *(ce_octet *)(y + t * CE_OCTET) = sum;
        if (t % 2)
            odd += sum * sum;
        else
            even += sum * sum;
    }
    even += odd;
    length = sqrtf(sum_of(&even));
    length = length > 0 ? 1 / length : 0;
    for (size_t t = 0; t < octets; t++)
        *(ce_octet *)(y + t * CE_OCTET) *= length;
}

/* ---- centres ---- */

typedef struct {
    float *turned;        /* k x stride: coordinate t of centre l is turned[t * stride + l] */
    float *half;          /* stride: |c_l|^2 / 2; after them BEHIND */
    float *moved;         /* k: how far each centre came in the last update */
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
    if (!c->turned || !c->half || !c->moved || !c->sum || !c->count)
        return CE_ENOMEM;
    for (size_t l = k; l < stride; l++)
        c->half[l] = BEHIND;
    return CE_OK;
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

/* A coordinate of the mean of `count` rows, from their sum. */
static double mean_of(int64_t sum, int64_t count)
{
    return (double)sum * (double)UNIT / (double)count;
}

/* The means of the sums. A cluster without rows keeps its centre. at: room for k. */
static void centres_update(centres *c, size_t k, size_t stride, double *at)
{
    for (size_t l = 0; l < k; l++) {
        c->moved[l] = 0;
        if (!c->count[l])
            continue;
        for (size_t t = 0; t < k; t++)
            at[t] = mean_of(c->sum[l * stride + t], c->count[l]);
        centre_set(c, l, at, k, stride);
    }
}

/* a becomes the greater of both, number by number, and b the less. */
static inline __attribute__((always_inline)) void sort_pairs(ce_octet *a, ce_octet *b)
{
    ce_octet x = *a, y = *b;
    ce_octet_masks more = x > y;

    *a = (ce_octet)((more & (ce_octet_masks)x) | (~more & (ce_octet_masks)y));
    *b = (ce_octet)((more & (ce_octet_masks)y) | (~more & (ce_octet_masks)x));
}

/* The two highest of some octets of scores. */
static inline __attribute__((always_inline)) void best_two(const float *score, size_t octets,
                                                           float *best, float *second)
{
    ce_octet first = *(const ce_octet *)score, next;
    float one[CE_OCTET], two[CE_OCTET];

    for (size_t l = 0; l < CE_OCTET; l++)
        two[l] = -BEHIND;
    next = *(const ce_octet *)two;
    for (size_t w = 1; w < octets; w++) {
        ce_octet now = *(const ce_octet *)(score + w * CE_OCTET);
        sort_pairs(&first, &now);
        sort_pairs(&next, &now);
    }
    *(ce_octet *)one = first;
    *(ce_octet *)two = next;
    for (size_t half = CE_OCTET / 2; half; half /= 2)
        for (size_t l = 0; l < half; l++) {
            float less = one[l] < one[l + half] ? one[l] : one[l + half];
            one[l] = one[l] < one[l + half] ? one[l + half] : one[l];
            two[l] = two[l] < two[l + half] ? two[l + half] : two[l];
            two[l] = two[l] < less ? less : two[l];
        }
    *best = one[0];
    *second = two[0];
}

/* The scores of ROWS rows y with `lanes` centres, from number l on. score: ROWS x stride. */
#define SCORE_CENTRES(name, vector, lanes) \
    static inline __attribute__((always_inline)) void name( \
        const centres *c, const float *y, size_t k, size_t stride, size_t l, float *score) \
    { \
        const float *from = c->turned + l; \
        vector sum[ROWS][(lanes) * sizeof(float) / sizeof(vector)]; \
\
        _Pragma("GCC unroll 4") for (size_t r = 0; r < ROWS; r++) \
            _Pragma("GCC unroll 2") for (size_t v = 0; v < LENGTH(sum[r]); v++) \
                sum[r][v] = -((const vector *)(c->half + l))[v]; \
        for (size_t t = 0; t < k; t++, from += stride) \
            _Pragma("GCC unroll 4") for (size_t r = 0; r < ROWS; r++) \
                _Pragma("GCC unroll 2") for (size_t v = 0; v < LENGTH(sum[r]); v++) \
                    sum[r][v] += y[r * stride + t] * ((const vector *)from)[v]; \
        _Pragma("GCC unroll 4") for (size_t r = 0; r < ROWS; r++) \
            _Pragma("GCC unroll 2") for (size_t v = 0; v < LENGTH(sum[r]); v++) \
                ((vector *)(score + r * stride + l))[v] = sum[r][v]; \
    }
#define LENGTH(array) (sizeof(array) / sizeof *(array))
SCORE_CENTRES(score_octet, ce_octet, CE_OCTET)
SCORE_CENTRES(score_two_octets, ce_octet, 2 * CE_OCTET)
SCORE_CENTRES(score_wide, wide, WIDE)

/* The scores of ROWS rows y with all centres, so many at a time that their sums stay in registers.
 * score: ROWS x stride. */
static inline __attribute__((always_inline)) void score_rows(const centres *c, const float *y,
                                                             size_t k, size_t stride, int by_wide,
                                                             float *score)
{
    size_t l = 0;

    for (; by_wide && l < k; l += WIDE)
        score_wide(c, y, k, stride, l, score);
    for (; l + CE_OCTET < k; l += 2 * CE_OCTET)
        score_two_octets(c, y, k, stride, l, score);
    if (l < k)
        score_octet(c, y, k, stride, l, score);
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

/* Sets the bounds of a row from its scores. Returns its centre. */
static inline __attribute__((always_inline)) size_t take_scores(state *s, size_t i,
                                                                const float *score, size_t octets)
{
    float best, second;
    size_t nearest = 0;

    best_two(score, octets, &best, &second);
    while (score[nearest] != best)
        nearest++;
    s->own[i] = distance_of(best, SLACK);
    s->other[i] = distance_of(second, -SLACK);
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

/* Labels rows first .. last - 1 and brings the changes into sum and count. Returns how many labels
 * changed. room: 2 ROWS rows of stride. */
static inline __attribute__((always_inline)) size_t assign(state *s, size_t first, size_t last,
                                                           int64_t *sum, int64_t *count,
                                                           float *room, size_t octets, int by_wide)
{
    size_t k = s->g.k, stride = (octets + 1) / 2 * WIDE, changes = 0, rows;
    float *y = room, *score = room + ROWS * stride;
    uint32_t row[CE_USPEC_BLOCK + 1];

    rows = doubtful_rows(s, first, last, row);
    for (size_t at = 0; at < rows; at += ROWS) {
        size_t these = rows - at < ROWS ? rows - at : ROWS;
        for (size_t r = 0; r < these; r++)
            direction(&s->g, first + row[at + r], y + r * stride, octets);
        score_rows(&s->c, y, k, stride, by_wide, score);
        for (size_t r = 0; r < these; r++) {
            size_t i = first + row[at + r], l = take_scores(s, i, score + r * stride, octets);
            int32_t old = s->label[i];
            if (s->started && (int32_t)l == old)
                continue;
            changes++;
            s->label[i] = (int32_t)l;
            add(sum + l * stride, y + r * stride, octets, 1);
            count[l]++;
            if (s->started) {
                add(sum + (size_t)old * stride, y + r * stride, octets, -1);
                count[old]--;
            }
        }
    }
    return changes;
}

CE_HOT_NARROW static size_t assign_block(state *s, size_t first, size_t last, int64_t *sum,
                                         int64_t *count, float *room)
{
    switch (octets_of(s->g.k)) {
    case 1: return assign(s, first, last, sum, count, room, 1, 0);
    case 2: return assign(s, first, last, sum, count, room, 2, 0);
    case 3: return assign(s, first, last, sum, count, room, 3, 0);
    case 4: return assign(s, first, last, sum, count, room, 4, 0);
    default: return assign(s, first, last, sum, count, room, octets_of(s->g.k), 0);
    }
}

CE_HOT_WIDE static size_t assign_block_wide(state *s, size_t first, size_t last, int64_t *sum,
                                            int64_t *count, float *room)
{
    return assign(s, first, last, sum, count, room, octets_of(s->g.k), 1);
}

/* Step 1 of k-means for all rows, with the sums that follow. *changes: labels that changed. */
static int assign_all(state *s, int threads, size_t *changes, ce_error *err)
{
    size_t n = s->g.rows->n, k = s->g.k, stride = s->g.stride, changed = 0;
    size_t (*of_block)(state *, size_t, size_t, int64_t *, int64_t *, float *) =
        ce_is_wide() ? assign_block_wide : assign_block;
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
        float *room = ce_calloc(2 * ROWS * stride, sizeof *room, &failure);

        if (!sum || !count || !room) {
#pragma omp critical(ce_uspec)
            rc = ce_fail(err, CE_ENOMEM, "%s", failure.text);
        }
#pragma omp barrier
        if (!rc) {
#pragma omp for schedule(dynamic, 16)
            for (size_t i = 0; i < n; i += CE_USPEC_BLOCK)
                changed += of_block(s, i, i + CE_USPEC_BLOCK < n ? i + CE_USPEC_BLOCK : n, sum,
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

CE_HOT static void direction_of(const directions *g, size_t i, float *y)
{
    direction(g, i, y, octets_of(g->k));
}

static directions directions_of(const ce_uspec_rows_of *rows, const float *table, size_t k)
{
    return (directions){
        .rows = rows, .table = table, .k = k, .stride = (k + WIDE - 1) / WIDE * WIDE};
}

int ce_uspec_direction_rows(const ce_uspec_rows_of *rows, const float *table, size_t k,
                            const size_t *chosen, size_t count, ce_matrix *to, ce_error *err)
{
    const directions g = directions_of(rows, table, k);
    float *y = ce_alloc(g.stride, sizeof *y, err);
    int rc = y ? ce_matrix_alloc(to, count, k, err) : CE_ENOMEM;

    for (size_t i = 0; i < count && !rc; i++) {
        direction_of(&g, chosen ? chosen[i] : i, y);
        for (size_t t = 0; t < k; t++)
            to->values[i * k + t] = (double)y[t];
    }
    free(y);
    return rc;
}

/* ---- what a model keeps ---- */

static int keep_single(const centres *c, size_t k, size_t stride, ce_uspec_model *model,
                       ce_error *err)
{
    int rc = ce_matrix_alloc(&model->centre, k, k, err);

    for (size_t l = 0; l < k && !rc; l++)
        for (size_t t = 0; t < k; t++)
            model->centre.values[l * k + t] = (double)c->turned[t * stride + l];
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
static int go_on(const directions *g, const ce_uspec_options *options, const ce_matrix *centre,
                 size_t iterations, int threads, int32_t *labels, ce_uspec_member *report,
                 ce_uspec_model *model, ce_error *err)
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
        centre_set(&s.c, l, centre->values + l * k, k, g->stride);
    for (size_t r = 0; !rc; r++) {
        rc = assign_all(&s, threads, &changes, err);
        report->iterations = iterations + r;
        report->converged = !changes;
        if (rc || !changes || report->iterations >= options->iterations)
            break;
        centres_update(&s.c, k, g->stride, at);
    }
    if (!rc && model)
        rc = keep_single(&s.c, k, g->stride, model, err);
    free(at);
    free(s.own);
    free(s.other);
    centres_free(&s.c);
    return rc;
}

/* The first assignment to centres. */
static int assign_once(const directions *g, const ce_matrix *centre, int threads, int32_t *labels,
                       int64_t *sum, int64_t *count, ce_error *err)
{
    size_t n = g->rows->n, changes;
    state s = {.g = *g,
               .label = labels,
               .own = ce_alloc(n, sizeof *s.own, err),
               .other = ce_alloc(n, sizeof *s.other, err)};
    int rc = s.own && s.other ? centres_alloc(&s.c, g->k, g->stride, err) : CE_ENOMEM;

    for (size_t l = 0; l < g->k && !rc; l++) {
        if (l < centre->rows)
            centre_set(&s.c, l, centre->values + l * g->k, g->k, g->stride);
        else
            s.c.half[l] = BEHIND;
    }
    if (!rc)
        rc = assign_all(&s, threads, &changes, err);
    for (size_t l = 0; l < g->k && !rc && sum; l++) {
        memcpy(sum + l * g->k, s.c.sum + l * g->stride, g->k * sizeof *sum);
        count[l] = s.c.count[l];
    }
    free(s.own);
    free(s.other);
    centres_free(&s.c);
    return rc;
}

int ce_uspec_sum_directions(const ce_uspec_rows_of *rows, const float *table, size_t k,
                            const ce_matrix *centre, int threads, int32_t *labels, int64_t *sum,
                            int64_t *count, ce_error *err)
{
    const directions g = directions_of(rows, table, k);

    return assign_once(&g, centre, threads, labels, sum, count, err);
}

int ce_uspec_directions(const ce_uspec_rows_of *rows, const float *table, size_t k,
                        const ce_uspec_options *options, gsl_rng *rng, int threads, int32_t *labels,
                        ce_uspec_member *report, ce_uspec_model *model, ce_error *err)
{
    const directions g = directions_of(rows, table, k);
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
            rc = go_on(&g, options, &centre, found.iterations, threads, labels, report, model, err);
    }
    ce_matrix_free(&centre);
    ce_kmeans_free(&found);
    return rc;
}
