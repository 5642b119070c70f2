/*
 * squared_distance.h: the squared Euclidean distance between a row and a centre.
 *
 * The order of summation is fixed, so methods that compare distances (k-means, RPCL) give the same
 * on every machine.
 */
#ifndef CE_KMEANS_SQUARED_DISTANCE_H
#define CE_KMEANS_SQUARED_DISTANCE_H

#include <stddef.h>

#include "core/vectors.h"

/* Partial sums of a distance. */
enum { CE_LANES = 8 };

/* Copies the last d mod 8 features of a row and fills up with zeros. */
static inline __attribute__((always_inline)) void ce_squared_distance_tail(const double *row,
                                                                           size_t d,
                                                                           double tail[CE_LANES])
{
    size_t whole = d / CE_LANES * CE_LANES;

    for (size_t l = 0; l < CE_LANES; l++)
        tail[l] = whole + l < d ? row[whole + l] : 0;
}

/*
 * |row - centre||^2. This distance decides labels, so its order of summation is fixed. There are
 * eight partial sums, feature s in sum s mod 8. Then p_l = sum_l + sum_(l+4), and the result is
 * (p_0 + p_2) + (p_1 + p_3).
 *
 * Differences are squared directly. The expanded form |x|^2 - 2 x.c + |c|^2 would cancel where rows
 * are close to each other and far from the origin.
 */
static inline __attribute__((always_inline)) double ce_squared_distance(const double *row,
                                                                        const double tail[CE_LANES],
                                                                        const double *centre,
                                                                        size_t d)
{
    size_t whole = d / CE_LANES * CE_LANES;
    ce_quad low = {0}, high = {0}, step;

    for (size_t s = 0; s < whole; s += CE_LANES) {
        step = *(const ce_quad *)(row + s) - *(const ce_quad *)(centre + s);
        low += step * step;
        step = *(const ce_quad *)(row + s + CE_QUAD) - *(const ce_quad *)(centre + s + CE_QUAD);
        high += step * step;
    }
    if (whole < d) {
        step = *(const ce_quad *)tail - *(const ce_quad *)(centre + whole);
        low += step * step;
        step = *(const ce_quad *)(tail + CE_QUAD) - *(const ce_quad *)(centre + whole + CE_QUAD);
        high += step * step;
    }
    low += high;
    return (low[0] + low[2]) + (low[1] + low[3]);
}

/* ce_squared_distance to four centres at once, with the same sums bit by bit. quad: feature s of
 * centre l is quad[s * 4 + l]. */
static inline __attribute__((always_inline)) void ce_squared_distance_four(const double *row,
                                                                           const double *quad,
                                                                           size_t d,
                                                                           double *distance)
{
    ce_quad sum[CE_LANES] = {{0}}, step;
    size_t s = 0;

    for (; s + CE_LANES <= d; s += CE_LANES) {
#pragma GCC unroll 8
        for (size_t l = 0; l < CE_LANES; l++) {
            step = row[s + l] - *(const ce_quad *)(quad + (s + l) * CE_QUAD);
            sum[l] += step * step;
        }
    }
#pragma GCC unroll 8
    for (size_t l = 0; l < CE_LANES; l++)
        if (s + l < d) {
            step = row[s + l] - *(const ce_quad *)(quad + (s + l) * CE_QUAD);
            sum[l] += step * step;
        }
    *(ce_quad *)distance =
        ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

#endif
