/*
 * assignment.h: which cluster of one labelling corresponds to which of another. It is the
 * one-to-one map between rows and columns of a contingency table that covers the most objects (the
 * linear assignment problem, rectangular).
 *
 * Solved on the cells that are not zero by augmenting row reduction and shortest augmenting paths
 * (Jonker and Volgenant, Computing 38, 1987), as a matching of largest weight. A cluster may stay
 * without a partner, which gives the same as padding the table with zeros. All numbers are
 * integers, so the optimum is exact.
 */
#ifndef CE_SCORE_ASSIGNMENT_H
#define CE_SCORE_ASSIGNMENT_H

#include <stdint.h>

#include "core/error.h"
#include "score/contingency.h"

/*
 * match: for each row its column, or CE_MISSING when it has no partner that it overlaps with.
 * Several maps may cover the most objects. Of these it is the one that gives row 0 the lowest
 * column, then row 1 and so on; no partner counts as highest. The search among them ends after 10^9
 * steps; rows that it did not come to keep a partner of a best map. *overlap (may be NULL): objects
 * covered, sum of n_{i,match[i]}.
 *
 * Time grows with cells x rows that cannot have their best column. 3000 x 3000 random counts take
 * half a second. The worst tables of that size (products of the margins without noise) take half a
 * minute. 0 or CE_ENOMEM; after a failure match is undefined and *overlap untouched.
 */
int ce_assignment(const ce_contingency *table, int32_t *match, int64_t *overlap, ce_error *err);

/* Only the number of objects covered, without the time to choose among equals. */
int ce_assignment_overlap(const ce_contingency *table, int64_t *overlap, ce_error *err);

#endif
