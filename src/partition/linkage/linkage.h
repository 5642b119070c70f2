/*
 * linkage.h: agglomerative clustering (card G4).
 *
 * Ties: among equal distances the pair with the smallest (smaller index, larger index) merges,
 * where a merged cluster keeps the smallest index of its members. Co-association matrices are full
 * of ties, so this rule decides results: it holds exactly, on objects and on microclusters alike,
 * because for similarities that are multiples of a common fraction (as counts of base clusterings
 * are) average linkage compares exact sums of whole numbers.
 *
 * Complete linkage has most ties: clusters without a common pair all are at distance 1, and the
 * first of them then takes in the others one by one. CE_LINKAGE_COMPLETE_MEANSIM merges, of the
 * pairs at the least distance, that with the largest mean similarity (the smallest mean distance)
 * between their objects, and only then the first.
 */
#ifndef CE_PARTITION_LINKAGE_H
#define CE_PARTITION_LINKAGE_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "core/similarity.h"

typedef enum {
    CE_LINKAGE_SINGLE,
    CE_LINKAGE_COMPLETE,
    CE_LINKAGE_AVERAGE,
    CE_LINKAGE_WARD,
    CE_LINKAGE_COMPLETE_MEANSIM
} ce_linkage_method;

/*
 * matrix: similarities (distance = 1 - s) or, with is_distance, distances; dense, or sparse with
 * absent entries 0. The diagonal is not looked at. size: n objects that each row stands for
 * (microclusters), or NULL: average linkage and mean similarities weight by it, Ward uses it as
 * masses. Ward takes Euclidean distances and gives heights in distance units. O(n^2) time
 * typically, O(n^2) memory. 0, CE_ENOMEM, CE_EINPUT (a distance that is negative or not finite).
 */
int ce_linkage(const ce_similarity *matrix, int is_distance, const double *size,
               ce_linkage_method method, ce_dendrogram *tree, ce_error *err);

/* The same on the Euclidean distances between rows of x, where single linkage needs no n x n
 * matrix. Not for CE_LINKAGE_COMPLETE_MEANSIM (CE_EARG). */
int ce_linkage_points(const ce_matrix *x, ce_linkage_method method, ce_dendrogram *tree,
                      ce_error *err);

#endif
