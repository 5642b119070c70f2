/*
 * dendrogram.h: the merges of an agglomerative clustering.
 *
 * After a failure outputs are empty.
 */
#ifndef CE_CORE_DENDROGRAM_H
#define CE_CORE_DENDROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/* One merge. Nodes 0 .. n-1 are the leaves, and merge t makes node n + t, as SciPy numbers them.
 * left < right. */
typedef struct {
    int32_t left, right;
    double height; /* distance at which they merge; it never decreases */
    double size;   /* objects below the new node */
} ce_merge;

/* Set to zero before use. merges < n - 1 when not all leaves are joined: HNE stops where no edge is
 * left. */
typedef struct {
    size_t n;        /* leaves */
    size_t merges;   /* <= n - 1 */
    ce_merge *merge; /* owned; room for n - 1 */
} ce_dendrogram;

int ce_dendrogram_alloc(ce_dendrogram *tree, size_t n, ce_error *err);
void ce_dendrogram_free(ce_dendrogram *tree);

/* Undoes the last k - 1 merges. Gives exactly max(min(k, n), n - merges) clusters. k >= 1.
 * partition: n labels. 0 or CE_ENOMEM. */
int ce_dendrogram_cut(const ce_dendrogram *tree, size_t k, ce_partition *partition, ce_error *err);

/* Does the merges up to `height` and none above it. Clusters are then the leaves that join at or
 * below it. 0 or CE_ENOMEM. */
int ce_dendrogram_cut_height(const ce_dendrogram *tree, double height, ce_partition *partition,
                             ce_error *err);

/* How many clusters are left when only leaves at distance 0 have merged. */
size_t ce_dendrogram_distinct(const ce_dendrogram *tree);

/* The leaves as a picture of the tree shows them, from left to right: below each merge first those
 * of `left`. Roots that are not joined follow each other by their numbers. order: n, position ->
 * leaf. The order is that of SciPy's dendrogram. 0 or CE_ENOMEM. O(n). */
int ce_dendrogram_order(const ce_dendrogram *tree, size_t *order, ce_error *err);

/* The heights between which the tree has k clusters. Returns 1, or 0 when the tree never has k
 * clusters. k runs from 2 to the number of objects - 1 (see ce_dendrogram_lifetime). Where the
 * leaves are not all joined, no k below the number of roots has a lifetime. */
int ce_dendrogram_life(const ce_dendrogram *tree, size_t k, double *from, double *to);

/*
 * The k with the longest lifetime h(n-k+1) - h(n-k), where heights are counted from 1 [fred2005].
 * Ties: the smallest k. *lifetime: that of this k; lifetime may be NULL.
 *
 * k runs from 2 to the number of objects - 1. A leaf can stand for several objects: in a tree of
 * microclusters the size of the root exceeds n. Such objects count as merges at height 0, and k = n
 * is allowed too. For n < 3 without such leaves the result is n.
 */
size_t ce_dendrogram_lifetime(const ce_dendrogram *tree, double *lifetime);

#endif
