/*
 * walk_elimination.h: where a random walk on a graph ends, by elimination. For the files of this
 * folder only.
 */
#ifndef CE_PARTITION_WALK_ELIMINATION_H
#define CE_PARTITION_WALK_ELIMINATION_H

#include <stddef.h>

#include "core/error.h"

/* The most vertices whose links ce_walk_eliminate is meant for: 128 MB, and some ten seconds. */
enum { CE_WALK_MOST = 4000 };

/*
 * The probabilities that a walk from each of n vertices first ends in each of k regions.
 *
 * links: n x n, row-major, symmetric, >= 0: the weights between vertices; destroyed. exits: n x k,
 * row-major, >= 0: the weight of the links of a vertex into a region; becomes the probabilities.
 * From every vertex some region must be in reach.
 *
 * A vertex is taken out by giving each pair of its neighbours, regions among them, a link of
 * w_a w_b / (sum of its w), which changes no walk of the others. No number is ever subtracted, so
 * every probability is right to some n roundings, however differently the links weigh [Grassmann,
 * Taksar and Heyman, 1985]. n^3 / 3 + n^2 k products, on all threads, to the same bits.
 */
void ce_walk_eliminate(double *links, double *exits, size_t n, size_t k);

#endif
