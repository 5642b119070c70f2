/*
 * enforce.h: moves objects between the parts of a cut so that they keep the constraints.
 *
 * The problem: [wce2008 sec. 6.4, 6.5] bring constraints into the base clusterings only. The cut of
 * the bipartite graph can still separate objects that must link, and join objects that cannot.
 * Moving them is Clens's own step (doc/readings.md, wce2008 22).
 *
 * The rule:
 * 1. Find the components of the chunklet graph in which the cut violates a constraint.
 * 2. Assign the chunklets of these components again, each as a whole (chunklet_assign.h). The cost
 *    of chunklet v in part l is the weight that its objects lose there:
 *
 *        cost(v, l) = sum_{x in v} (max_p pull(x, p) - pull(x, l))
 *
 *    pull(x, l) is the weight of object x to the clusters of part l.
 *
 * All other components stay as they were cut.
 */
#ifndef CE_CONSENSUS_ENFORCE_H
#define CE_CONSENSUS_ENFORCE_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"

typedef struct {
    size_t split;    /* before: chunklets in more than one part */
    size_t joined;   /* before: edges with both ends in one part */
    size_t moved;    /* objects that changed their part */
    size_t violated; /* edges still violated: no assignment that keeps them was found */
} ce_enforce_report;

/*
 * pull: chunklets->start[count] x k values >= 0; row a is the pull of object chunklets->object[a].
 * label: n values, 0 .. k - 1 or CE_MISSING, changed in place. report: may be NULL.
 * 0 or CE_ENOMEM; label and report are then untouched. O(objects k + edges) and the assignment.
 */
int ce_enforce(const ce_chunklets *chunklets, const double *pull, size_t k, int32_t *label,
               ce_enforce_report *report, ce_error *err);

#endif
