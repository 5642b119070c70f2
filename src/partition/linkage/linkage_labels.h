/*
 * linkage_labels.h: average linkage of a co-association matrix that is never built.
 *
 * The sum of the similarities of all pairs between clusters A and B is sum_c w_c |A and c| |B and
 * c| over the clusters c of all base clusterings. This is a product of two vectors of counts. So a
 * cluster that grows keeps its counts, and a row of costs is computed when it is needed. When few
 * clusters are left, their costs are kept in a matrix.
 */
#ifndef CE_PARTITION_LINKAGE_LABELS_H
#define CE_PARTITION_LINKAGE_LABELS_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/progress.h"

/*
 * The tree of ce_linkage (CE_LINKAGE_AVERAGE) for s_ij = sum_c w_c [i and j in c] / divisor.
 *
 * rows: n x m, no label missing. weight: of the clusters, >= 0, those of the first base clustering
 * first (k of them per column). NULL: all 1 and divisor m; ties are then exact, and the tree is the
 * same to the last bit. size: objects a row or NULL.
 * progress: or NULL.
 *
 * Returns 0, CE_ENOMEM, CE_EARG (a missing label) or CE_EINPUT (a size). The tree is empty after a
 * failure. O(n m) memory and 100 MB; O(n^2 m) time typically, on all threads, which do not change
 * the result.
 */
int ce_average_linkage_labels(const ce_labels *rows, const double *weight, double divisor,
                              const double *size, const ce_progress *progress, ce_dendrogram *tree,
                              ce_error *err);

#endif
