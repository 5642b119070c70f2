/*
 * graph.h: an undirected weighted graph in compressed rows, the form that partitioners take.
 */
#ifndef CE_CORE_GRAPH_H
#define CE_CORE_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Set to zero before use. Every edge {u, v}, u != v, is stored twice: in row u and in row v. The
 * neighbours of a row are ascending. */
typedef struct {
    size_t n;              /* vertices */
    size_t *row_start;     /* owned; n + 1 */
    int32_t *neighbour;    /* owned; row_start[n] */
    double *weight;        /* owned; row_start[n]; >= 0 */
    double *vertex_weight; /* owned; n; >= 0; NULL: all 1 */
} ce_graph;

/* Room for `entries` stored neighbours (twice the number of edges). row_start is all 0, the rest is
 * uninitialised, vertex_weight is NULL. 0 or CE_ENOMEM; the graph is empty after a failure. */
int ce_graph_alloc(ce_graph *graph, size_t n, size_t entries, ce_error *err);
void ce_graph_free(ce_graph *graph);

#endif
