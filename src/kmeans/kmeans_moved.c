/*
 * The nearest centre of every row where rows have many features and clusters few rows, so that most
 * centres soon stop to move.
 *
 * Of each row the distance to its own centre is known, and a distance that no other centre is
 * within. Centres that have moved since are looked at by products of sketches (kmeans_scores.h).
 * Where the own centre has moved so far away that one that stands still might be nearer, all
 * centres are. Whatever the products do not rule out is measured, so labels are those of comparing
 * every row with every centre.
 */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_scores.h"
#include "linalg/linalg.h"

/* Rows whose scores are looked at while they are in the nearest caches. */
enum { TILE = 64 };

static const double SHRINK = 1 - (double)CE_SKETCH_ROOM, SHIFT = (double)CE_SKETCH_ROOM;

static size_t width_of(size_t count)
{
    return ce_kmeans_rounded(count, CE_OCTET);
}

/* Floats for one thread: sketches of a tile of rows, and their scores. */
static size_t tile_size(const ce_kmeans_run *run)
{
    return TILE * (CE_SKETCH + width_of(run->k));
}

int ce_kmeans_moved_alloc(ce_kmeans_run *run, ce_error *err)
{
    ce_kmeans_moved *m = &run->moved;
    size_t k = run->k, count = run->data->count;

    if (!run->sketch.row || !ce_kmeans_has_few_rows(run))
        return CE_OK;
    m->used = 1;
    m->last = ce_alloc(k, run->stride * sizeof *m->last, err);
    m->number = ce_alloc(k, sizeof *m->number, err);
    m->place = ce_alloc(k, sizeof *m->place, err);
    m->centre = ce_alloc(k, CE_SKETCH * sizeof *m->centre, err);
    m->half = ce_alloc(width_of(k), sizeof *m->half, err);
    m->all_half = ce_alloc(width_of(k), sizeof *m->all_half, err);
    m->squared = ce_alloc(count, sizeof *m->squared, err);
    m->least = ce_alloc(count, sizeof *m->least, err);
    m->tile = ce_alloc((size_t)run->threads, tile_size(run) * sizeof *m->tile, err);
    return m->last && m->number && m->place && m->centre && m->half && m->all_half && m->squared &&
                   m->least && m->tile
               ? CE_OK
               : CE_ENOMEM;
}

void ce_kmeans_moved_free(ce_kmeans_run *run)
{
    free(run->moved.last);
    free(run->moved.number);
    free(run->moved.place);
    free(run->moved.centre);
    free(run->moved.half);
    free(run->moved.all_half);
    free(run->moved.squared);
    free(run->moved.least);
    free(run->moved.tile);
}

void ce_kmeans_moved_forget(ce_kmeans_run *run, size_t r)
{
    run->moved.least[r] = -HUGE_VALF;
}

/* ---- before an assignment ---- */

/* Lists the centres that have moved; all of them at first. */
static void list_moved(ce_kmeans_run *run)
{
    ce_kmeans_moved *m = &run->moved;
    size_t bytes = run->stride * sizeof *run->centre;

    m->count = 0;
    for (size_t j = 0; j < run->k; j++) {
        const double *centre = run->centre + j * run->stride;
        double *last = m->last + j * run->stride;
        m->place[j] = -1;
        if (run->assigned && !memcmp(last, centre, bytes))
            continue;
        memcpy(last, centre, bytes);
        m->place[j] = (int32_t)m->count;
        m->number[m->count++] = (int32_t)j;
    }
}

static inline double square_of(const float *sketch)
{
    double square = 0;

    for (size_t s = 0; s < CE_SKETCH; s++)
        square += (double)sketch[s] * (double)sketch[s];
    return square;
}

void ce_kmeans_moved_begin(ce_kmeans_run *run)
{
    ce_kmeans_moved *m = &run->moved;

    if (!run->assigned)
        ce_kmeans_sketch_rows(run);
    list_moved(run);
    if (!run->sketch.used)
        return;
    ce_kmeans_sketch_centres(run, m->number, m->count, m->centre);
    for (size_t i = 0; i < m->count; i++) {
        size_t j = (size_t)m->number[i];
        memcpy(run->sketch.centre + j * CE_SKETCH, m->centre + i * CE_SKETCH,
               CE_SKETCH * sizeof *m->centre);
        m->half[i] = m->all_half[j] =
            ce_score_half(ce_score_slack(CE_SKETCH), square_of(m->centre + i * CE_SKETCH));
    }
    for (size_t i = m->count; i < width_of(m->count); i++)
        m->half[i] = HUGE_VALF;
    for (size_t j = 0; j < width_of(run->k); j++)
        if (j >= run->k || !run->alive[j])
            m->all_half[j] = HUGE_VALF;
}

/* ---- one row ---- */

/* A row on its way to its nearest centre. */
typedef struct {
    const double *at;
    double tail[CE_LANES];
    double square;          /* (1 - slack) |f_a|^2 */
    double squared, second; /* of the nearest centre so far, and of the next that was measured */
    int32_t label, own;     /* the nearest so far; that of the last assignment, or -1 */
} seeker;

static inline __attribute__((always_inline)) double measure(const ce_kmeans_run *run,
                                                            const seeker *x, size_t j)
{
    return ce_squared_distance(x->at, x->tail, run->centre + j * run->stride, run->data->d);
}

static inline __attribute__((always_inline)) void consider(seeker *x, int32_t j, double squared)
{
    if (squared < x->squared || (squared == x->squared && j < x->label)) {
        x->second = x->squared;
        x->squared = squared;
        x->label = j;
    } else if (squared < x->second) {
        x->second = squared;
    }
}

static inline __attribute__((always_inline)) float bound_of(const ce_kmeans_run *run,
                                                            const seeker *x)
{
    return ce_score_least(x->square, ce_kmeans_upper_bound(run, x->squared), SHRINK, SHIFT);
}

/* Measures what may be as near as the nearest so far. number: the centres of the scores; NULL: all.
 * Returns the highest score of those that are not measured. */
static inline __attribute__((always_inline)) float seek(const ce_kmeans_run *run, seeker *x,
                                                        const float *score, size_t width,
                                                        const int32_t *number)
{
    float bound = bound_of(run, x), lane[CE_OCTET], rest = -HUGE_VALF;
    int32_t known = x->label;
    ce_octet highest;

    for (size_t l = 0; l < CE_OCTET; l++)
        highest[l] = -HUGE_VALF;
    for (size_t g = 0; g < width; g += CE_OCTET) {
        ce_octet now = *(const ce_octet *)(score + g);
        ce_octet_masks open = now >= bound, more = ~open & (now > highest);
        highest = (ce_octet)((more & (ce_octet_masks)now) | (~more & (ce_octet_masks)highest));
        for (uint32_t bits = ce_kmeans_mask_bits(&open); bits; bits &= bits - 1) {
            size_t at = g + (size_t)__builtin_ctz(bits);
            int32_t j = number ? number[at] : (int32_t)at, before = x->label;
            if (j == known || j == x->own)
                continue;
            if (score[at] < bound) {
                rest = score[at] > rest ? score[at] : rest;
                continue;
            }
            consider(x, j, measure(run, x, (size_t)j));
            if (x->label != before)
                bound = bound_of(run, x);
        }
    }
    memcpy(lane, &highest, sizeof lane);
    for (size_t l = 0; l < CE_OCTET; l++)
        rest = lane[l] > rest ? lane[l] : rest;
    return rest;
}

/* Keeps what was found. rest: the highest score of the centres that were not measured; least: what
 * is known of those that have no score. */
static inline __attribute__((always_inline)) void keep(ce_kmeans_run *run, size_t r,
                                                       const seeker *x, float rest, double least)
{
    double left = x->square - 2 * (double)rest - 2 * CE_SCORE_UNDERFLOW,
           others = sqrt(left > 0 ? left : 0) * (1 - CE_FLOAT_ROOM) * SHRINK - SHIFT,
           second = sqrt(x->second) * run->scale * (1 - CE_DOUBLE_ROOM);

    others = second < others ? second : others;
    run->label[r] = x->label;
    run->moved.squared[r] = x->squared;
    run->moved.least[r] = ce_rounded_down(others < least ? others : least);
}

/* ---- a tile of rows ---- */

static void score_rows(const float *rows, size_t count, const float *centre, size_t centres,
                       float *score)
{
    size_t width = width_of(centres);

    ce_product_single(rows, CE_SKETCH, centre, CE_SKETCH, score, width, count, CE_SKETCH, centres);
    for (size_t i = 0; i < count && centres < width; i++)
        memset(score + i * width + centres, 0, (width - centres) * sizeof *score);
}

static inline __attribute__((always_inline)) void begin_row(const ce_kmeans_run *run, size_t r,
                                                            seeker *x)
{
    *x = (seeker){.at = ce_kmeans_row(run->data, r),
                  .squared = INFINITY,
                  .second = INFINITY,
                  .label = run->assigned ? run->label[r] : -1};
    x->own = x->label;
    ce_squared_distance_tail(x->at, run->data->d, x->tail);
    x->square = (1 - ce_score_slack(CE_SKETCH)) * square_of(run->sketch.row + r * CE_SKETCH);
}

/* Looks at the centres that have moved. Lists in `all` the rows for which that is not enough, whose
 * number it returns. */
static CE_HOT size_t seek_moved(ce_kmeans_run *run, size_t first, size_t last, float *score,
                                int32_t *all)
{
    ce_kmeans_moved *m = &run->moved;
    size_t width = width_of(m->count), left = 0;

    for (size_t r = first; r < last; r++, score += width) {
        int32_t own = run->label[r];
        float unused;
        seeker x;

        if (!m->count && m->least[r] >= 0)
            continue;
        begin_row(run, r, &x);
        x.squared = m->place[own] < 0 ? m->squared[r] : measure(run, &x, (size_t)own);
        all[left] = (int32_t)r;
        if ((m->place[own] >= 0 || m->least[r] < 0) &&
            !(ce_kmeans_upper_bound(run, x.squared) < (double)m->least[r])) {
            left++;
            continue;
        }
        ce_score_highest(score, m->half, width, &unused);
        keep(run, r, &x, seek(run, &x, score, width, m->number), (double)m->least[r]);
    }
    return left;
}

/* Looks at all centres. */
static CE_HOT void seek_all(ce_kmeans_run *run, const int32_t *row, size_t count, float *score)
{
    size_t width = width_of(run->k);

    for (size_t i = 0; i < count; i++, score += width) {
        size_t r = (size_t)row[i], best;
        float second;
        seeker x;

        begin_row(run, r, &x);
        best = ce_score_highest(score, run->moved.all_half, width, &second);
        if (x.own < 0)
            x.label = (int32_t)best;
        x.squared = measure(run, &x, (size_t)x.label);
        keep(run, r, &x, seek(run, &x, score, width, NULL), INFINITY);
    }
}

/* Where there are no sketches, since squares would leave double precision. */
static CE_HOT void measure_all(ce_kmeans_run *run, size_t first, size_t last)
{
    for (size_t r = first; r < last; r++) {
        seeker x = {.at = ce_kmeans_row(run->data, r), .squared = INFINITY, .second = INFINITY};
        ce_squared_distance_tail(x.at, run->data->d, x.tail);
        for (size_t j = 0; j < run->k; j++)
            if (run->alive[j])
                consider(&x, (int32_t)j, measure(run, &x, j));
        run->label[r] = x.label;
    }
}

void ce_kmeans_moved_rows(ce_kmeans_run *run, size_t first, size_t last, int thread)
{
    ce_kmeans_moved *m = &run->moved;
    float *sketch = m->tile + (size_t)thread * tile_size(run), *score = sketch + TILE * CE_SKETCH;
    /* where nearly all have moved, all are looked at once */
    int whole = !run->assigned || m->count > run->k / 4 * 3;
    int32_t all[TILE];

    if (!run->sketch.used) {
        measure_all(run, first, last);
        return;
    }
    for (size_t r = first; r < last; r += TILE) {
        size_t end = last - r < TILE ? last : r + TILE, left = 0;
        if (whole) {
            for (; left < end - r; left++)
                all[left] = (int32_t)(r + left);
        } else {
            if (m->count)
                score_rows(run->sketch.row + r * CE_SKETCH, end - r, m->centre, m->count, score);
            left = seek_moved(run, r, end, score, all);
        }
        for (size_t i = 0; i < left; i++)
            memcpy(sketch + i * CE_SKETCH, run->sketch.row + (size_t)all[i] * CE_SKETCH,
                   CE_SKETCH * sizeof *sketch);
        if (left)
            score_rows(sketch, left, run->sketch.centre, run->k, score);
        seek_all(run, all, left, score);
    }
}
