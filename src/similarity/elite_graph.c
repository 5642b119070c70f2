#include "similarity/elite_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "similarity/elite_search.h"

enum { SERIAL = 4096 }; /* nodes below which threads cost more than they bring */

size_t ce_elite_default(size_t n, size_t cap)
{
    size_t elite = (size_t)(sqrt((double)n) / 2);

    /* floor(sqrt(n) / 2) = e exactly when 4 e e <= n */
    while (elite > 0 && 4 * elite * elite > n)
        elite--;
    while (4 * (elite + 1) * (elite + 1) <= n)
        elite++;
    if (elite < 1)
        elite = 1;
    return cap > 0 && elite > cap ? cap : elite;
}

/* Node j has node i among its own elite neighbours, too. */
static int is_mutual(const ce_elite_lists *lists, double weight, int32_t j)
{
    return weight >= lists->threshold[j];
}

/* row_start, from the lists and from what other rows have chosen. chosen[j]: how many have chosen j
 * and are not chosen back. */
static void count_links(const ce_elite_lists *lists, size_t *chosen, size_t *row_start)
{
    size_t n = lists->n;

    memset(chosen, 0, n * sizeof *chosen);
    for (size_t i = 0; i < n; i++)
        for (size_t e = 0; e < lists->count[i]; e++)
            if (!is_mutual(lists, lists->weight[i][e], lists->neighbour[i][e]))
                chosen[lists->neighbour[i][e]]++;
    row_start[0] = 0;
    for (size_t i = 0; i < n; i++)
        row_start[i + 1] = row_start[i] + lists->count[i] + chosen[i];
}

/* Merges row i's own neighbours with those behind them, which others put there. Both ascend, and
 * what is written never passes what is still to be read. */
static void merge_row(const ce_elite_lists *lists, size_t i, ce_similarity *w)
{
    int32_t *column = w->column + w->row_start[i];
    double *value = w->values + w->row_start[i];
    size_t own = 0, count = lists->count[i], other = count,
           end = w->row_start[i + 1] - w->row_start[i];

    for (size_t at = 0; at < end; at++) {
        if (own < count && (other == end || lists->neighbour[i][own] < column[other])) {
            column[at] = lists->neighbour[i][own];
            value[at] = lists->weight[i][own++];
        } else {
            column[at] = column[other];
            value[at] = value[other++];
        }
    }
}

/* A link that only one end keeps stands in one list. It goes into the row of the other end, behind
 * the place for that row's own. Rows are taken in ascending order, so these ascend in every row. */
static int symmetrise(const ce_elite_lists *lists, ce_similarity *w, ce_error *err)
{
    size_t n = lists->n, *next = ce_alloc(n, sizeof *next, err),
           *row_start = ce_alloc(n + 1, sizeof *row_start, err);
    int rc = CE_ENOMEM;

    if (!next || !row_start)
        goto done;
    count_links(lists, next, row_start);
    rc = ce_memory_check(row_start[n], 1, 20, "the graph of elite neighbours",
                         "a smaller " CE_OPT("elite") " or " CE_OPT("cap"), err);
    if (!rc)
        rc = ce_similarity_alloc_sparse(w, n, row_start[n], err);
    if (rc)
        goto done;
    memcpy(w->row_start, row_start, (n + 1) * sizeof *row_start);
    for (size_t i = 0; i < n; i++)
        next[i] = row_start[i] + lists->count[i];
    for (size_t i = 0; i < n; i++)
        for (size_t e = 0; e < lists->count[i]; e++) {
            int32_t j = lists->neighbour[i][e];
            if (is_mutual(lists, lists->weight[i][e], j))
                continue;
            w->column[next[j]] = (int32_t)i;
            w->values[next[j]++] = lists->weight[i][e];
        }
#pragma omp parallel for schedule(static) if (n > SERIAL)
    for (size_t i = 0; i < n; i++)
        merge_row(lists, i, w);
done:
    free(next);
    free(row_start);
    return rc;
}

/* [ptgp2016 eq. 8] */
static int add_walk(ce_elite_graph *graph, const double *size, ce_error *err)
{
    const ce_similarity *w = &graph->weight;
    size_t n = graph->n;

    graph->size = ce_alloc(n, sizeof *graph->size, err);
    graph->degree = ce_alloc(n, sizeof *graph->degree, err);
    graph->transition = ce_alloc(w->row_start[n], sizeof *graph->transition, err);
    if (!graph->size || !graph->degree || !graph->transition)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        graph->size[i] = size ? size[i] : 1;
#pragma omp parallel for schedule(static) if (n > SERIAL)
    for (size_t i = 0; i < n; i++) {
        double degree = 0;
        for (size_t e = w->row_start[i]; e < w->row_start[i + 1]; e++) {
            graph->transition[e] = graph->size[w->column[e]] * w->values[e];
            degree += graph->transition[e];
        }
        for (size_t e = w->row_start[i]; e < w->row_start[i + 1]; e++)
            graph->transition[e] /= degree;
        graph->degree[i] = degree;
    }
    return CE_OK;
}

int ce_elite_graph_build(ce_elite_graph *graph, const ce_labels *rows, const double *size,
                         size_t elite, ce_error *err)
{
    ce_elite_lists lists = {0};
    int rc;

    ce_elite_graph_free(graph);
    if (elite == 0)
        return ce_fail(err, CE_EARG, "0 elite neighbours, 1 or more expected");
    graph->n = rows->n;
    graph->elite = elite;
    if (elite >= rows->n)
        graph->elite = rows->n > 1 ? rows->n - 1 : 1;
    rc = ce_elite_search(&lists, rows, graph->elite, err);
    if (!rc)
        rc = symmetrise(&lists, &graph->weight, err);
    ce_elite_lists_free(&lists);
    if (!rc)
        rc = add_walk(graph, size, err);
    if (rc)
        ce_elite_graph_free(graph);
    return rc;
}

void ce_elite_graph_free(ce_elite_graph *graph)
{
    if (!graph)
        return;
    ce_similarity_free(&graph->weight);
    free(graph->size);
    free(graph->degree);
    free(graph->transition);
    *graph = (ce_elite_graph){0};
}
