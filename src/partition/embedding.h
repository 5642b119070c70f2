/*
 * embedding.h: the second half of every spectral method: rows of eigenvectors to clusters (cards C4, G5).
 */
#ifndef CE_PARTITION_EMBEDDING_H
#define CE_PARTITION_EMBEDDING_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"

/* Scales every row to length 1; a row of zeros stays. */
void ce_rows_normalise(ce_matrix *rows);

/*
 * k-means on rows of length 1. The first run starts from the orthogonal centres of Ng, Jordan and Weiss: the first row, then
 * always the row with the least sum of absolute cosines to those chosen (ties, up to rounding: the lowest), among
 * rows 0 .. candidates-1. Then restarts - 1 runs from k-means++; the run of least inertia is kept, ties: the first.
 * A row of zeros is as far from every centre, and rounding must not decide: it takes no part. Afterwards such rows are a cluster
 * of their own when there are fewer than k others, else they join the heaviest (ties: the lowest).
 * weight: one a row or NULL. partition: a label for each row; k is less than asked when fewer rows are distinct.
 */
int ce_embedding_cluster(const ce_matrix *rows, const double *weight, size_t candidates, size_t k, size_t restarts,
                         uint64_t seed, ce_partition *partition, ce_error *err);

#endif
