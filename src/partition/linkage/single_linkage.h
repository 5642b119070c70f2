/*
 * single_linkage.h: single linkage by a minimum spanning tree, with the tie rule of linkage.h,
 * without an n x n work matrix.
 *
 * Prim's algorithm gives the heights. Which clusters of one height merge first it does not give:
 * there, the tie rule makes the cluster of the smallest index absorb its neighbours of that height,
 * the smallest index first, so the neighbours have to be known. They are found by looking at the
 * pairs of objects that meet at this height, each pair at most once in the whole run.
 */
#ifndef CE_PARTITION_SINGLE_LINKAGE_H
#define CE_PARTITION_SINGLE_LINKAGE_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/matrix.h"
#include "core/similarity.h"

/* matrix, values and size as in ce_linkage, already checked. denominator: what
 * ce_common_denominator gave (0: none). tree: allocated for n leaves. O(n^2) time, O(n) memory
 * beside the matrix. */
int ce_single_linkage(const ce_similarity *matrix, int is_distance, size_t denominator,
                      const double *size, ce_dendrogram *tree, ce_error *err);

/* On Euclidean distances between rows of x (no missing values). O(n^2 d) time, O(n d) memory. */
int ce_single_linkage_points(const ce_matrix *x, ce_dendrogram *tree, ce_error *err);

#endif
