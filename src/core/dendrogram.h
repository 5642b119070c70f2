/*
 * dendrogram.h: the merges of an agglomerative clustering.
 */
#ifndef CE_CORE_DENDROGRAM_H
#define CE_CORE_DENDROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/* One merge. Nodes 0 .. n-1 are the leaves; merge t makes node n + t (SciPy's numbering); left <
 * right. */
typedef struct {
    int32_t left, right;
    double height; /* distance at which they merge; never below that of an earlier merge */
    double size;   /* objects below the new node */
} ce_merge;

/* merges < n - 1 when the leaves are not all joined (HNE stops where no edge is left).
 * Zero-initialise before use. */
typedef struct {
    size_t n;      /* leaves */
    size_t merges; /* <= n - 1 */
    ce_merge *merge; /* owned; room for n - 1 */
} ce_dendrogram;

int ce_dendrogram_alloc(ce_dendrogram *tree, size_t n, ce_error *err);
void ce_dendrogram_free(ce_dendrogram *tree);

/* Exactly max(min(k, n), n - merges) clusters: the last k - 1 merges undone. partition: n labels. 1
 * <= k. */
int ce_dendrogram_cut(const ce_dendrogram *tree, size_t k, ce_partition *partition, ce_error *err);

/* Cut so that no merge above `height` is done: clusters whose members join at or below it. */
int ce_dendrogram_cut_height(const ce_dendrogram *tree, double height, ce_partition *partition,
                             ce_error *err);

/* The heights between which the tree has k clusters: k of 2 to the number of objects - 1, as below.
 * 1, or 0 when it never has k: for other k, and where the leaves are not all joined for fewer than
 * those that are left. */
int ce_dendrogram_life(const ce_dendrogram *tree, size_t k, double *from, double *to);

/* The k with the longest lifetime ([Fred & Jain 2005]): h(n-k+1) - h(n-k), heights counted from 1;
 * ties: the smallest k. k runs from 2 to the number of objects - 1: leaves that stand for several
 * objects (a tree of microclusters: the root's size exceeds n) count as merges at height 0, so that
 * k = n is then allowed. For n < 3 without such leaves: k = n. *lifetime may be NULL. */
size_t ce_dendrogram_lifetime(const ce_dendrogram *tree, double *lifetime);

#endif
