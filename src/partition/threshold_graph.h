/*
 * threshold_graph.h: the graph of the pairs of objects whose similarity is above a threshold
 * [hne2007 eq. 2] (doc/readings.md, hne2007).
 */
#ifndef CE_PARTITION_THRESHOLD_GRAPH_H
#define CE_PARTITION_THRESHOLD_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

/* The threshold graph of a similarity. Object i has the neighbours neighbour[row_start[i]] ..
 * neighbour[row_start[i + 1] - 1], ascending. Set to zero before use. */
typedef struct {
    size_t n;
    size_t *row_start;  /* owned; n + 1 */
    int32_t *neighbour; /* owned */
} ce_threshold_graph;

/* Edges where s > theta, i != j. multiple_of: a number q such that every s is a whole multiple of
 * 1/q, as with q base clusterings. s q and theta q are then compared as whole numbers. 0: the
 * smallest such q up to 4096 is looked for; without one doubles are compared as they are. Returns
 * 0, CE_ENOMEM or CE_EARG (theta); the graph is empty after a failure. */
int ce_threshold_graph_build(ce_threshold_graph *graph, const ce_similarity *s, double theta,
                             size_t multiple_of, ce_error *err);
/* The connected components, numbered by first appearance. Returns 0 or CE_ENOMEM; the partition is
 * empty after a failure. O(n + edges). */
int ce_threshold_graph_components(const ce_threshold_graph *graph, ce_partition *partition,
                                  ce_error *err);
void ce_threshold_graph_free(ce_threshold_graph *graph);

#endif
