/*
 * hypergraph.h: vertices, and edges that join any number of them: the clusters of an ensemble are
 * the edges of HGPA.
 */
#ifndef CE_CORE_HYPERGRAPH_H
#define CE_CORE_HYPERGRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/* The vertices of edge e: pin[edge_start[e] .. edge_start[e+1]-1], each once, ascending.
 * Zero-initialise before use. */
typedef struct {
    size_t n, edges;
    size_t *edge_start;    /* owned; edges + 1 */
    int32_t *pin;          /* owned; edge_start[edges] */
    double *edge_weight;   /* owned; edges; >= 0; NULL: all 1 */
    double *vertex_weight; /* owned; n; >= 0; NULL: all 1 */
} ce_hypergraph;

/* Room for `pins` pins; edge_start zeroed, the weights NULL. */
int ce_hypergraph_alloc(ce_hypergraph *graph, size_t n, size_t edges, size_t pins, ce_error *err);
void ce_hypergraph_free(ce_hypergraph *graph);

typedef enum { CE_HYPEREDGE_EQUAL, CE_HYPEREDGE_SIZE } ce_hyperedge_weight;

/* The hypergraph of an ensemble [Strehl & Ghosh 2002]: a vertex for each row, weighing its size
 * (NULL: all 1, no vertex weights), and an edge for each cluster of each base clustering, in their
 * order: all 1, or as many as its objects. A row whose label is missing is in no edge of that base
 * clustering. O(n m). 0 or CE_ENOMEM. */
int ce_hypergraph_from_labels(ce_hypergraph *graph, const ce_labels *labels, const double *size,
                              ce_hyperedge_weight weight, ce_error *err);

#endif
