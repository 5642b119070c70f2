/*
 * merge_identical.h: vertices of a matrix that nothing tells apart become one. So a matrix over
 * objects and one over their microclusters give the same partition.
 */
#ifndef CE_PARTITION_MERGE_IDENTICAL_H
#define CE_PARTITION_MERGE_IDENTICAL_H

#include <stdint.h>

#include "core/error.h"
#include "core/similarity.h"

/*
 * Merges vertices that are as similar to each other as each is to itself, and have equal rows. The
 * similarity of a vertex to itself is its diagonal entry, or 1 where it has none. A merged vertex
 * keeps that diagonal entry.
 *
 * s: dense or sparse. size: objects a row, or NULL: 1 each; the sizes of merged vertices are added.
 * *group: n -> merged vertex, numbered by first appearance. merged, *merged_size and *group are the
 * caller's. Returns 0 or CE_ENOMEM; after a failure they are empty and NULL.
 */
int ce_similarity_merge_identical(const ce_similarity *s, const double *size, ce_similarity *merged,
                                  double **merged_size, int32_t **group, ce_error *err);

/* The same for a matrix of distances: vertices at distance 0 of each other, with equal rows. */
int ce_distance_merge_identical(const ce_similarity *d, const double *size, ce_similarity *merged,
                                double **merged_size, int32_t **group, ce_error *err);

#endif
