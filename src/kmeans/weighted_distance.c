#include "kmeans/weighted_distance.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"

CE_HOT void ce_weighted_block(const double *quads, size_t count, size_t d, const double *centroids,
                              const double *weights, size_t k, double *distance)
{
    double four[CE_QUAD];

    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < count; i += CE_QUAD) {
            ce_weighted_four(quads + i * d, centroids + j * d, weights + j * d, d, four);
            for (size_t l = 0; l < CE_QUAD && i + l < count; l++)
                distance[(i + l) * k + j] = sqrt(four[l]);
        }
}

/* Centroids come in the outer loop, so that each is fetched once for all rows. */
CE_HOT void ce_weighted_nearest(const double *quads, size_t count, size_t d,
                                const double *centroids, const double *weights, size_t k,
                                int32_t *label)
{
    ce_quad best[CE_WEIGHTED_MOST / CE_QUAD], distance;
    ce_quad_masks which[CE_WEIGHTED_MOST / CE_QUAD];
    size_t fours = (count + CE_QUAD - 1) / CE_QUAD;

    for (size_t b = 0; b < fours; b++) {
        best[b] = (ce_quad){0} + INFINITY;
        which[b] = (ce_quad_masks){0};
    }
    for (size_t j = 0; j < k; j++) {
        const double *centre = centroids + j * d, *weight = weights + j * d;
        for (size_t b = 0; b < fours; b++) {
            ce_quad_masks less;
            ce_weighted_four(quads + b * CE_QUAD * d, centre, weight, d, (double *)&distance);
            less = distance < best[b];
            best[b] =
                (ce_quad)((less & (ce_quad_masks)distance) | (~less & (ce_quad_masks)best[b]));
            which[b] = (less & (int64_t)j) | (~less & which[b]);
        }
    }
    for (size_t i = 0; i < count; i++)
        label[i] = (int32_t)which[i / CE_QUAD][i % CE_QUAD];
}

CE_HOT void ce_weighted_block_turn(const ce_matrix *x, size_t first, size_t count, double *quads)
{
    for (size_t i = 0; i < count; i += CE_QUAD)
        ce_weighted_turn(x->values + (first + i) * x->columns,
                         count - i < CE_QUAD ? count - i : CE_QUAD, x->columns,
                         quads + i * x->columns);
}

int ce_weighted_distances(const ce_matrix *x, const double *centroids, const double *weights,
                          size_t k, double *distance, ce_error *err)
{
    size_t n = x->rows, d = x->columns;
    double *quads = ce_alloc((size_t)ce_threads(), CE_WEIGHTED_BLOCK * d * sizeof *quads, err);

    if (!quads)
        return CE_ENOMEM;
#pragma omp parallel for schedule(static) if (n > CE_WEIGHTED_BLOCK)
    for (size_t first = 0; first < n; first += CE_WEIGHTED_BLOCK) {
        size_t count = n - first < CE_WEIGHTED_BLOCK ? n - first : CE_WEIGHTED_BLOCK;
        double *own = quads + (size_t)ce_thread() * CE_WEIGHTED_BLOCK * d;
        ce_weighted_block_turn(x, first, count, own);
        ce_weighted_block(own, count, d, centroids, weights, k, distance + first * k);
    }
    free(quads);
    return CE_OK;
}
