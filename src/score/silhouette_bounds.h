/*
 * silhouette_bounds.h: silhouettes from data without the distances that cannot matter.
 *
 * A silhouette needs the mean distance to the own cluster and the smallest one to another. The mean
 * distance of x to the objects of a cluster is at least the mean over its cells (cluster_cells.h)
 * of the distance to their centres. So a cluster where this is more than the mean distance to
 * another one is not the nearest, and its distances are not computed. Those that are computed are
 * added in the same order as in pair_pass.h: the result has the same bits.
 */
#ifndef CE_SCORE_SILHOUETTE_BOUNDS_H
#define CE_SCORE_SILHOUETTE_BOUNDS_H

#include "score/pair_pass.h"

/* *pay: 1 where this way is likely to be faster than ce_pair_pass for silhouettes alone: the data
 * are complete, and for some of the objects most clusters are ruled out. Both give the same bits.
 * O((n + 16384 k) d) for each column. 0 or CE_ENOMEM. */
int ce_silhouette_bounds_pay(const ce_internal_column *column, size_t m,
                             const ce_internal_input *input, int *pay, ce_error *err);

/* As ce_pair_pass with CE_INTERNAL_SILHOUETTE, for complete data. O(n k d) times up to 64 cells,
 * and O(n d) for each object of a cluster that is not ruled out. On all threads. 0 or CE_ENOMEM. */
int ce_silhouette_bounds(const ce_internal_column *column, size_t m, const ce_internal_input *input,
                         ce_pass_sums *sums, ce_silhouettes *silhouettes, ce_error *err);

#endif
