/*
 * hypergraph.h: vertices, and edges that join any number of them: the clusters of an ensemble are the edges of HGPA.
 */
#ifndef CE_CORE_HYPERGRAPH_H
#define CE_CORE_HYPERGRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* The vertices of edge e: pin[edge_start[e] .. edge_start[e+1]-1], each once, ascending. Zero-initialise before use. */
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

#endif
