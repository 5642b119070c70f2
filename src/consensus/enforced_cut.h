/*
 * enforced_cut.h: cuts the bipartite graph of memberships and enforces constraints on its parts
 * (enforce.h).
 */
#ifndef CE_CONSENSUS_ENFORCED_CUT_H
#define CE_CONSENSUS_ENFORCED_CUT_H

#include "consensus/enforce.h"
#include "consensus/graph_cuts.h"

/*
 * rows: the distinct memberships of the ensemble's labelled rows. chunklets: of all rows, or NULL
 * without constraints. The pull of an object to a part is its weight to the clusters there.
 * result: a partition of the labelled rows. 0; CE_EINPUT where k is above the number of rows;
 * or a failure of the cut. After a failure result and report are empty.
 */
int ce_enforced_cut(ce_ensemble *ensemble, const char *method, const ce_membership_rows *rows,
                    const ce_chunklets *chunklets, const ce_cut_options *options, size_t k,
                    uint64_t seed, ce_partition *result, ce_enforce_report *report, ce_error *err);

/* Tells what was enforced on the result of this name. */
void ce_enforced_tell(const char *name, const ce_enforce_report *report, ce_messages *messages);

#endif
