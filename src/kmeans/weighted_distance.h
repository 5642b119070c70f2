/*
 * weighted_distance.h: weighted Euclidean distances between rows and centroids [wce2008 eq. 2.1].
 *
 * The order of summation is fixed, so that distances have the same bits on every machine, and for
 * one row as for four at once. Feature s goes to partial sum s mod 8. Then p_l = sum_l + sum_(l+4),
 * and the result is (p_0 + p_2) + (p_1 + p_3), as in squared_distance.h. Differences are squared
 * directly: the expanded form would cancel for data far from the origin.
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008.
 */
#ifndef CE_KMEANS_WEIGHTED_DISTANCE_H
#define CE_KMEANS_WEIGHTED_DISTANCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"
#include "kmeans/squared_distance.h"

/* distance: n x k weighted Euclidean distances (with the root) of the rows of x to k centroids (k x
 * d) with weights (k x d, >= 0). On ce_threads() threads. 0, or CE_ENOMEM, and distance is then
 * untouched. O(n k d). */
int ce_weighted_distances(const ce_matrix *x, const double *centroids, const double *weights,
                          size_t k, double *distance, ce_error *err);

/* Rows that are well looked at together: each centroid is then fetched once for all of them. */
enum { CE_WEIGHTED_BLOCK = 16 };

/* Turns rows first .. first + count - 1 of x for ce_weighted_block: ce_weighted_turn of four rows
 * after four. quads: count rounded up to a multiple of CE_QUAD, x d. */
void ce_weighted_block_turn(const ce_matrix *x, size_t first, size_t count, double *quads);

/* distance: count x k weighted Euclidean distances of rows that were turned. */
void ce_weighted_block(const double *quads, size_t count, size_t d, const double *centroids,
                       const double *weights, size_t k, double *distance);

/* The nearest of k centroids for rows that were turned, at most CE_WEIGHTED_MOST, by squares; ties:
 * the lowest. label: count. O(count k d). */
enum { CE_WEIGHTED_MOST = 512 };
void ce_weighted_nearest(const double *quads, size_t count, size_t d, const double *centroids,
                         const double *weights, size_t k, int32_t *label);

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
    ce_quad low = {0}, high = {0}, step;
    double sum[CE_LANES];

    for (size_t s = 0; s < whole; s += CE_LANES) {
        step = *(const ce_quad *)(row + s) - *(const ce_quad *)(centre + s);
        low += *(const ce_quad *)(weight + s) * (step * step);
        step = *(const ce_quad *)(row + s + CE_QUAD) - *(const ce_quad *)(centre + s + CE_QUAD);
        high += *(const ce_quad *)(weight + s + CE_QUAD) * (step * step);
    }
    *(ce_quad *)sum = low;
    *(ce_quad *)(sum + CE_QUAD) = high;
    for (size_t s = whole; s < d; s++) {
        double difference = row[s] - centre[s];
        sum[s - whole] += weight[s] * (difference * difference);
    }
    low = *(const ce_quad *)sum + *(const ce_quad *)(sum + CE_QUAD);
    return (low[0] + low[2]) + (low[1] + low[3]);
}

#endif
