#include "similarity/distance_panels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"

enum { LANES = CE_PANEL_LANES, ROWS = CE_PANEL_ROWS, TILE = CE_PANEL_TILE };

/* AVX-512 measures by vectors of LANES. */
typedef double wide __attribute__((vector_size(64), aligned(8), may_alias));

static inline __attribute__((always_inline)) unsigned nearer_rows(
    const double squared[ROWS * LANES], const double top[ROWS])
{
    ce_quad_masks rows = {0};
    uint64_t bits[CE_QUAD];

#pragma GCC unroll 4
    for (int r = 0; r < ROWS; r++) {
        const ce_quad *half = (const ce_quad *)(squared + r * LANES);
        ce_quad_masks low = half[0] < top[r], high = half[1] < top[r];
        rows |= (low | high) & (int64_t)(1 << r);
    }
    memcpy(bits, &rows, sizeof bits);
    return (unsigned)(bits[0] | bits[1] | bits[2] | bits[3]);
}

/* Squared distances of ROWS objects to those of a panel, for every pair summed over the features in
 * order. Returns a bit for each object that has one below its top there. */
#define MEASURE(name, processors, vector) \
    processors static unsigned name(const double *const row[ROWS], const double top[ROWS], \
                                    const double *panel, size_t d, double squared[ROWS * LANES]) \
    { \
        for (size_t l = 0; l < LANES; l += sizeof(vector) / sizeof(double)) { \
            vector s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}; \
            for (size_t s = 0; s < d; s++) { \
                vector values = *(const vector *)(panel + s * LANES + l), t0 = row[0][s] - values, \
                       t1 = row[1][s] - values, t2 = row[2][s] - values, t3 = row[3][s] - values; \
                s0 += t0 * t0; \
                s1 += t1 * t1; \
                s2 += t2 * t2; \
                s3 += t3 * t3; \
            } \
            *(vector *)(squared + l) = s0; \
            *(vector *)(squared + LANES + l) = s1; \
            *(vector *)(squared + 2 * LANES + l) = s2; \
            *(vector *)(squared + 3 * LANES + l) = s3; \
        } \
        return nearer_rows(squared, top); \
    }
MEASURE(measure, CE_HOT_NARROW, ce_quad)
MEASURE(measure_wide, CE_HOT_WIDE, wide)

/* The same over the features that both have, times d over their number; NaN where that is 0. */
CE_HOT static unsigned measure_partial(const double *const row[ROWS], const double top[ROWS],
                                       const double *panel, size_t d, double squared[ROWS * LANES])
{
    const ce_quad zero = {0}, unknown = zero + NAN;
    const ce_quad_masks one = (ce_quad_masks)(zero + 1);

    for (size_t half = 0; half < LANES; half += CE_QUAD) {
        ce_quad sum[ROWS], shared[ROWS];
#pragma GCC unroll 4
        for (size_t r = 0; r < ROWS; r++)
            sum[r] = shared[r] = zero;
        for (size_t s = 0; s < d; s++) {
            ce_quad values = *(const ce_quad *)(panel + s * LANES + half);
#pragma GCC unroll 4
            for (size_t r = 0; r < ROWS; r++) {
                ce_quad step = row[r][s] - values;
                ce_quad_masks both = step == step;
                sum[r] += (ce_quad)((ce_quad_masks)(step * step) & both);
                shared[r] += (ce_quad)(one & both);
            }
        }
#pragma GCC unroll 4
        for (size_t r = 0; r < ROWS; r++) {
            ce_quad_masks some = shared[r] > zero,
                          mean = (ce_quad_masks)((double)d / shared[r] * sum[r]);
            *(ce_quad_masks *)(squared + r * LANES + half) =
                (some & mean) | (~some & (ce_quad_masks)unknown);
        }
    }
    return nearer_rows(squared, top);
}

static ce_panel_measure *measure_for(const ce_matrix *x)
{
    if (ce_matrix_has_missing(x))
        return measure_partial;
    return ce_is_wide() ? measure_wide : measure;
}

int ce_distance_panels_make(ce_distance_panels *of, const ce_matrix *x, ce_error *err)
{
    size_t n = x->rows, d = x->columns, panels = (n + LANES - 1) / LANES;

    *of = (ce_distance_panels){.x = x, .panels = panels, .measure = measure_for(x)};
    of->panel = ce_alloc(panels * LANES, d * sizeof *of->panel, err);
    if (!of->panel)
        return CE_ENOMEM;
#pragma omp parallel for schedule(static)
    for (size_t p = 0; p < panels; p++)
        for (size_t s = 0; s < d; s++)
            for (size_t l = 0; l < LANES; l++)
                of->panel[(p * d + s) * LANES + l] =
                    p * LANES + l < n ? x->values[(p * LANES + l) * d + s] : 0;
    return CE_OK;
}

void ce_distance_panels_free(ce_distance_panels *of)
{
    free(of->panel);
    of->panel = NULL;
}

void ce_distance_panels_point(const ce_distance_panels *of, size_t first,
                              const double *row[CE_PANEL_ROWS])
{
    const ce_matrix *x = of->x;

    for (size_t r = 0; r < ROWS; r++)
        row[r] = x->values + (first + r < x->rows ? first + r : x->rows - 1) * x->columns;
}

void ce_distance_panels_rows(const ce_distance_panels *of, size_t first, size_t end,
                             double *distance)
{
    size_t n = of->x->rows, d = of->x->columns;

    for (size_t p = first / LANES; p < of->panels; p++)
        for (size_t g = first; g < end; g += ROWS) {
            const double *row[ROWS], top[ROWS] = {0};
            double squared[ROWS * LANES];
            size_t width = (p + 1) * LANES < n ? LANES : n - p * LANES;
            ce_distance_panels_point(of, g, row);
            of->measure(row, top, of->panel + p * d * LANES, d, squared);
            for (size_t i = g; i < end && i < g + ROWS; i++)
                for (size_t l = 0; l < width; l++)
                    distance[(i - first) * n + p * LANES + l] = sqrt(squared[(i - g) * LANES + l]);
        }
}

int ce_distances_fill(const ce_matrix *x, ce_similarity *distance, ce_error *err)
{
    size_t n = x->rows;
    ce_distance_panels of = {0};
    int failed = 0;

    if (ce_distance_panels_make(&of, x, err))
        return CE_ENOMEM;
#pragma omp parallel reduction(| : failed)
    {
        double *rows = ce_alloc(TILE, n * sizeof *rows, NULL);
        failed = !rows;
#pragma omp for schedule(dynamic)
        for (size_t first = 0; first < n; first += TILE) {
            size_t end = first + TILE < n ? first + TILE : n;
            if (failed)
                continue;
            ce_distance_panels_rows(&of, first, end, rows);
            for (size_t i = first; i < end; i++) {
                double *to = distance->values + ce_packed_index(n, i, i);
                memcpy(to, rows + (i - first) * n + i, (n - i) * sizeof *to);
                *to = 0;
            }
        }
        free(rows);
    }
    ce_distance_panels_free(&of);
    return failed ? ce_fail(err, CE_ENOMEM, "out of memory for the distances") : CE_OK;
}
