/*
 * confidence.h: how sure each object is of its consensus cluster.
 */
#ifndef CE_CONSENSUS_CONFIDENCE_H
#define CE_CONSENSUS_CONFIDENCE_H

#include "core/error.h"
#include "core/labels.h"

/*
 * How sure each row is of its cluster: own / (own + next), in [0, 1]; .5 is undecided. own is the
 * share of base clusterings that put the row into one cluster with another member of its consensus
 * cluster, over all those members and all base clusterings that label both; next is the largest
 * such share with the members of another consensus cluster. A row that shares a cluster with nobody
 * at all has 1; a cluster of one object has own = 0. With complete labels own is the mean
 * co-association with the rest of the cluster. confidence: n values, NaN where the partition has no
 * label. weight: sizes of the rows, or NULL. O(n m k).
 */
int ce_consensus_confidence(const ce_labels *labels, const double *weight,
                            const ce_partition *partition, double *confidence, ce_error *err);

#endif
