/*
 * enforce.h: constraints in a consensus: what a graph was cut into, changed where it violates them.
 *
 * [wce2008] sections 6.4 and 6.5 bring constraints into the base clusterings only; the cut of the
 * bipartite graph can still separate what must link and join what cannot. Here every chunklet goes
 * as one, by chunklet_assign.h, at the cost of what its objects lose: cost(v, l) = sum_{x in v}
 * (greatest weight of x to the clusters of one part - its weight to the clusters of part l). Only
 * components of the chunklet graph in which something is violated are assigned again; where nothing
 * is, nothing changes.
 */
#ifndef CE_CONSENSUS_ENFORCE_H
#define CE_CONSENSUS_ENFORCE_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"

typedef struct {
    size_t split,
        joined; /* before: chunklets in more than one part; edges whose ends were in one part */
    size_t moved;         /* objects that changed their part */
    size_t violated;      /* edges still violated: infeasible, or not found to be feasible */
} ce_enforce_report;

/* pull: count of objects in chunklets (chunklets->start[count]) x k: what ties object
 * chunklets->object[a] to part l, >= 0. label: n, 0 .. k - 1, changed in place. 0 or CE_ENOMEM.
 * O(objects k + edges). */
int ce_enforce(const ce_chunklets *chunklets, const double *pull, size_t k, int32_t *label,
               ce_enforce_report *report, ce_error *err);

#endif
