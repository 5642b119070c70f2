#include "partition/graph/metis_graph.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/whole_weights.h"
#include "partition/graph/similarity_graph_internal.h"

#define EDGE_SUM 1e9
#define LOAD_SUM 1073741824.0 /* 2^30 */

/* Of an edge of a bipartite graph: 16 bytes stored from both ends, the rest while METIS coarsens
 * and bisects it. */
enum { BIPARTITE_BYTES = 40 };

int ce_metis_graph_alloc(ce_metis_graph *to, size_t n, size_t entries, ce_error *err)
{
    if (n >= IDX_MAX || entries >= IDX_MAX)
        return ce_fail(err, CE_EINPUT,
                       "a graph of %zu vertices and %zu edges is more than this METIS can number",
                       n, entries / 2);
    to->n = n;
    to->entries = entries;
    to->row_start = ce_calloc(n + 1, sizeof(idx_t), err);
    to->neighbour = ce_alloc(entries + 1, sizeof(idx_t), err);
    to->weight = ce_alloc(entries + 1, sizeof(idx_t), err);
    to->load = ce_alloc(n + 1, sizeof(idx_t), err);
    return to->row_start && to->neighbour && to->weight && to->load ? CE_OK : CE_ENOMEM;
}

void ce_metis_graph_free(ce_metis_graph *graph)
{
    free(graph->row_start);
    free(graph->neighbour);
    free(graph->weight);
    free(graph->load);
    *graph = (ce_metis_graph){0};
}

static void set_loads(ce_metis_graph *to, const double *size)
{
    ce_whole_scale scale = {0};

    for (size_t v = 0; v < to->n && size; v++)
        ce_whole_add(&scale, size[v], 1);
    ce_whole_keep(&scale, LOAD_SUM);
    for (size_t v = 0; v < to->n; v++) {
        double load = size ? size[v] : 1;
        to->load[v] = load > 0 ? (idx_t)ce_whole_of(&scale, load, 1) : 0;
    }
}

int ce_metis_graph_build(ce_metis_graph *to, const ce_graph *from, ce_error *err)
{
    ce_whole_scale scale = {0};
    int rc = ce_metis_graph_alloc(to, from->n, from->row_start[from->n], err);

    if (rc)
        return rc;
    for (size_t v = 0; v < from->n; v++)
        for (size_t e = from->row_start[v]; e < from->row_start[v + 1]; e++)
            if ((size_t)from->neighbour[e] > v)
                ce_whole_add(&scale, from->weight[e], 1);
    ce_whole_keep(&scale, EDGE_SUM / 2);
    for (size_t v = 0; v < from->n; v++)
        to->row_start[v + 1] = (idx_t)from->row_start[v + 1];
    for (size_t e = 0; e < to->entries; e++) {
        to->neighbour[e] = from->neighbour[e];
        to->weight[e] = (idx_t)ce_whole_of(&scale, from->weight[e], 1);
    }
    set_loads(to, from->vertex_weight);
    return CE_OK;
}

/* Edges of a similarity on their way into a graph. */
typedef struct {
    ce_similarity_edges edges;
    ce_metis_graph *to;
} metis_edges;

static int fill_metis_edge(void *state, size_t i, size_t j, double s)
{
    metis_edges *b = state;
    idx_t weight = (idx_t)ce_whole_of(&b->edges.whole, s - b->edges.common,
                                      ce_similarity_edge_times(&b->edges, i, j));
    size_t from = b->edges.degree[i]++, back = b->edges.degree[j]++;

    b->to->neighbour[from] = (idx_t)j;
    b->to->weight[from] = weight;
    b->to->neighbour[back] = (idx_t)i;
    b->to->weight[back] = weight;
    return CE_OK;
}

int ce_metis_graph_build_similarity(ce_metis_graph *to, const ce_similarity *s, const double *size,
                                    ce_error *err)
{
    metis_edges b = {.to = to};
    int rc = ce_similarity_edges_count(&b.edges, s, size, err);

    if (!rc)
        rc = ce_metis_graph_alloc(to, s->n, b.edges.entries, err);
    if (!rc) {
        ce_whole_keep(&b.edges.whole, EDGE_SUM / 2);
        rc = ce_similarity_each_edge(s, fill_metis_edge, &b);
        for (size_t v = 0; v < s->n; v++) /* rows are filled, so degree[v] is the end of row v */
            to->row_start[v + 1] = (idx_t)b.edges.degree[v];
        set_loads(to, size);
    }
    ce_similarity_edges_free(&b.edges);
    return rc;
}

/* What all rows have in common in a column: its least entry if every row has one, else 0.
 * Subtracted from each of them, it changes all cuts into parts of the same sizes by the same
 * amount. If it were kept, METIS would see little else. count: columns, zeros. */
static void common_parts(const ce_row_source *rows, size_t *column, double *value, size_t *count,
                         double *common)
{
    for (size_t i = 0; i < rows->rows; i++) {
        size_t entries = ce_row_source_row(rows, i, column, value);
        for (size_t e = 0; e < entries; e++) {
            size_t j = column[e];
            common[j] = count[j]++ && common[j] < value[e] ? common[j] : value[e];
        }
    }
    for (size_t j = 0; j < rows->columns; j++)
        if (count[j] < rows->rows)
            common[j] = 0;
}

/* A row without what is common to all. */
static size_t bipartite_row(const ce_row_source *rows, const double *common, size_t i,
                            size_t *column, double *value)
{
    size_t count = ce_row_source_row(rows, i, column, value);

    for (size_t e = 0; e < count; e++)
        value[e] -= common[column[e]];
    return count;
}

/* Sets the ends of the rows of a bipartite graph, and collects its weights. next: zeros; becomes
 * the start of the row of each vertex. */
static void count_bipartite(ce_metis_graph *to, const ce_row_source *rows, const double *common,
                            size_t *column, double *value, size_t *next, ce_whole_scale *scale)
{
    size_t n = rows->rows, start = 0;

    for (size_t i = 0; i < n; i++) {
        next[i] = bipartite_row(rows, common, i, column, value);
        for (size_t e = 0; e < next[i]; e++) {
            next[n + column[e]]++;
            ce_whole_add(scale, value[e], rows->size[i]);
        }
    }
    for (size_t v = 0; v < to->n; v++) {
        size_t degree = next[v];
        next[v] = start;
        start += degree;
        to->row_start[v + 1] = (idx_t)start;
    }
}

static void fill_bipartite(ce_metis_graph *to, const ce_row_source *rows, const double *common,
                           const ce_whole_scale *scale, size_t *column, double *value, size_t *next)
{
    for (size_t i = 0; i < rows->rows; i++) {
        size_t count = bipartite_row(rows, common, i, column, value);
        for (size_t e = 0; e < count; e++) {
            idx_t weight = (idx_t)ce_whole_of(scale, value[e], rows->size[i]);
            size_t v = rows->rows + column[e], from = next[i]++, back = next[v]++;
            to->neighbour[from] = (idx_t)v;
            to->weight[from] = weight;
            to->neighbour[back] = (idx_t)i;
            to->weight[back] = weight;
        }
    }
}

int ce_metis_graph_build_bipartite(ce_metis_graph *to, const ce_row_source *rows,
                                   double column_weight, ce_error *err)
{
    size_t vertices = rows->rows + rows->columns;
    ce_whole_scale scale = {0};
    size_t *column = ce_alloc(rows->longest, sizeof *column, err),
           *next = ce_calloc(vertices, sizeof *next, err);
    double *value = ce_alloc(rows->longest, sizeof *value, err),
           *load = ce_alloc(vertices, sizeof *load, err);
    double *common = ce_calloc(rows->columns, sizeof *common, err);
    int rc =
        column && next && value && load && common
            ? ce_memory_check(rows->entries, BIPARTITE_BYTES, 1,
                              "METIS's graph of objects by clusters", "spectral clustering", err)
            : CE_ENOMEM;

    if (!rc)
        rc = ce_metis_graph_alloc(to, vertices, 2 * rows->entries, err);
    if (!rc) {
        if (column_weight == 0) /* else parts may differ in their objects */
            common_parts(rows, column, value, next, common);
        memset(next, 0, vertices * sizeof *next);
        count_bipartite(to, rows, common, column, value, next, &scale);
        ce_whole_keep(&scale, EDGE_SUM / 2);
        fill_bipartite(to, rows, common, &scale, column, value, next);
        for (size_t v = 0; v < vertices; v++)
            load[v] = v < rows->rows ? rows->size[v] : column_weight;
        set_loads(to, load);
    }
    free(column);
    free(next);
    free(value);
    free(load);
    free(common);
    return rc;
}

int ce_metis_graph_part(ce_metis_graph *to, const ce_metis_graph *from, const idx_t *side,
                        idx_t which, const int32_t *name, int32_t *to_name, ce_error *err)
{
    idx_t *number = ce_alloc(from->n, sizeof *number, err), n = 0, at = 0;
    size_t entries = 0;
    int rc = number ? CE_OK : CE_ENOMEM;

    for (size_t v = 0; v < from->n && !rc; v++)
        if (side[v] == which) {
            number[v] = n++;
            for (idx_t e = from->row_start[v]; e < from->row_start[v + 1]; e++)
                entries += side[from->neighbour[e]] == which;
        }
    if (!rc)
        rc = ce_metis_graph_alloc(to, (size_t)n, entries, err);
    for (size_t v = 0; v < from->n && !rc; v++) {
        if (side[v] != which)
            continue;
        for (idx_t e = from->row_start[v]; e < from->row_start[v + 1]; e++)
            if (side[from->neighbour[e]] == which) {
                to->neighbour[at] = number[from->neighbour[e]];
                to->weight[at++] = from->weight[e];
            }
        to->load[number[v]] = from->load[v];
        to->row_start[number[v] + 1] = at;
        to_name[number[v]] = name ? name[v] : (int32_t)v;
    }
    free(number);
    return rc;
}
