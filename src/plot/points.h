/*
 * points.h: the points of a scatter plot: objects, or the cells of a grid that have some.
 */
#ifndef CE_PLOT_POINTS_H
#define CE_PLOT_POINTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef struct {
    double x, y;
    int32_t label; /* a category, or CE_MISSING */
    double sure;   /* 0 .. 1 */
    double size;   /* of a cell: 0 .. 1, by the logarithm of its objects; 1 for an object */
    size_t objects;
} ce_point;

/* Puts the points together that lie in one cell of a grid: `bins` cells along x, and along y as
 * many as make them square in a picture whose sides are as `width` to `height`. Afterwards there is
 * a point in the middle of each cell that has some, with the label of most of them (ties: the
 * lowest), the mean of sure and the size. The order is by cell. *count: before and after. O(count
 * log count). 0, or CE_ENOMEM with points untouched. */
int ce_points_bin(ce_point *points, size_t *count, size_t bins, int width, int height,
                  ce_error *err);

#endif
