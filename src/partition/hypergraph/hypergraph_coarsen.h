/*
 * hypergraph_coarsen.h: which vertices of a hypergraph become one on the way to a bisection. For
 * the files of this folder only.
 */
#ifndef CE_PARTITION_HYPERGRAPH_COARSEN_H
#define CE_PARTITION_HYPERGRAPH_COARSEN_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "partition/hypergraph/hypergraph_level.h"

/* Clusters of vertices with heavy edges in common (first choice). map: n -> 0 .. *count-1. No
 * cluster is heavier than heaviest, unless it is a single vertex. side: NULL, or vertices of
 * different sides are kept apart. Returns 0 or CE_ENOMEM; outputs then say nothing. */
int ce_hyper_level_match(const ce_hyper_level *level, const char *side, int64_t heaviest,
                         gsl_rng *rng, int32_t *map, size_t *count, ce_error *err);

#endif
