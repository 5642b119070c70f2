/*
 * centre_raster.h: the plane (or a line, or space) cut into cells, each with the centres that are
 * the nearest to some point of it. For centres that do not move.
 *
 * The box is halved again and again. A centre is left out of a part if another one is nearer
 * everywhere in it: the difference of two squared distances is linear, so it is least at a corner
 * [Kanungo et al. 2002]. Most cells keep one centre, and a row in them needs no distance.
 */
#ifndef CE_KMEANS_CENTRE_RASTER_H
#define CE_KMEANS_CENTRE_RASTER_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

enum { CE_RASTER_FEATURES = 3 };

/* Set to zero before use. Cell (x, y, z) has number (z * cells[1] + y) * cells[0] + x. */
typedef struct {
    size_t d, cells[CE_RASTER_FEATURES];
    double low[CE_RASTER_FEATURES], per[CE_RASTER_FEATURES]; /* per: cells in a unit */
    /* Owned. Of each cell its only centre, or ~ the place in list where the number of its centres
     * stands, and then they, ascending. */
    int32_t *of;
    int32_t *list;
    const double *centre; /* k x d; borrowed */
} ce_centre_raster;

/* d: 1 to CE_RASTER_FEATURES. centre: k x d, finite, at most CE_LARGEST. The box is that of
 * the centres with room around it. raster->of is NULL where they have no box: all on one point or
 * line. 0 or CE_ENOMEM; the raster is empty after a failure. O(64 k log k), more or less. */
int ce_centre_raster_build(ce_centre_raster *raster, const double *centre, size_t k, size_t d,
                           ce_error *err);
void ce_centre_raster_free(ce_centre_raster *raster);

/* The nearest centre of a row, as comparing it with all by ce_squared_distance finds it; ties: the
 * lowest. -1 outside the box. d: raster->d, a constant where the compiler can use it. */
static inline __attribute__((always_inline)) int32_t ce_centre_raster_find(
    const ce_centre_raster *raster, const double *row, size_t d)
{
    size_t cell = 0;
    const int32_t *list;
    int32_t best, count;
    double least = 0;

    for (size_t s = d; s-- > 0;) {
        double at = (row[s] - raster->low[s]) * raster->per[s];
        if (!(at >= 0 && at < (double)raster->cells[s]))
            return -1;
        cell = cell * raster->cells[s] + (size_t)at;
    }
    best = raster->of[cell];
    if (best >= 0)
        return best;
    list = raster->list + ~best;
    count = *list++;
    for (int32_t t = 0; t < count; t++) {
        const double *centre = raster->centre + (size_t)list[t] * d;
        double step[CE_RASTER_FEATURES] = {0}, squared;
        for (size_t s = 0; s < d; s++)
            step[s] = row[s] - centre[s];
        /* as ce_squared_distance sums them */
        squared = (step[0] * step[0] + step[2] * step[2]) + step[1] * step[1];
        if (!t || squared < least) {
            least = squared;
            best = list[t];
        }
    }
    return best;
}

#endif
