/*
 * cluster_cells.h: clusters of numeric objects cut into cells, for bounds of mean distances.
 *
 * The mean distance of x to the objects of a cell is at least the distance of x to their centre
 * (the norm is convex), and at most the root of that distance squared plus the variance of the cell
 * (the root is concave). Both are close where the cell is small beside the distance. The mean over
 * a cluster is the mean over its cells.
 */
#ifndef CE_SCORE_CLUSTER_CELLS_H
#define CE_SCORE_CLUSTER_CELLS_H

#include <stddef.h>

#include "core/error.h"

/* Set to zero before use. */
typedef struct {
    size_t *start;    /* owned: k + 1, the cells of each cluster */
    double *centre;   /* owned: cells x d */
    double *share;    /* owned: of the objects of the cluster */
    double *variance; /* owned: the mean squared distance of its objects to the centre */
    size_t *order;    /* owned: of building */
} ce_cells;

/* Cells of at least about 64 objects, at most 64 of a cluster. values: rows x d, in which cluster c
 * has the rows first[c] .. first[c + 1] - 1, at least one. O(rows d). 0 or CE_ENOMEM; empty after a
 * failure. */
int ce_cells_build(ce_cells *cells, const double *values, const size_t *first, size_t k, size_t d,
                   ce_error *err);
void ce_cells_free(ce_cells *cells);

#endif
