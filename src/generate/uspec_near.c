/* Step 2 of U-SPEC: the nearest representatives of each object. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/uspec_internal.h"
#include "kmeans/quads.h"

/* Room for rounding in the triangle inequality. */
#define ROOM 1e-9

/* Rows whose nearest representatives are found before their candidates are looked at: the second
 * step guesses branches wrong, and the first does not wait for it. */
enum { AHEAD = 32, LINE = 64 /* bytes of a cache */, PREFETCHED = 4 };

/* The K nearest representatives so far, nearest first. */
typedef struct {
    double *squared;
    uint16_t *number;
    size_t have, K;
    double farthest; /* squared: what is not nearer does not come in; infinite while have < K */
} nearest_list;

static inline __attribute__((always_inline)) void offer(nearest_list *list, double squared,
                                                        uint16_t number)
{
    size_t at;

    if (list->have == list->K && !(squared < list->farthest))
        return;
    list->have += list->have < list->K;
    for (at = list->have - 1; at > 0 && squared < list->squared[at - 1]; at--) {
        list->squared[at] = list->squared[at - 1];
        list->number[at] = list->number[at - 1];
    }
    list->squared[at] = squared;
    list->number[at] = number;
    if (list->have == list->K)
        list->farthest = list->squared[list->K - 1];
}

/* Offers the candidates of representative r, from the nearest to it on, until those that follow are
 * too far from it to be among the K nearest of the row, which is own away from it. d: a constant
 * where the compiler can use it. */
static inline __attribute__((always_inline)) void offer_candidates(const ce_uspec_index *index,
                                                                   const double *row, size_t r,
                                                                   double own, size_t d,
                                                                   nearest_list *list)
{
    size_t c = index->candidates;
    const uint16_t *candidate = index->candidate + r * c;
    const double *apart = index->apart + r * c,
                 *near = index->near ? index->near + r * ce_uspec_quads(c) * CE_QUAD * d : NULL;
    double tail[CE_LANES];

    own *= 1 + ROOM;
    if (!near)
        ce_squared_distance_tail(row, d, tail);
    for (size_t t = 0; t < c; t += CE_QUAD) {
        size_t end = t + CE_QUAD < c ? t + CE_QUAD : c;
        double gap = apart[t] * (1 - ROOM) - own;
        ce_quad four;

        if (gap > 0 && gap * gap > list->farthest * (1 + ROOM))
            break;
        if (near)
            ce_quad_distances(row, near + t * d, d, &four);
        for (size_t l = t; l < end; l++)
            offer(list,
                  near ? four[l - t]
                       : ce_squared_distance(row, tail,
                                             index->row + (size_t)candidate[l] * index->stride, d),
                  candidate[l]);
    }
}

static inline __attribute__((always_inline)) void offer_all(const ce_uspec_index *index,
                                                            const double *row, size_t d,
                                                            nearest_list *list)
{
    for (size_t j = 0; j < index->p; j += CE_QUAD) {
        ce_quad squared;
        ce_quad_distances(row, index->members + j * d, d, &squared);
        for (size_t l = 0; l < CE_QUAD && j + l < index->p; l++)
            offer(list, squared[l], (uint16_t)(j + l));
    }
}

/* The representatives that are taken for the nearest of each of `count` rows, and how far away they
 * are. Their candidates are on the way to the nearest cache after it. */
static inline __attribute__((always_inline)) void find_nearest(const ce_uspec_index *index,
                                                               const double *rows, size_t count,
                                                               size_t d, size_t *nearest,
                                                               double *own)
{
    size_t c = index->candidates, bytes = ce_uspec_quads(c) * CE_QUAD * d * sizeof(double);

    for (size_t i = 0; i < count; i++) {
        const double *row = rows + i * d;
        double squared;
        size_t g = ce_nearest_in_quads(row, index->centres, ce_uspec_quads(index->groups), d),
               at = ce_nearest_with_distance(row, index->members + index->quad[g] * CE_QUAD * d,
                                             index->quad[g + 1] - index->quad[g], d, &squared),
               r = (size_t)index->member[index->start[g] + at];

        nearest[i] = r;
        own[i] = sqrt(squared);
        __builtin_prefetch(index->apart + r * c);
        __builtin_prefetch(index->candidate + r * c);
        if (index->near)
            for (size_t line = 0; line < PREFETCHED && line * LINE < bytes; line++)
                __builtin_prefetch((const char *)index->near + r * bytes + line * LINE);
    }
}

static inline __attribute__((always_inline)) void find(const ce_uspec_index *index,
                                                       const double *rows, size_t count, size_t K,
                                                       uint16_t *near, float *squared,
                                                       double *nearest, size_t d)
{
    double own[AHEAD] = {0}; /* of rows whose nearest representatives are known */
    size_t nearest_of[AHEAD] = {0};

    for (size_t i = 0; i < count; i++, near += K, squared += K) {
        const double *row = rows + i * d;
        nearest_list list = {.squared = nearest, .number = near, .K = K, .farthest = INFINITY};

        if (index->groups && i % AHEAD == 0)
            find_nearest(index, row, count - i < AHEAD ? count - i : AHEAD, d, nearest_of, own);
        if (!index->groups)
            offer_all(index, row, d, &list);
        else
            offer_candidates(index, row, nearest_of[i % AHEAD], own[i % AHEAD], d, &list);
        for (size_t t = 0; t < K; t++)
            squared[t] = (float)(nearest[t] * index->scale);
    }
}

CE_HOT static void find_plane(const ce_uspec_index *index, const double *rows, size_t count,
                              size_t K, uint16_t *near, float *squared, double *nearest)
{
    find(index, rows, count, K, near, squared, nearest, 2);
}

CE_HOT static void find_any(const ce_uspec_index *index, const double *rows, size_t count, size_t K,
                            uint16_t *near, float *squared, double *nearest)
{
    find(index, rows, count, K, near, squared, nearest, index->d);
}

/* ---- with sketches ---- */

/* A row, and its sketch in units of the extent. */
typedef struct {
    const double *row;
    double tail[CE_LANES];
    const float *sketch;
    double scale; /* 1 / extent^2 */
} sketched;

/* Squared distances of sketches: of a row to `count` others, number[t] of `sketches`, or t where
 * number is NULL. Returns the first that has the least. */
static inline __attribute__((always_inline)) size_t compare_sketches(const sketched *x,
                                                                     const float *sketches,
                                                                     const uint16_t *number,
                                                                     size_t count, float *apart)
{
    size_t best = 0;

    for (size_t t = 0; t < count; t++) {
        apart[t] = ce_sketch_squared(x->sketch, sketches + (number ? number[t] : t) * CE_SKETCH);
        best = apart[t] < apart[best] ? t : best;
    }
    return best;
}

/* What has a greater squared distance by its sketch is farther away than a squared distance. */
static inline __attribute__((always_inline)) double reach_of(const sketched *x, double squared)
{
    return ce_sketch_reach(sqrt(squared * x->scale * (1 + ROOM)));
}

/* The nearest of `count` rows: number[t] of `rows`, or t where number is NULL; ties: the first t.
 * Begins with the one whose sketch is nearest. apart: work space. */
static inline __attribute__((always_inline)) size_t nearest_sketched(
    const ce_uspec_index *index, const sketched *x, const double *rows, const float *sketches,
    const uint16_t *number, size_t count, float *apart)
{
    size_t best = compare_sketches(x, sketches, number, count, apart), begin = best;
    double least = ce_squared_distance(
               x->row, x->tail, rows + (number ? number[best] : best) * index->stride, index->d),
           reach = reach_of(x, least);

    for (size_t t = 0; t < count; t++) {
        size_t j = number ? number[t] : t;
        double now;
        if (t == begin || (double)apart[t] > reach)
            continue;
        now = ce_squared_distance(x->row, x->tail, rows + j * index->stride, index->d);
        if (now < least || (now == least && t < best)) {
            least = now;
            best = t;
            reach = reach_of(x, least);
        }
    }
    return best;
}

/* offer_candidates, without those whose sketches are too far away. apart_by: work space. */
static inline __attribute__((always_inline)) void offer_sketched(const ce_uspec_index *index,
                                                                 const sketched *x, size_t r,
                                                                 nearest_list *list,
                                                                 float *apart_by)
{
    size_t c = index->candidates, d = index->d, stride = index->stride;
    const uint16_t *candidate = index->candidate + r * c;
    const double *apart = index->apart + r * c;
    double own =
               sqrt(ce_squared_distance(x->row, x->tail, index->row + r * stride, d)) * (1 + ROOM),
           reach = INFINITY;

    compare_sketches(x, index->sketch, candidate, c, apart_by);
    for (size_t t = 0; t < c; t++) {
        double gap = apart[t] * (1 - ROOM) - own, farthest = list->farthest;
        if (gap > 0 && gap * gap > farthest * (1 + ROOM))
            break;
        if ((double)apart_by[t] > reach)
            continue;
        offer(list,
              ce_squared_distance(x->row, x->tail, index->row + (size_t)candidate[t] * stride, d),
              candidate[t]);
        if (list->farthest != farthest)
            reach = reach_of(x, list->farthest);
    }
}

/* apart: room for all groups, all members of a group, or all candidates. */
CE_HOT static void find_sketched(const ce_uspec_index *index, const double *rows,
                                 const float *sketches, size_t count, size_t K, uint16_t *near,
                                 float *squared, double *nearest, float *apart)
{
    for (size_t i = 0; i < count; i++, near += K, squared += K) {
        sketched x = {
            .row = rows + i * index->d, .sketch = sketches + i * CE_SKETCH, .scale = index->scale};
        nearest_list list = {.squared = nearest, .number = near, .K = K, .farthest = INFINITY};
        const uint16_t *member;
        size_t g, at;

        ce_squared_distance_tail(x.row, index->d, x.tail);
        g = nearest_sketched(index, &x, index->middle, index->middle_sketch, NULL, index->groups,
                             apart);
        member = index->member + index->start[g];
        at = nearest_sketched(index, &x, index->row, index->sketch, member,
                              index->start[g + 1] - index->start[g], apart);
        offer_sketched(index, &x, member[at], &list, apart);
        for (size_t t = 0; t < K; t++)
            squared[t] = (float)(nearest[t] * index->scale);
    }
}

/* 0 where there are no sketches, or no memory for them. sketches: of the rows; NULL: not drawn. */
static int find_by_sketches(const ce_uspec_index *index, const double *rows, const float *sketches,
                            size_t count, size_t K, uint16_t *near, float *squared, double *nearest)
{
    const ce_sketch *axes = index->common ? &index->common->axes : &index->axes;
    ce_error failure = {0};
    float *drawn = NULL, *apart = NULL;
    double *work = NULL;

    if (!index->sketch)
        return 0;
    apart = ce_alloc(index->p, sizeof *apart, &failure);
    if (!sketches) {
        drawn = ce_alloc(count, CE_SKETCH * sizeof *drawn, &failure);
        work = ce_alloc(ce_sketch_work(index->d), sizeof *work, &failure);
        if (drawn && work)
            ce_sketch_draw(axes, rows, count, sqrt(index->scale), drawn, work);
        sketches = work ? drawn : NULL;
    }
    if (sketches && apart)
        find_sketched(index, rows, sketches, count, K, near, squared, nearest, apart);
    free(drawn);
    free(apart);
    free(work);
    return sketches && apart;
}

void ce_uspec_index_find(const ce_uspec_index *index, const double *rows, const float *sketches,
                         size_t count, size_t K, uint16_t *near, float *squared, double *nearest)
{
    if (find_by_sketches(index, rows, sketches, count, K, near, squared, nearest))
        return;
    if (index->d == 2)
        find_plane(index, rows, count, K, near, squared, nearest);
    else
        find_any(index, rows, count, K, near, squared, nearest);
}
