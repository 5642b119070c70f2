/*
 * confidence.h: how sure each object is of its consensus cluster.
 */
#ifndef CE_CONSENSUS_CONFIDENCE_H
#define CE_CONSENSUS_CONFIDENCE_H

#include "core/error.h"
#include "core/labels.h"

/*
 * How sure each row is of its consensus cluster:
 *
 *     confidence = own / (own + next), in [0, 1]; 1 where own + next = 0
 *
 * - own: pair the row with each other member of its cluster, and with each base clustering that
 *   labels both. own is the share of these in which the two have the same label. With complete
 *   labels it is the mean co-association with the rest of the cluster. It is 0 in a cluster of one
 *   object.
 * - next: the largest such share with the members of another consensus cluster.
 *
 * 0.5 means undecided. confidence: n values, NaN where the partition has no label; untouched after
 * a failure. weight: sizes of the rows, or NULL. 0 or CE_ENOMEM. O(n m k).
 */
int ce_consensus_confidence(const ce_labels *labels, const double *weight,
                            const ce_partition *partition, double *confidence, ce_error *err);

#endif
