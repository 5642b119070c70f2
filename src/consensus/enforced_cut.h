/*
 * enforced_cut.h: the bipartite graph of memberships cut, and constraints enforced on its parts
 * (enforce.h).
 */
#ifndef CE_CONSENSUS_ENFORCED_CUT_H
#define CE_CONSENSUS_ENFORCED_CUT_H

#include "consensus/enforce.h"
#include "consensus/graph_cuts.h"

/*
 * rows: the distinct memberships of the ensemble's labelled rows. chunklets: of all rows; NULL: no
 * constraints. An object is tied to a part by its weights to the clusters in it. result: of the
 * labelled rows. Checked: k is not above the number of rows. After a failure result and report are
 * empty.
 */
int ce_enforced_cut(ce_ensemble *ensemble, const char *method, const ce_membership_rows *rows,
                    const ce_chunklets *chunklets, const ce_cut_options *options, size_t k,
                    uint64_t seed, ce_partition *result, ce_enforce_report *report, ce_error *err);

/* Tells what was enforced on the result of that name. */
void ce_enforced_tell(const char *name, const ce_enforce_report *report, ce_messages *messages);

#endif
