/*
 * weighted_distance.h: the squared weighted Euclidean distance between a row and a centroid
 * [wce2008 eq. 2.1], in an order of summation that is fixed, so that what compares distances gives
 * the same on every machine, and for a row alone as for four at once.
 *
 * Feature s goes to partial sum s mod 8, then p_l = sum_l + sum_(l+4), and ((p_0 + p_2) + (p_1 +
 * p_3)), as in partition/squared_distance.h. Differences are squared directly: the expanded form
 * would cancel for data far from the origin.
 */
#ifndef CE_GENERATE_WEIGHTED_DISTANCE_H
#define CE_GENERATE_WEIGHTED_DISTANCE_H

#include <stddef.h>

#include "kmeans/squared_distance.h"

/* Four rows (the last one again where there are fewer), feature s of row l at quad[s * 4 + l]. */
static inline __attribute__((always_inline)) void ce_weighted_turn(const double *rows, size_t count,
                                                                   size_t d, double *quad)
{
    const double *row[CE_QUAD];

    for (size_t l = 0; l < CE_QUAD; l++)
        row[l] = rows + (l < count ? l : count - 1) * d;
    for (size_t s = 0; s < d; s++)
        for (size_t l = 0; l < CE_QUAD; l++)
            quad[s * CE_QUAD + l] = row[l][s];
}

/* sum_s weight_s (x_s - centre_s)^2 of four rows x that were turned. */
static inline __attribute__((always_inline)) void ce_weighted_four(const double *quad,
                                                                   const double *centre,
                                                                   const double *weight, size_t d,
                                                                   double *distance)
{
    ce_quad sum[CE_LANES] = {{0}}, step;
    size_t s = 0;

    for (; s + CE_LANES <= d; s += CE_LANES) {
#pragma GCC unroll 8
        for (size_t l = 0; l < CE_LANES; l++) {
            step = *(const ce_quad *)(quad + (s + l) * CE_QUAD) - centre[s + l];
            sum[l] += weight[s + l] * (step * step);
        }
    }
#pragma GCC unroll 8
    for (size_t l = 0; l < CE_LANES; l++)
        if (s + l < d) {
            step = *(const ce_quad *)(quad + (s + l) * CE_QUAD) - centre[s + l];
            sum[l] += weight[s + l] * (step * step);
        }
    *(ce_quad *)distance =
        ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

/* The same of one row, bit by bit. */
static inline __attribute__((always_inline)) double ce_weighted_one(const double *row,
                                                                    const double *centre,
                                                                    const double *weight, size_t d)
{
    size_t whole = d / CE_LANES * CE_LANES;
    ce_lanes sum = {0}, step;
    double half[4];

    for (size_t s = 0; s < whole; s += CE_LANES) {
        step = *(const ce_lanes *)(row + s) - *(const ce_lanes *)(centre + s);
        sum += *(const ce_lanes *)(weight + s) * (step * step);
    }
    for (size_t s = whole; s < d; s++) {
        double difference = row[s] - centre[s];
        sum[s - whole] += weight[s] * (difference * difference);
    }
    for (int l = 0; l < 4; l++)
        half[l] = sum[l] + sum[l + 4];
    return (half[0] + half[2]) + (half[1] + half[3]);
}

#endif
