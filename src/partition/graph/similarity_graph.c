#include "partition/graph/similarity_graph.h"

#include <stdlib.h>

#include "core/memory.h"
#include "partition/graph/similarity_graph_internal.h"

typedef struct {
    double least;
    size_t edges;
} edge_range;

static int look_at_edge(void *state, size_t i, size_t j, double s)
{
    edge_range *range = state;

    (void)i;
    (void)j;
    range->least = range->edges++ && range->least < s ? range->least : s;
    return CE_OK;
}

/* What all pairs have in common: the least similarity if every pair has one, else 0. Subtracted
 * from every pair, it changes all cuts into parts of the same sizes by the same amount. If it were
 * kept, the rest could be lost when weights are made whole. */
static double common_part(const ce_similarity *s)
{
    edge_range range = {0, 0};

    ce_similarity_each_edge(s, look_at_edge, &range);
    return range.edges == s->n * (s->n - 1) / 2 && range.least > 0 ? range.least : 0;
}

static int count_edge(void *state, size_t i, size_t j, double s)
{
    ce_similarity_edges *edges = state;

    if (!(s > 0))
        return ce_fail(
            edges->err, CE_EINPUT,
            "the similarity of objects %zu and %zu is %g; a graph needs similarities >= 0", i + 1,
            j + 1, s);
    ce_whole_add(&edges->whole, s - edges->common, ce_similarity_edge_times(edges, i, j));
    edges->degree[i]++;
    edges->degree[j]++;
    edges->entries += 2;
    return CE_OK;
}

int ce_similarity_edges_count(ce_similarity_edges *edges, const ce_similarity *s,
                              const double *size, ce_error *err)
{
    size_t start = 0;
    int rc;

    *edges = (ce_similarity_edges){.size = size, .common = common_part(s), .err = err};
    edges->degree = ce_calloc(s->n, sizeof *edges->degree, err);
    if (!edges->degree)
        return CE_ENOMEM;
    rc = ce_similarity_each_edge(s, count_edge, edges);
    if (rc)
        return rc;
    for (size_t v = 0; v < s->n; v++) {
        size_t degree = edges->degree[v];
        edges->degree[v] = start;
        start += degree;
    }
    return CE_OK;
}

void ce_similarity_edges_free(ce_similarity_edges *edges)
{
    free(edges->degree);
    edges->degree = NULL;
}

/* Edges on their way into a graph. */
typedef struct {
    ce_similarity_edges edges;
    ce_graph *to;
} graph_edges;

static int fill_graph_edge(void *state, size_t i, size_t j, double s)
{
    graph_edges *b = state;
    size_t from = b->edges.degree[i]++, back = b->edges.degree[j]++;

    b->to->neighbour[from] = (int32_t)j;
    b->to->neighbour[back] = (int32_t)i;
    b->to->weight[from] = b->to->weight[back] = ce_similarity_edge_weight(&b->edges, i, j, s);
    return CE_OK;
}

int ce_graph_from_similarity(ce_graph *graph, const ce_similarity *s, const double *size,
                             ce_error *err)
{
    graph_edges b = {.to = graph};
    int rc = ce_similarity_edges_count(&b.edges, s, size, err);

    if (!rc)
        rc = ce_graph_alloc(graph, s->n, b.edges.entries, err);
    if (!rc && size) {
        graph->vertex_weight = ce_alloc(s->n, sizeof *graph->vertex_weight, err);
        rc = graph->vertex_weight ? CE_OK : CE_ENOMEM;
    }
    if (!rc) {
        rc = ce_similarity_each_edge(s, fill_graph_edge, &b);
        for (size_t v = 0; v < s->n; v++) {
            graph->row_start[v + 1] = b.edges.degree[v];
            if (size)
                graph->vertex_weight[v] = size[v];
        }
    }
    ce_similarity_edges_free(&b.edges);
    if (rc)
        ce_graph_free(graph);
    return rc;
}
