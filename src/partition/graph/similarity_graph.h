/* similarity_graph.h: the graph of a similarity matrix. */
#ifndef CE_PARTITION_SIMILARITY_GRAPH_H
#define CE_PARTITION_SIMILARITY_GRAPH_H

#include "core/error.h"
#include "core/graph.h"
#include "core/similarity.h"

/*
 * The graph has an edge where s > 0, i != j. size: vertex weights (objects per row) or NULL. With
 * sizes the weight of an edge is s * size_i * size_j, the sum over the objects behind it.
 *
 * Where every pair has an edge, the least s is subtracted from all. This does not change the choice
 * between cuts into parts of the same sizes. Without it, rounding to whole numbers could lose the
 * differences.
 *
 * Returns 0, CE_ENOMEM or CE_EINPUT (a negative entry). graph is empty after a failure.
 */
int ce_graph_from_similarity(ce_graph *graph, const ce_similarity *s, const double *size,
                             ce_error *err);

#endif
