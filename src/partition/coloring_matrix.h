/*
 * coloring_matrix.h: the rows of a matrix colored, by coloring.h.
 */
#ifndef CE_PARTITION_COLORING_MATRIX_H
#define CE_PARTITION_COLORING_MATRIX_H

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"
#include "partition/coloring.h"

/* matrix: similarities s (the dissimilarity is 1 - s) or, with is_distance, distances; dense, or
 * sparse with absent entries 0. size: objects a row, or NULL: 1 each. If all entries are multiples
 * of 1/q for a q up to CE_DENOMINATOR_LIMIT, whole numbers are compared, also with theta. Returns
 * 0, CE_ENOMEM or CE_EINPUT (a negative dissimilarity). The partition is empty after a failure. */
int ce_coloring_matrix(const ce_similarity *matrix, int is_distance, const double *size,
                       double theta, ce_color_distance by, ce_partition *partition, ce_error *err);

#endif
