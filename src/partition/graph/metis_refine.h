/*
 * metis_refine.h: the refinement of Fiduccia and Mattheyses (1982) of a k-way cut, for small
 * graphs. For the files of this folder only.
 */
#ifndef CE_PARTITION_METIS_REFINE_H
#define CE_PARTITION_METIS_REFINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "partition/graph/metis_graph.h"

/*
 * Lowers the cut of a partition while no load moves further out of low .. high. part: n labels 0 ..
 * k-1, changed in place; no part is empty, and none becomes so.
 *
 * 1. A pass moves each vertex at most once, the best gain first (ties: the lowest vertex and part).
 * 2. The moves after the best state of the pass are taken back.
 * 3. Passes end when one brings nothing.
 *
 * Returns 0, or CE_ENOMEM with part untouched. O(n k) memory, O(n k) time a move.
 */
int ce_metis_graph_refine(const ce_metis_graph *graph, size_t k, int64_t low, int64_t high,
                          int32_t *part, ce_error *err);

#endif
