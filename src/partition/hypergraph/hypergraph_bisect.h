/*
 * hypergraph_bisect.h: multilevel bisection of a hypergraph. For the files of this folder only.
 */
#ifndef CE_PARTITION_HYPERGRAPH_BISECT_H
#define CE_PARTITION_HYPERGRAPH_BISECT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "partition/hypergraph/hypergraph_level.h"
#include "partition/hypergraph/hypergraph_moves.h"

/*
 * The best of `runs` multilevel bisections.
 *
 * 1. A run coarsens the hypergraph to some hundred vertices, cuts those in several ways, and
 *    carries the best cut back. It refines the cut by moves at every level.
 * 2. The best run is coarsened again with its sides kept apart, and refined again, as long as that
 *    helps (the V-cycles of hMETIS).
 * 3. A side that lacks vertices gets those of the other side that cost least.
 *
 * index: the first of the random streams of the runs, which use runs + 1 of them. need[0] + need[1]
 * <= n. Returns 0 or CE_ENOMEM; side then says nothing.
 */
int ce_hyper_level_bisect(const ce_hyper_level *level, const ce_bisection_bounds *bounds,
                          size_t runs, uint64_t seed, uint64_t index, char *side, ce_error *err);

#endif
