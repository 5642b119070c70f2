/* kmeans_transfer.h: single rows that move from cluster to cluster. For kmeans.c only. */
#ifndef CE_KMEANS_KMEANS_TRANSFER_H
#define CE_KMEANS_KMEANS_TRANSFER_H

#include "kmeans/kmeans_internal.h"
#include "kmeans/kmeans_sums.h"

/* Moves rows, in turn, to the cluster where the inertia is least, until none moves in a whole pass.
 * Labels, centres and sums must belong to each other, and do so afterwards; bounds do not.
 * *converged: 0 if some row moved in the last of `passes` passes. 0 or CE_ENOMEM. O(count k d) for
 * the first pass, on one thread, later only for centres that have moved; 12 bytes for each of count
 * x k up to 400 MB, above that all distances are found anew. */
int ce_kmeans_transfer(ce_kmeans_run *run, ce_kmeans_sums *sums, size_t passes, int *converged,
                       ce_error *err);

#endif
