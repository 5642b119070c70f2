/*
 * complete_meansim.h: complete linkage whose ties are broken by mean similarity.
 */
#ifndef CE_PARTITION_COMPLETE_MEANSIM_H
#define CE_PARTITION_COMPLETE_MEANSIM_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/progress.h"
#include "core/similarity.h"

/*
 * The part of ce_linkage that does CE_LINKAGE_COMPLETE_MEANSIM. It takes the parameters of that
 * function, already checked. q: common denominator of the entries, such that sums over all pairs of
 * objects are whole in units of 1/q; 0: none. tree: allocated for the n rows, without merges.
 * Returns 0 or CE_ENOMEM; the tree is then incomplete, and the caller frees it. O(n^2) time
 * typically, 8 n^2 bytes.
 */
int ce_complete_linkage_meansim(const ce_similarity *matrix, int is_distance, size_t q,
                                const double *size, const ce_progress *progress,
                                ce_dendrogram *tree, ce_error *err);

#endif
