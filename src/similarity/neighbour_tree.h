/*
 * neighbour_tree.h: nearest neighbours by a k-d tree, for few features [Friedman, Bentley and
 * Finkel 1977]. neighbour_search.h asks it where it is the fastest.
 */
#ifndef CE_SIMILARITY_NEIGHBOUR_TREE_H
#define CE_SIMILARITY_NEIGHBOUR_TREE_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"
#include "similarity/neighbour_search.h"

/* Whether it takes less time than all distances, or a screen of them. */
int ce_neighbour_tree_fits(const ce_matrix *x, size_t t);

/* ce_neighbour_search for rows without missing values: the same neighbours. About O(n log n + n t)
 * where there are few features and the rows are not spread evenly over many; O(n^2 d) at worst. All
 * threads; O(n d) memory. 0 or CE_ENOMEM. */
int ce_neighbour_tree_search(const ce_matrix *x, size_t t, ce_neighbour *nearest, size_t *count,
                             ce_error *err);

#endif
