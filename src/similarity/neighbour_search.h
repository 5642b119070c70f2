/*
 * neighbour_search.h: the nearest rows of each row of a data table. The graph of neighbours is made
 * of them. Outputs are undefined after a failure.
 */
#ifndef CE_SIMILARITY_NEIGHBOUR_SEARCH_H
#define CE_SIMILARITY_NEIGHBOUR_SEARCH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"
#include "core/similarity.h"

typedef struct {
    double squared; /* distance */
    int32_t object;
} ce_neighbour;

/*
 * nearest: n x t; the count[i] nearest other rows of row i at nearest[i * t ...], in an order that
 * means nothing. Ties: the lowest number. Missing values as neighbour_graph.h says: with them
 * count[i] may be less than t, else it is t. 1 <= t <= n - 1. Exact: where there is a screen in
 * single precision, it passes over a pair only when its bound of error allows. 0 or CE_ENOMEM.
 * O(n^2 d) on all threads, or the time of a k-d tree (neighbour_tree.h) where there are few
 * features; O(n d) memory.
 */
int ce_neighbour_search(const ce_matrix *x, size_t t, ce_neighbour *nearest, size_t *count,
                        ce_error *err);

#endif
