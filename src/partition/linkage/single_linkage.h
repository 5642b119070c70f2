/*
 * single_linkage.h: single linkage by a minimum spanning tree, with the tie rule of linkage.h and
 * without an n x n work matrix.
 *
 * Prim's algorithm gives the heights. It does not give the order of the merges at one height. By
 * the tie rule the cluster of the smallest index absorbs its neighbours at that height, the
 * smallest index first. The neighbours are found by comparing the pairs of objects that meet at
 * this height, each pair at most once in the whole run.
 */
#ifndef CE_PARTITION_SINGLE_LINKAGE_H
#define CE_PARTITION_SINGLE_LINKAGE_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "core/similarity.h"

/* matrix, is_distance and size as in ce_linkage, already checked. denominator: what
 * ce_common_denominator gave (0: none). tree: allocated for n leaves. Returns 0 or CE_ENOMEM; the
 * tree is then incomplete, and the caller frees it. O(n^2) time, O(n) memory beside the matrix. */
int ce_single_linkage(const ce_similarity *matrix, int is_distance, size_t denominator,
                      const double *size, const ce_progress *progress, ce_dendrogram *tree,
                      ce_error *err);

/* The same on Euclidean distances between rows of x (no missing values). CE_EINPUT if one is too
 * large for a double. O(n^2 d) time, O(n d) memory. */
int ce_single_linkage_points(const ce_matrix *x, const ce_progress *progress, ce_dendrogram *tree,
                             ce_error *err);

#endif
