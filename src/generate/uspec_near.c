/* Step 2 of U-SPEC: the nearest representatives of each object. */
#include <math.h>

#include "core/parallel.h"
#include "generate/uspec_internal.h"

/* Room for rounding in the triangle inequality. */
#define ROOM 1e-9

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

/* Squared distances of a row to a quad, the same bits as ce_squared_distance_four gives. With two
 * features that is one sum, which the compiler cannot know. */
static inline __attribute__((always_inline)) void to_quad(const double *row, const double *quad,
                                                          size_t d, ce_quad *squared)
{
    if (__builtin_constant_p(d) && d == 2) {
        ce_quad x = row[0] - *(const ce_quad *)quad,
                y = row[1] - *(const ce_quad *)(quad + CE_QUAD);
        *squared = x * x + y * y;
    } else {
        ce_squared_distance_four(row, quad, d, (double *)squared);
    }
}

/* The nearest of the rows in `count` quads; ties: the first. */
static inline __attribute__((always_inline)) size_t nearest_of(const double *row,
                                                               const double *quads, size_t count,
                                                               size_t d)
{
    typedef int64_t masks __attribute__((vector_size(32), may_alias));
    ce_quad least = {INFINITY, INFINITY, INFINITY, INFINITY};
    masks where = {0}, here = {0, 1, 2, 3};
    size_t best = 0;

    for (size_t q = 0; q < count; q++) {
        ce_quad now;
        masks less;
        to_quad(row, quads + q * d * CE_QUAD, d, &now);
        less = now < least;
        least = (ce_quad)((less & (masks)now) | (~less & (masks)least));
        where = (less & here) | (~less & where);
        here += CE_QUAD;
    }
    for (size_t l = 1; l < CE_QUAD; l++)
        if (least[l] < least[best] || (least[l] == least[best] && where[l] < where[best]))
            best = l;
    return (size_t)where[best];
}

/* Offers the candidates of representative r, from the nearest to it on, until those that follow are
 * too far from it to be among the K nearest of the row. d: a constant where the compiler can use
 * it. */
static inline __attribute__((always_inline)) void offer_candidates(const ce_uspec_index *index,
                                                                   const double *row, size_t r,
                                                                   size_t d, nearest_list *list)
{
    size_t c = index->candidates;
    const uint16_t *candidate = index->candidate + r * c;
    const double *apart = index->apart + r * c,
                 *near = index->near ? index->near + r * ce_uspec_quads(c) * CE_QUAD * d : NULL;
    double tail[CE_LANES], own;

    ce_squared_distance_tail(row, d, tail);
    own = sqrt(ce_squared_distance(row, tail, index->row + r * index->stride, d)) * (1 + ROOM);
    for (size_t t = 0; t < c; t += CE_QUAD) {
        size_t end = t + CE_QUAD < c ? t + CE_QUAD : c;
        double gap = apart[t] * (1 - ROOM) - own;
        ce_quad four;

        if (gap > 0 && gap * gap > list->farthest * (1 + ROOM))
            break;
        if (near)
            to_quad(row, near + t * d, d, &four);
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
        to_quad(row, index->members + j * d, d, &squared);
        for (size_t l = 0; l < CE_QUAD && j + l < index->p; l++)
            offer(list, squared[l], (uint16_t)(j + l));
    }
}

static inline __attribute__((always_inline)) void find(const ce_uspec_index *index,
                                                       const double *rows, size_t count, size_t K,
                                                       uint16_t *near, float *squared,
                                                       double *nearest, size_t d)
{
    for (size_t i = 0; i < count; i++, near += K, squared += K) {
        const double *row = rows + i * d;
        nearest_list list = {.squared = nearest, .number = near, .K = K, .farthest = INFINITY};

        if (!index->groups) {
            offer_all(index, row, d, &list);
        } else {
            size_t g = nearest_of(row, index->centres, ce_uspec_quads(index->groups), d);
            const double *members = index->members + index->quad[g] * CE_QUAD * d;
            size_t at = nearest_of(row, members, index->quad[g + 1] - index->quad[g], d);
            offer_candidates(index, row, (size_t)index->member[index->start[g] + at], d, &list);
        }
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

void ce_uspec_index_find(const ce_uspec_index *index, const double *rows, size_t count, size_t K,
                         uint16_t *near, float *squared, double *nearest)
{
    if (index->d == 2)
        find_plane(index, rows, count, K, near, squared, nearest);
    else
        find_any(index, rows, count, K, near, squared, nearest);
}
