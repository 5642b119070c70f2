#include "core/graph.h"

#include <stdlib.h>

#include "core/memory.h"

int ce_graph_alloc(ce_graph *graph, size_t n, size_t entries, ce_error *err)
{
    ce_graph_free(graph);
    graph->row_start = ce_calloc(n + 1, sizeof *graph->row_start, err);
    graph->neighbour = ce_alloc(entries, sizeof *graph->neighbour, err);
    graph->weight = ce_alloc(entries, sizeof *graph->weight, err);
    if (!graph->row_start || !graph->neighbour || !graph->weight) {
        ce_graph_free(graph);
        return CE_ENOMEM;
    }
    graph->n = n;
    return CE_OK;
}

void ce_graph_free(ce_graph *graph)
{
    if (!graph)
        return;
    free(graph->row_start);
    free(graph->neighbour);
    free(graph->weight);
    free(graph->vertex_weight);
    *graph = (ce_graph){0};
}
