/*
 * cumulative_votes.h: cumulative voting [ayad2008]: every base clustering spreads the vote of an
 * object over the clusters of a reference.
 *
 * U_q has the memberships in base clustering q, R those in the reference, of k0 clusters.
 *
 *     un-normalised  w_lc = share of the objects of cluster l that R has in c
 *     normalised     w_lc = share of the objects of c that are in l, scaled so that sum_c w_lc = 1
 *
 * The votes of q are U_q W. Fixed: the result is the mean of all votes, where the reference votes
 * R. Adaptive: after each base clustering R becomes the mean of the votes so far.
 *
 * The base clusterings vote in the order of decreasing entropy; ties: the first. The reference is
 * the first of them with at least k clusters, and comes first.
 *
 * Missing labels: an object without a label in q gets no vote from it. W is counted over the
 * objects that have both a label in q and a row in R. A cluster without such objects does not vote.
 * The mean of an object is that of the votes it gets; who gets none has zeros.
 */
#ifndef CE_CONSENSUS_CUMULATIVE_VOTES_H
#define CE_CONSENSUS_CUMULATIVE_VOTES_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/soft_members.h"

/* Set to zero before use. */
typedef struct {
    size_t reference; /* the base clustering */
    size_t columns;   /* clusters that are left: the first so many columns */
    double *share;    /* owned: members->count x k0, by columns: of row i in cluster c at
                       * [c * count + i] */
} ce_cumulative_votes;

/* All votes. method: its name for messages. O(k0 count m) on all threads. 0; CE_EINPUT when no base
 * clustering has k clusters; CE_ENOMEM. votes can only be freed after a failure. */
int ce_cumulative_votes_cast(const ce_soft_members *members, const char *method, size_t k,
                             int adaptive, int normalized, ce_cumulative_votes *votes,
                             ce_error *err);

/* Called after a merge of clusters a < b, with the information that it lost. 0 or a failure. */
typedef int (*ce_merged_fn)(void *state, size_t a, size_t b, double loss, ce_error *err);

/*
 * Merges clusters until k are left. Of all pairs the one goes first that loses the least
 * information about the objects, in nats: p_a KL(q_a || q) + p_b KL(q_b || q). q_a is the
 * distribution of cluster a over objects, p_a its share of all, q that of both together. Ties: the
 * first pair. A merged cluster takes the place of a, and those after b move up. O(k0^2 count) on
 * all threads. 0, CE_ENOMEM or what merged returns.
 */
int ce_cumulative_votes_merge(const ce_soft_members *members, size_t k, ce_cumulative_votes *votes,
                              ce_merged_fn merged, void *state, ce_error *err);
void ce_cumulative_votes_free(ce_cumulative_votes *votes);

#endif
