/*
 * quads.h: the nearest of centres that stand by fours (squared_distance.h).
 */
#ifndef CE_KMEANS_QUADS_H
#define CE_KMEANS_QUADS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "kmeans/squared_distance.h"

/* Squared distances of a row to a quad, the same bits as ce_squared_distance_four gives. With two
 * features that is one sum, which the compiler cannot know. */
static inline __attribute__((always_inline)) void ce_quad_distances(const double *row,
                                                                    const double *quad, size_t d,
                                                                    ce_quad *squared)
{
    if (__builtin_constant_p(d) && d == 2) {
        ce_quad x = row[0] - *(const ce_quad *)quad,
                y = row[1] - *(const ce_quad *)(quad + CE_QUAD);
        *squared = x * x + y * y;
    } else {
        ce_squared_distance_four(row, quad, d, (double *)squared);
    }
}

/* The nearest of the rows in `count` quads, and its squared distance; ties: the first. */
static inline __attribute__((always_inline)) size_t ce_nearest_with_distance(const double *row,
                                                                             const double *quads,
                                                                             size_t count, size_t d,
                                                                             double *squared)
{
    ce_quad least = {INFINITY, INFINITY, INFINITY, INFINITY};
    ce_quad_masks where = {0}, here = {0, 1, 2, 3};
    int64_t best;

    for (size_t q = 0; q < count; q++) {
        ce_quad now;
        ce_quad_masks less;
        ce_quad_distances(row, quads + q * d * CE_QUAD, d, &now);
        less = now < least;
        least = (ce_quad)((less & (ce_quad_masks)now) | (~less & (ce_quad_masks)least));
        where = (less & here) | (~less & where);
        here += (ce_quad_masks){CE_QUAD, CE_QUAD, CE_QUAD, CE_QUAD};
    }
    *squared = least[0];
    best = where[0];
    for (size_t l = 1; l < CE_QUAD; l++) { /* a branch here would be guessed wrong half the time */
        int better = (least[l] < *squared) | ((least[l] == *squared) & (where[l] < best));
        *squared = better ? least[l] : *squared;
        best = better ? where[l] : best;
    }
    return (size_t)best;
}

static inline __attribute__((always_inline)) size_t ce_nearest_in_quads(const double *row,
                                                                        const double *quads,
                                                                        size_t count, size_t d)
{
    double squared;

    return ce_nearest_with_distance(row, quads, count, d, &squared);
}

/* Number by number, a becomes the lesser of both and b the greater. */
static inline __attribute__((always_inline)) void ce_quad_sort_pairs(ce_quad *a, ce_quad *b)
{
    ce_quad x = *a, y = *b;
    ce_quad_masks less = x < y;

    *a = (ce_quad)((less & (ce_quad_masks)x) | (~less & (ce_quad_masks)y));
    *b = (ce_quad)((less & (ce_quad_masks)y) | (~less & (ce_quad_masks)x));
}

/* The two least numbers of both, where least[l] and next[l] are the two least of column l. */
static inline __attribute__((always_inline)) void ce_quad_two_least(const ce_quad *least,
                                                                    const ce_quad *next,
                                                                    double *first, double *second)
{
    double one = (*least)[0], two = (*next)[0];

    for (int l = 1; l < CE_QUAD; l++) {
        double other = (*least)[l], greater = one > other ? one : other;
        one = one < other ? one : other;
        greater = greater < (*next)[l] ? greater : (*next)[l];
        two = two < greater ? two : greater;
    }
    *first = one;
    *second = two;
}

/* How many quads hold `count` centres. */
static inline size_t ce_quads(size_t count)
{
    return (count + CE_QUAD - 1) / CE_QUAD;
}

/* Turns count centres (count x d) into quads; those that fill up the last one are infinitely far.
 * quads: ce_quads(count) x d x CE_QUAD. */
static inline void ce_quads_turn(const double *centre, size_t count, size_t d, double *quads)
{
    for (size_t j = 0; j < ce_quads(count) * CE_QUAD; j++)
        for (size_t s = 0; s < d; s++)
            quads[(j / CE_QUAD * d + s) * CE_QUAD + j % CE_QUAD] =
                j < count ? centre[j * d + s] : INFINITY;
}

#endif
