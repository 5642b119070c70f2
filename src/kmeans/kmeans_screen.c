/*
 * The first assignment of rows to many centres, by products in single precision (kmeans_scores.h).
 * Rows and centres are shifted by the mean of the centres, and times run->scale.
 */
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_scores.h"
#include "linalg/linalg.h"

enum {
    LEAST_CENTRES = 16,  /* with fewer there is little to save */
    CELLS = 1 << 17,     /* scores that are looked at while they are in the nearest caches */
    MOST_FEATURES = 1024 /* beyond, the bound of error is too wide to rule much out */
};

/* Two distances at most so far apart, in units of the largest, may be rounding of the means. */
static const double SHIFT_ROOM = 0x1p-50;

static size_t tile_rows(const ce_kmeans_screen *s)
{
    size_t rows = CELLS / s->width;

    return rows < 4 ? 4 : rows > 64 ? 64 : rows;
}

/* Floats for one thread: rows of a tile and their scores. */
static size_t tile_size(const ce_kmeans_screen *s, size_t d)
{
    return (tile_rows(s) * (s->width + d) + 31) / 16 * 16;
}

int ce_kmeans_screen_alloc(ce_kmeans_run *run, ce_error *err)
{
    ce_kmeans_screen *s = &run->screen;
    size_t d = run->data->d;

    *s = (ce_kmeans_screen){.width = ce_kmeans_rounded(run->k, CE_OCTET)};
    if (!run->groups || run->k < LEAST_CENTRES || d > MOST_FEATURES)
        return CE_OK;
    s->centre = ce_alloc(run->k, d * sizeof *s->centre, err);
    s->half = ce_alloc(s->width, sizeof *s->half, err);
    s->mean = ce_alloc(d, sizeof *s->mean, err);
    s->sum = ce_alloc(d, sizeof *s->sum, err);
    s->seed = ce_alloc(run->groups, (d + 1) * sizeof *s->seed, err);
    s->tile = ce_alloc((size_t)run->threads, tile_size(s, d) * sizeof *s->tile, err);
    return s->centre && s->half && s->mean && s->sum && s->seed && s->tile ? CE_OK : CE_ENOMEM;
}

void ce_kmeans_screen_free(ce_kmeans_run *run)
{
    free(run->screen.centre);
    free(run->screen.half);
    free(run->screen.mean);
    free(run->screen.sum);
    free(run->screen.seed);
    free(run->screen.tile);
}

/* Turns a row into single precision. Returns its squared length. */
static inline __attribute__((always_inline)) double shift_row(const ce_kmeans_screen *s,
                                                              const double *row, size_t d,
                                                              double scale, float *to)
{
    double sum = 0;

    for (size_t f = 0; f < d; f++) {
        float value = (float)((row[f] - s->mean[f]) * scale);
        to[f] = value;
        sum += (double)value * (double)value;
    }
    return sum;
}

/* ---- groups of centres that are near each other ---- */

enum { GROUP_ROUNDS = 3 };

/* Sets the middle of group g. */
static void set_seed(ce_kmeans_screen *s, size_t g, const double *at, double weight, size_t d)
{
    float *seed = s->seed + g * (d + 1);
    double square = 0;

    for (size_t f = 0; f < d; f++) {
        seed[f] = (float)(at[f] * weight);
        square += (double)seed[f] * (double)seed[f];
    }
    seed[d] = (float)(square / 2);
}

/* Puts each centre, in the order of numbers, into the group with the nearest middle. */
static void choose_group(ce_kmeans_run *run)
{
    ce_kmeans_screen *s = &run->screen;
    size_t d = run->data->d, rows = s->width * tile_rows(s) / run->groups;

    for (size_t first = 0; first < run->k; first += rows) {
        size_t count = run->k - first < rows ? run->k - first : rows;
        ce_product_single(s->centre + first * d, d, s->seed, d + 1, s->tile, run->groups, count, d,
                          run->groups);
        for (size_t i = 0; i < count; i++) {
            const float *score = s->tile + i * run->groups;
            size_t best = 0;
            float highest = -HUGE_VALF;
            for (size_t g = 0; g < run->groups; g++)
                if (score[g] - s->seed[g * (d + 1) + d] > highest) {
                    highest = score[g] - s->seed[g * (d + 1) + d];
                    best = g;
                }
            run->group[first + i] = (int32_t)best;
        }
    }
}

/* Fills group_start and member from group. */
static void list_groups(ce_kmeans_run *run)
{
    memset(run->group_start, 0, (run->groups + 1) * sizeof *run->group_start);
    for (size_t j = 0; j < run->k; j++)
        run->group_start[run->group[j] + 1]++;
    for (size_t g = 0; g < run->groups; g++)
        run->group_start[g + 1] += run->group_start[g];
    for (size_t j = run->k; j-- > 0;)
        run->member[--run->group_start[run->group[j] + 1]] = (int32_t)j;
    for (size_t g = 0; g < run->groups; g++)
        run->group_start[g] = run->group_start[g + 1];
    run->group_start[run->groups] = (int32_t)run->k;
}

/* A few iterations of k-means on the centres. Any groups are right; of near centres all bounds are
 * alike, so they are ruled out together. */
static void group_by_nearness(ce_kmeans_run *run)
{
    ce_kmeans_screen *s = &run->screen;
    size_t d = run->data->d;

    for (size_t g = 0; g < run->groups; g++) {
        for (size_t f = 0; f < d; f++)
            s->sum[f] = (double)s->centre[g * run->k / run->groups * d + f];
        set_seed(s, g, s->sum, 1, d);
    }
    for (int round = 0; round < GROUP_ROUNDS; round++) {
        choose_group(run);
        list_groups(run);
        for (size_t g = 0; g < run->groups && round + 1 < GROUP_ROUNDS; g++) {
            int32_t size = run->group_start[g + 1] - run->group_start[g];
            if (!size)
                continue;
            memset(s->sum, 0, d * sizeof *s->sum);
            for (int32_t at = run->group_start[g]; at < run->group_start[g + 1]; at++)
                for (size_t f = 0; f < d; f++)
                    s->sum[f] += (double)s->centre[(size_t)run->member[at] * d + f];
            set_seed(s, g, s->sum, 1.0 / size, d);
        }
    }
}

/* ---- scores ---- */

static void take_centres(ce_kmeans_run *run)
{
    ce_kmeans_screen *s = &run->screen;
    size_t d = run->data->d;

    for (size_t at = 0; at < run->k; at++) {
        size_t j = (size_t)run->member[at];
        double square =
            shift_row(s, run->centre + j * run->stride, d, run->scale, s->centre + at * d);
        s->half[at] = run->alive[j] ? ce_score_half(s->slack, square) : HUGE_VALF;
    }
}

void ce_kmeans_screen_begin(ce_kmeans_run *run)
{
    ce_kmeans_screen *s = &run->screen;
    size_t d = run->data->d, alive = 0;
    int exponent;

    s->used = 0;
    if (!s->centre)
        return;
    frexp(run->scale, &exponent);
    if (exponent > CE_SCORE_EXPONENT || exponent < -CE_SCORE_EXPONENT)
        return;
    s->used = 1;
    s->slack = ce_score_slack(d);
    memset(s->mean, 0, d * sizeof *s->mean);
    for (size_t j = 0; j < run->k; j++) {
        alive += run->alive[j];
        for (size_t f = 0; run->alive[j] && f < d; f++)
            s->mean[f] += run->centre[j * run->stride + f];
    }
    for (size_t f = 0; f < d; f++)
        s->mean[f] /= (double)alive;
    take_centres(run);
    if (run->groups < run->k) {
        group_by_nearness(run);
        take_centres(run);
    }
    for (size_t j = run->k; j < s->width; j++)
        s->half[j] = HUGE_VALF;
}

static inline const double *centre_at(const ce_kmeans_run *run, size_t at)
{
    return run->centre + (size_t)run->member[at] * run->stride;
}

/* The place of the nearest centre of a row. squared: its squared distance. own: (1 - slack)
 * |f_a|^2. */
static inline __attribute__((always_inline)) size_t find_nearest(const ce_kmeans_run *run,
                                                                 const double *row, float *score,
                                                                 double own, double *squared)
{
    const ce_kmeans_screen *s = &run->screen;
    float bound, second;
    size_t d = run->data->d, best = ce_score_highest(score, s->half, s->width, &second),
           first = best;
    double tail[CE_LANES];

    ce_squared_distance_tail(row, d, tail);
    *squared = ce_squared_distance(row, tail, centre_at(run, best), d);
    bound = ce_score_least(own, ce_kmeans_upper_bound(run, *squared), 1, SHIFT_ROOM);
    for (size_t g = 0; second >= bound && g < s->width; g += CE_OCTET) {
        ce_octet_masks open = *(const ce_octet *)(score + g) >= bound;
        for (uint32_t bits = ce_kmeans_mask_bits(&open); bits; bits &= bits - 1) {
            size_t at = g + (size_t)__builtin_ctz(bits);
            double now;
            if (at == first)
                continue;
            now = ce_squared_distance(row, tail, centre_at(run, at), d);
            if (now < *squared || (now == *squared && run->member[at] < run->member[best])) {
                *squared = now;
                best = at;
            }
        }
    }
    return best;
}

/* Lower bounds of distances from scores, with those of centres that are dropped infinite. */
static inline __attribute__((always_inline)) void lower_bounds(const float score[CE_OCTET],
                                                               float own, float bound[CE_OCTET])
{
    float square[CE_OCTET];

    for (size_t l = 0; l < CE_OCTET; l++)
        square[l] = own - 2 * score[l];
    for (size_t l = 0; l < CE_OCTET; l++)
        square[l] = square[l] > 0 ? square[l] : 0;
    for (size_t l = 0; l < CE_OCTET; l++)
        bound[l] = sqrtf(square[l]) * (float)(1 - CE_FLOAT_ROOM) - (float)SHIFT_ROOM;
}

/* Bounds of all groups for a row whose nearest centre is at `best`. */
static inline __attribute__((always_inline)) void set_bounds(const ce_kmeans_run *run, size_t r,
                                                             size_t best, float *score, double own)
{
    float *bound = run->bound + r * run->width,
          start = ce_rounded_down(own - 2 * CE_SCORE_UNDERFLOW);

    score[best] = -HUGE_VALF;
    if (run->groups == run->k) {
        for (size_t g = 0; g < run->width; g += CE_OCTET)
            lower_bounds(score + g, start, bound + g);
        return;
    }
    for (size_t g = 0; g < run->groups; g++) {
        float highest = -HUGE_VALF;
        for (int32_t at = run->group_start[g]; at < run->group_start[g + 1]; at++)
            highest = score[at] > highest ? score[at] : highest;
        bound[g] = highest;
    }
    for (size_t g = run->groups; g < run->width; g++)
        bound[g] = -HUGE_VALF;
    for (size_t g = 0; g < run->width; g += CE_OCTET)
        lower_bounds(bound + g, start, bound + g);
}

static CE_HOT void shift_rows(const ce_kmeans_run *run, size_t first, size_t last, float *rows,
                              double *square)
{
    for (size_t r = first; r < last; r++)
        square[r - first] = shift_row(&run->screen, ce_kmeans_row(run->data, r), run->data->d,
                                      run->scale, rows + (r - first) * run->data->d);
}

/* The scores of the rows of a tile that are shifted, but for the halves. */
static void score_tile(const ce_kmeans_run *run, const float *rows, size_t count, float *score)
{
    const ce_kmeans_screen *s = &run->screen;
    size_t d = run->data->d;

    ce_product_single(rows, d, s->centre, d, score, s->width, count, d, run->k);
    for (size_t i = 0; i < count; i++)
        memset(score + i * s->width + run->k, 0, (s->width - run->k) * sizeof *score);
}

static CE_HOT void take_tile(ce_kmeans_run *run, size_t first, size_t last, float *score,
                             const double *square)
{
    for (size_t r = first; r < last; r++, score += run->screen.width) {
        double own = (1 - run->screen.slack) * square[r - first], squared;
        size_t best = find_nearest(run, ce_kmeans_row(run->data, r), score, own, &squared);

        run->label[r] = run->member[best];
        run->upper[r] = ce_kmeans_upper_bound(run, squared) - run->travel[run->label[r]];
        set_bounds(run, r, best, score, own);
        run->lower[r] = ce_kmeans_least_bound(run, run->bound + r * run->width) + run->most_travel;
    }
}

void ce_kmeans_screen_rows(ce_kmeans_run *run, size_t first, size_t last, int thread)
{
    const ce_kmeans_screen *s = &run->screen;
    size_t d = run->data->d, most = tile_rows(s);
    float *rows = s->tile + (size_t)thread * tile_size(s, d), *score = rows + most * d;
    double square[64];

    for (size_t r = first; r < last; r += most) {
        size_t end = last - r < most ? last : r + most;
        shift_rows(run, r, end, rows, square);
        score_tile(run, rows, end - r, score);
        take_tile(run, r, end, score, square);
    }
}

/* ---- labels alone, of other rows ---- */

size_t ce_kmeans_screen_work(const ce_kmeans_run *run)
{
    return tile_size(&run->screen, run->data->d) * sizeof(float);
}

static CE_HOT void shift_others(const ce_kmeans_run *run, const double *row, size_t count,
                                float *rows, double *square)
{
    size_t d = run->data->d;

    for (size_t i = 0; i < count; i++)
        square[i] = shift_row(&run->screen, row + i * d, d, run->scale, rows + i * d);
}

static CE_HOT void label_tile(const ce_kmeans_run *run, const double *row, size_t count,
                              float *score, const double *square, int32_t *label)
{
    for (size_t i = 0; i < count; i++, score += run->screen.width) {
        double own = (1 - run->screen.slack) * square[i], squared;
        label[i] = run->member[find_nearest(run, row + i * run->data->d, score, own, &squared)];
    }
}

void ce_kmeans_screen_labels(const ce_kmeans_run *run, const double *row, size_t count, void *work,
                             int32_t *label)
{
    size_t d = run->data->d, most = tile_rows(&run->screen);
    float *rows = work, *score = rows + most * d;
    double square[64];

    for (size_t first = 0; first < count; first += most) {
        size_t these = count - first < most ? count - first : most;
        shift_others(run, row + first * d, these, rows, square);
        score_tile(run, rows, these, score);
        label_tile(run, row + first * d, these, score, square, label + first);
    }
}
