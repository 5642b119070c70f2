/*
 * hypergraph_kway.h: a cut of a hypergraph into k parts made better by moves of single vertices
 * between all parts. For the files of this folder only.
 */
#ifndef CE_PARTITION_HYPERGRAPH_KWAY_H
#define CE_PARTITION_HYPERGRAPH_KWAY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "partition/hypergraph/hypergraph_level.h"

/* Lowers the hyperedge cut or, where that stays equal, the sum of parts spanned. Every load stays
 * in low .. high of its part; a load that was outside comes no further out. part: n labels, none
 * empty, changed in place. Returns 0, or CE_ENOMEM with part untouched. */
int ce_hyper_level_refine(const ce_hyper_level *level, size_t k, const int64_t *low,
                          const int64_t *high, int32_t *part, ce_error *err);

#endif
