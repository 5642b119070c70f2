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

/* Adds the clusters of one base clustering, from edge `first` on. */
static void add_clusters(ce_hypergraph *graph, const int32_t *label, size_t k, size_t first)
{
    size_t *start = graph->edge_start + first, at = start[0];

    for (size_t i = 0; i < graph->n; i++)
        if (label[i] >= 0)
            start[label[i] + 1]++;
    /* start[c + 1] is where cluster c begins until it is filled, and then where it ends */
    for (size_t c = 0; c < k; c++) {
        size_t count = start[c + 1];
        start[c + 1] = at;
        at += count;
    }
    for (size_t i = 0; i < graph->n; i++)
        if (label[i] >= 0)
            graph->pin[start[label[i] + 1]++] = (int32_t)i;
}

static int set_weights(ce_hypergraph *graph, const double *size, ce_hyperedge_weight weight,
                       ce_error *err)
{
    if (size && !(graph->vertex_weight = ce_alloc(graph->n, sizeof *size, err)))
        return CE_ENOMEM;
    for (size_t i = 0; i < graph->n && size; i++)
        graph->vertex_weight[i] = size[i];
    if (weight == CE_HYPEREDGE_EQUAL)
        return CE_OK;
    graph->edge_weight = ce_calloc(graph->edges, sizeof *graph->edge_weight, err);
    if (!graph->edge_weight)
        return CE_ENOMEM;
    for (size_t e = 0; e < graph->edges; e++)
        for (size_t p = graph->edge_start[e]; p < graph->edge_start[e + 1]; p++)
            graph->edge_weight[e] += size ? size[graph->pin[p]] : 1;
    return CE_OK;
}

int ce_hypergraph_from_labels(ce_hypergraph *graph, const ce_labels *labels, const double *size,
                              ce_hyperedge_weight weight, ce_error *err)
{
    size_t pins = 0, first = 0;
    int rc;

    for (size_t i = 0; i < labels->n * labels->m; i++)
        pins += labels->labels[i] >= 0;
    if ((rc = ce_hypergraph_alloc(graph, labels->n, ce_labels_total(labels), pins, err)))
        return rc;
    for (size_t q = 0; q < labels->m; q++) {
        add_clusters(graph, ce_labels_column(labels, q), (size_t)labels->k[q], first);
        first += (size_t)labels->k[q];
    }
    if ((rc = set_weights(graph, size, weight, err)))
        ce_hypergraph_free(graph);
    return rc;
}
