/*
 * hypergraph_cut.h: multilevel hypergraph partitioning, the stand-in for hMETIS (card 0.2).
 */
#ifndef CE_PARTITION_HYPERGRAPH_CUT_H
#define CE_PARTITION_HYPERGRAPH_CUT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/hypergraph.h"
#include "core/labels.h"

typedef struct {
    size_t k;
    double imbalance; /* UBfactor b of shmetis: every bisection keeps each side within (50 +- b) % of its share; 0: 5 */
    size_t runs;      /* bisections tried, the best is kept; 0: 10 */
    uint64_t seed;
} ce_hypergraph_options;

/* k parts of about equal vertex weight, recursive bisection; least weight of the edges that span more than one part. partition: n labels,
 * every part has a vertex. *cut (may be NULL): that weight. (Say here: how, cost, ties, what a heavy vertex does to the balance.)
 * 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (k > n). */
int ce_hypergraph_cut(const ce_hypergraph *graph, const ce_hypergraph_options *options, ce_partition *partition, double *cut,
                      ce_error *err);

/* The weight of the edges of graph that span more than one part. */
double ce_hypergraph_weight_cut(const ce_hypergraph *graph, const ce_partition *partition);

#endif
