/*
 * complete_slots.h: complete linkage whose ties are decided by slots: in a merge of two clusters
 * the union takes the larger of their slots, and the lower slot comes first.
 *
 * - last: among the nearest pairs the one with the smallest (smaller slot, larger slot) merges.
 * - chain: the nearest-neighbour chain as SciPy's linkage follows it, to the label. A chain begins
 *   at the lowest slot. The next element is the nearest cluster, unless the element before is as
 *   near; among several it is the one of the lowest slot. Two clusters that are each other's
 *   nearest merge. In the end merges are sorted by distance, and stay in the order of discovery
 *   where distances are equal.
 *
 * Objects at distance 0 of each other have merged into the last slot of theirs before either rule
 * needs them. So a row that stands for several objects behaves like all of them if its slot is that
 * of the last of them.
 */
#ifndef CE_PARTITION_COMPLETE_SLOTS_H
#define CE_PARTITION_COMPLETE_SLOTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/progress.h"
#include "core/similarity.h"

/*
 * The part of ce_linkage_ordered that does CE_LINKAGE_COMPLETE_LAST and (chain = 1)
 * CE_LINKAGE_COMPLETE_CHAIN. It takes the parameters of that function, already checked. q: common
 * denominator of the entries, 0: none; then distances are 1 - s as doubles. order: slot -> row, or
 * NULL. tree: allocated for the n rows, without merges. Returns 0 or CE_ENOMEM; the tree is then
 * incomplete, and the caller frees it. O(n^2) time (last: typically), 4 n^2 bytes.
 */
int ce_complete_linkage_slots(const ce_similarity *matrix, int is_distance, size_t q,
                              const double *size, const int32_t *order, int chain,
                              const ce_progress *progress, ce_dendrogram *tree, ce_error *err);

#endif
