/*
 * split_half.h: which k, by how far the consensus of one half of the base clusterings agrees with
 * that of the other half.
 *
 * The base clusterings are parted at random into two halves, and the method is run on each of them.
 * Where k is right, both halves lead to the same clusters; where it is too large, groups are cut at
 * places that chance decides; where it is too small, chance decides which groups are joined.
 * Nothing but the base clusterings is needed, and no shape of groups is assumed.
 *
 * The agreement is cluster by cluster (cluster_jaccard.h). By the adjusted Rand index a k that is
 * too large often comes out as well, where the method splits off single objects: it sees too little
 * of them.
 */
#ifndef CE_CONSENSUS_SPLIT_HALF_H
#define CE_CONSENSUS_SPLIT_HALF_H

#include <stddef.h>

#include "consensus/method.h"
#include "core/error.h"
#include "core/progress.h"

/* Fewer base clusterings cannot be parted into two ensembles. */
enum { CE_SPLIT_HALF_MEMBERS = 4 };

/* Agreements that differ by less are alike. */
#define CE_SPLIT_HALF_ALIKE 0.01

typedef struct {
    int k;            /* the caller sets it */
    double agreement; /* mean over the splits, [0,1]; NaN: some half gave no k clusters */
    double deviation; /* standard deviation over the splits; NaN: none, or of one split */
} ce_split_half_row;

/*
 * Fills the rows, one for each k. run: as for ce_consensus, but for its k; its report is told
 * nothing. Split s parts the base clusterings by a random stream of its own; of an odd number the
 * second half has one more. progress: of all halves; or NULL.
 *
 * Objects that a half leaves without a label take no part. A method that only sees labels runs on
 * the microclusters of the whole ensemble, with their sizes. Cost: 2 splits runs of the method for
 * each k, on half of the base clusterings.
 *
 * 0; CE_EINPUT where there are fewer than CE_SPLIT_HALF_MEMBERS base clusterings, or no k has an
 * agreement: the message is then that of the first half that failed. CE_ENOMEM. After a failure
 * the rows are undefined.
 */
int ce_split_half(const ce_run *run, size_t splits, const ce_progress *progress,
                  ce_split_half_row *row, size_t count, ce_error *err);

/* Whether the agreement of row c is less than CE_SPLIT_HALF_ALIKE below the largest. */
int ce_split_half_alike(const ce_split_half_row *row, size_t count, size_t c);

/* The row to choose: of those within CE_SPLIT_HALF_ALIKE of the largest agreement that with the
 * largest k, since clusters on which halves agree at several k are parts of one another. count
 * where none has an agreement. */
size_t ce_split_half_best(const ce_split_half_row *row, size_t count);

#endif
