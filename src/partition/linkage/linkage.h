/*
 * linkage.h: agglomerative clustering (doc/readings.md, linkage).
 *
 * Ties: among equal distances the pair with the smallest (smaller index, larger index) merges. A
 * merged cluster keeps the smallest index of its members. Co-association matrices are full of ties,
 * so this rule decides results. It holds exactly, on objects and on microclusters alike: for
 * similarities that are multiples of a common fraction, as counts of base clusterings are, average
 * linkage compares exact sums of whole numbers.
 *
 * Complete linkage has most ties. Two clusters are at distance 1 as soon as one pair of objects
 * between them has similarity 0, and the first of these clusters then absorbs the others one by
 * one. With CE_LINKAGE_COMPLETE_MEANSIM, among the pairs of clusters at the least distance, the one
 * with the largest mean similarity (the smallest mean distance) between its objects merges. If
 * several have it, the first of them does. CE_LINKAGE_COMPLETE_LAST and CE_LINKAGE_COMPLETE_CHAIN
 * are the rules of complete_slots.h.
 */
#ifndef CE_PARTITION_LINKAGE_H
#define CE_PARTITION_LINKAGE_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "partition/tie.h"

typedef enum {
    CE_LINKAGE_SINGLE,
    CE_LINKAGE_COMPLETE,
    CE_LINKAGE_AVERAGE,
    CE_LINKAGE_WARD,
    CE_LINKAGE_COMPLETE_LAST,
    CE_LINKAGE_COMPLETE_MEANSIM,
    CE_LINKAGE_COMPLETE_CHAIN
} ce_linkage_method;
/* In the order of the enum, without the rules of ties; for option rows. */
#define CE_LINKAGE_METHOD_NAMES "single|complete|average|ward"

/* Complete linkage with a rule for its ties (tie.h). */
ce_linkage_method ce_linkage_complete_by(ce_complete_tie tie);

/*
 * matrix: similarities (distance = 1 - s) or, with is_distance, distances; dense, or sparse with
 * absent entries 0. The diagonal does not matter. size: n, the objects that each row stands for
 * (microclusters), or NULL: 1 each. Average linkage and mean similarities are weighted by size,
 * Ward's method uses it as masses. Ward's method takes Euclidean distances and gives heights in
 * units of distance. Returns 0, CE_ENOMEM, CE_EARG (Ward's method on similarities) or CE_EINPUT (a
 * distance that is negative or not finite, a size of 0 or less). The tree is empty after a failure.
 * O(n^2) time typically, O(n^2) memory.
 */
int ce_linkage(const ce_similarity *matrix, int is_distance, const double *size,
               ce_linkage_method method, ce_dendrogram *tree, ce_error *err);

/* The same. progress: or NULL. order: n, a permutation of the rows: order[p] is the row that has
 * slot p in the rules of CE_LINKAGE_COMPLETE_LAST and CE_LINKAGE_COMPLETE_CHAIN; the other methods
 * do not read it. NULL: rows have the slots of their numbers. Leaves of the tree are rows in any
 * case. */
int ce_linkage_ordered(const ce_similarity *matrix, int is_distance, const double *size,
                       const int32_t *order, ce_linkage_method method,
                       const ce_progress *progress, ce_dendrogram *tree, ce_error *err);

/* The same on the Euclidean distances between rows of x. Single linkage then needs no n x n matrix.
 * progress: or NULL. CE_EARG for the rules of ties of complete linkage, CE_EINPUT for missing
 * values. */
int ce_linkage_points(const ce_matrix *x, ce_linkage_method method, const ce_progress *progress,
                      ce_dendrogram *tree, ce_error *err);

/* The check of the entries that ce_linkage makes: 0, or CE_EINPUT for similarities above 1 and for
 * distances that are negative or not finite. For a matrix of which parts are to be clustered. */
int ce_linkage_check_values(const ce_similarity *matrix, int is_distance, ce_error *err);

#endif
