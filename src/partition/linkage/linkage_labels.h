/*
 * linkage_labels.h: average linkage of a co-association matrix that is never made.
 *
 * The sum of the similarities of all pairs between clusters A and B is sum_c w_c |A and c| |B and
 * c| over the clusters c of all base clusterings: a product of two vectors of counts. So a cluster
 * that grows keeps its counts, and a row of costs is computed when it is wanted, until there are
 * few clusters.
 */
#ifndef CE_PARTITION_LINKAGE_LABELS_H
#define CE_PARTITION_LINKAGE_LABELS_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/labels.h"

/*
 * The tree of ce_linkage (CE_LINKAGE_AVERAGE) for s_ij = sum_c w_c [i and j in c] / divisor. rows:
 * n x m, no label missing (CE_EARG). weight: of the clusters, those of the first base clustering
 * first (k of them per column), >= 0; NULL: all 1, divisor m, and ties are exact: the same tree to
 * the last bit. size: objects a row or NULL. O(n m) memory, and 100 MB; O(n^2 m) time typically, on
 * all threads, which do not change the result. 0, CE_ENOMEM, CE_EARG, CE_EINPUT (a size).
 */
int ce_average_linkage_labels(const ce_labels *rows, const double *weight, double divisor,
                              const double *size, ce_dendrogram *tree, ce_error *err);

#endif
