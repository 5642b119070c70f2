/*
 * some_members.h: an ensemble of some base clusterings of another one, with what goes with them.
 */
#ifndef CE_CONSENSUS_SOME_MEMBERS_H
#define CE_CONSENSUS_SOME_MEMBERS_H

#include <stddef.h>

#include "consensus/ensemble.h"

/* Set to zero before use. The ensemble borrows from the others, and from the ensemble that it was
 * taken from: data, constraints, sizes and names. */
typedef struct {
    ce_labels labels;
    ce_membership membership;
    ce_matrix centroids, weights;
    double *base_weight;
    const char **name;
    ce_ensemble ensemble;
} ce_some_members;

/* The base clusterings choice[0 .. count-1] of an ensemble, on all its rows. 0, CE_EINPUT (they
 * label no row) or CE_ENOMEM; `some` can only be freed then. O(n count). */
int ce_some_members_take(ce_some_members *some, const ce_ensemble *of, const size_t *choice,
                         size_t count, ce_error *err);
void ce_some_members_free(ce_some_members *some);

#endif
