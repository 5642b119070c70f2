#include "core/hypergraph.h"

#include <stdlib.h>

#include "core/memory.h"

int ce_hypergraph_alloc(ce_hypergraph *graph, size_t n, size_t edges, size_t pins, ce_error *err)
{
    ce_hypergraph_free(graph);
    graph->n = n;
    graph->edges = edges;
    graph->edge_start = ce_calloc(edges + 1, sizeof *graph->edge_start, err);
    graph->pin = ce_alloc(pins, sizeof *graph->pin, err);
    if (graph->edge_start && graph->pin)
        return CE_OK;
    ce_hypergraph_free(graph);
    return CE_ENOMEM;
}

void ce_hypergraph_free(ce_hypergraph *graph)
{
    free(graph->edge_start);
    free(graph->pin);
    free(graph->edge_weight);
    free(graph->vertex_weight);
    *graph = (ce_hypergraph){0};
}
