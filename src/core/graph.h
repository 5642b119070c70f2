/*
 * graph.h: an undirected weighted graph in compressed rows, as the partitioners want it.
 */
#ifndef CE_CORE_GRAPH_H
#define CE_CORE_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Every edge {u, v}, u != v, is stored twice, in row u and in row v, neighbours ascending.
 * Zero-initialise before use. */
typedef struct {
    size_t n;             /* vertices */
    size_t *row_start;    /* owned; n + 1 */
    int32_t *neighbour;   /* owned; row_start[n] */
    double *weight;       /* owned; row_start[n]; > 0 */
    double *vertex_weight; /* owned; n; >= 0; NULL: all 1 */
} ce_graph;

/* Room for `entries` stored neighbours (twice the edges); row_start zeroed, the rest uninitialised.
 */
int ce_graph_alloc(ce_graph *graph, size_t n, size_t entries, ce_error *err);
void ce_graph_free(ce_graph *graph);

#endif
