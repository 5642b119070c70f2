/*
 * sketch.h: short forms of rows with many features. Their distances are never above those of the
 * rows, so they show that two rows are far apart before the distance is computed.
 *
 * Let B be orthonormal rows, R x what is left of x, and m a vector. Then |x - y|^2 = |B(x - y)|^2 +
 * |R(x - y)|^2, and |R(x - y)| is at least the difference between |R(x - m)| and |R(y - m)|. The
 * sketch of x is B(x - m) and |R(x - m)|. B is the first principal axes of some rows and m their
 * mean: any others would be right, but show less.
 *
 * Sketches are in single precision, times a scale that brings distances to 1 at most. Rounding then
 * moves one by at most 2^-24. |R(x - m)|^2 is a difference in double that misses by d 2^-52 at
 * most, its root therefore by 5e-7 for up to CE_SKETCH_MOST features. So the distance of two
 * sketches is off by 1.2e-6 at most, and by 1e-6 of itself as it is summed in single precision.
 * CE_SKETCH_ROOM is more than either.
 */
#ifndef CE_LINALG_SKETCH_H
#define CE_LINALG_SKETCH_H

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/error.h"
#include "core/matrix.h"
#include "core/vectors.h"
#include "linalg/pca.h"

/* Floats of a sketch; with how many features they are worth their while. */
enum { CE_SKETCH = 32, CE_SKETCH_LEAST = 96, CE_SKETCH_MOST = 1024 };

#define CE_SKETCH_ROOM 4e-6f

typedef struct {
    ce_pca pca; /* without axes: there are no sketches */
} ce_sketch;

/* Whether squares of distances that come to 1 by this scale stay in double precision, as sketches
 * need it. */
static inline int ce_sketch_fits(double scale)
{
    int exponent;

    frexp(scale, &exponent);
    return exponent >= -300 && exponent <= 300;
}

/* Axes from some rows, for sketches of these and others. There are none (pca.axis NULL) where the
 * features are too few or too many, the rows fewer than CE_SKETCH, or where the axes would see less
 * than half of the variance. O(rows d^2 + d^3) time. 0 or CE_ENOMEM. */
int ce_sketch_fit(ce_sketch *sketch, const ce_matrix *rows, ce_error *err);

/* Sketches of count rows (count x d), times scale: count x CE_SKETCH, at a multiple of 32 bytes.
 * work: ce_sketch_work doubles. */
size_t ce_sketch_work(size_t d);
void ce_sketch_draw(const ce_sketch *sketch, const double *rows, size_t count, double scale,
                    float *to, double *work);

void ce_sketch_free(ce_sketch *sketch);

/* The squared distance of two sketches. */
static inline __attribute__((always_inline)) float ce_sketch_squared(const float *a, const float *b)
{
    const ce_octet *x = (const ce_octet *)a, *y = (const ce_octet *)b;
    ce_octet step = x[0] - y[0], sum = step * step;
    float lane[CE_OCTET];

#pragma GCC unroll 4
    for (size_t v = 1; v < CE_SKETCH / CE_OCTET; v++) {
        step = x[v] - y[v];
        sum += step * step;
    }
    memcpy(lane, &sum, sizeof lane);
#pragma GCC unroll 4
    for (int half = CE_OCTET / 2; half; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] += lane[l + half];
    return lane[0];
}

/* At most the distance of two rows, times scale, by their sketches. It may be below 0. */
static inline __attribute__((always_inline)) float ce_sketch_bound(const float *a, const float *b)
{
    return sqrtf(ce_sketch_squared(a, b)) * (1 - CE_SKETCH_ROOM) - CE_SKETCH_ROOM;
}

/* Rows whose sketches have a squared distance above this are farther apart than `distance`, times
 * scale. */
static inline double ce_sketch_reach(double distance)
{
    double reach = (distance + (double)CE_SKETCH_ROOM) / (1 - (double)CE_SKETCH_ROOM);

    return reach * reach * (1 + 1e-9);
}

#endif
