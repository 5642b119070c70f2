/*
 * seed_regions.h: k groups of vertices that surely belong together, where a random walker starts
 * (doc/readings.md, abdala2010).
 */
#ifndef CE_PARTITION_SEED_REGIONS_H
#define CE_PARTITION_SEED_REGIONS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/similarity.h"

/* Similarities that differ by less are equal, such as 9/10 and nine times 1/10. */
#define CE_SIMILARITY_TIE 1e-9

/* Calls pair(state, i, j, s_ij) for all i < j with s_ij > 0, by rows. */
typedef void ce_pair_fn(void *state, size_t i, size_t j, double value);
void ce_similarity_pairs(const ce_similarity *s, ce_pair_fn *pair, void *state);

/*
 * region: n, 0 .. k-1 or -1. s: dense or sparse, in [0, 1]. size: objects behind each row or NULL.
 * 1 <= k <= n. 0 < core <= 1.
 *
 * 1. Cores are the components of the links with s >= core.
 * 2. Candidates are the cores of at least 2 objects and a tenth of the mean cluster (objects / (10
 *    k)). If they are fewer than k, the largest other cores of 2 objects or more (ties: the first)
 *    are added.
 * 3. More than k candidates: the two of largest average s over pairs of objects merge until k are
 *    left (average linkage).
 * 4. Fewer: single vertices are added, always the one whose average s to its nearest region is
 *    least (ties: the lowest), also out of a region of several. If there is no region at all, the
 *    first one is the heaviest vertex.
 *
 * Regions are numbered in the order of their first vertices. Returns 0 or CE_ENOMEM; region says
 * nothing after a failure. O(n^2) or O(entries) time, and O(candidates^2), candidates <= 10 k.
 */
int ce_seed_regions(const ce_similarity *s, const double *size, size_t k, double core,
                    int32_t *region, ce_error *err);

#endif
