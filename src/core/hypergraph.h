/*
 * hypergraph.h: vertices, and edges that join any number of them. In HGPA an edge is a cluster of
 * the ensemble.
 *
 * After a failure the hypergraph is empty.
 */
#ifndef CE_CORE_HYPERGRAPH_H
#define CE_CORE_HYPERGRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/* Set to zero before use. Edge e has the vertices pin[edge_start[e] .. edge_start[e+1]-1], each
 * once, ascending. */
typedef struct {
    size_t n, edges;
    size_t *edge_start;    /* owned; edges + 1 */
    int32_t *pin;          /* owned; edge_start[edges] */
    double *edge_weight;   /* owned; edges; >= 0; NULL: all 1 */
    double *vertex_weight; /* owned; n; >= 0; NULL: all 1 */
} ce_hypergraph;

/* Room for `pins` pins. edge_start is all 0, the weights are NULL. 0 or CE_ENOMEM. */
int ce_hypergraph_alloc(ce_hypergraph *graph, size_t n, size_t edges, size_t pins, ce_error *err);
void ce_hypergraph_free(ce_hypergraph *graph);

typedef enum { CE_HYPEREDGE_EQUAL, CE_HYPEREDGE_SIZE } ce_hyperedge_weight;
/* In the order of the enum; for option rows. */
#define CE_HYPEREDGE_WEIGHT_NAMES "equal|size"

/* The hypergraph of an ensemble [strehl2002]. Each row is a vertex, weighted by its size (size
 * NULL: all sizes are 1, and there are no vertex weights). Each cluster is an edge, in the order of
 * the base clusterings; it weighs 1 or as much as its objects. A row without a label in a base
 * clustering is in none of its edges. O(n m). 0 or CE_ENOMEM. */
int ce_hypergraph_from_labels(ce_hypergraph *graph, const ce_labels *labels, const double *size,
                              ce_hyperedge_weight weight, ce_error *err);

#endif
