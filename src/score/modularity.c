#include "score/modularity.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/parallel.h"

/* What one column adds up. */
typedef struct {
    const ce_similarity *graph;
    const int32_t *label;
    ce_modularity_form form;
    double *inside; /* of each cluster: the entries inside, both ways */
    double *degree; /* of each cluster: the sum of its degrees */
    double *own;    /* of each vertex: the sum of its affinities, D */
} sums;

/* The edge of i and j, once. */
static void add_edge(sums *s, size_t i, size_t j, double value)
{
    double weight = s->form == CE_MODULARITY_WEIGHTED ? value : 1;

    if (s->label[i] < 0 || s->label[j] < 0)
        return;
    if (s->label[i] == s->label[j])
        s->inside[s->label[i]] += 2 * weight;
    s->degree[s->label[i]] += weight;
    s->degree[s->label[j]] += weight;
    s->own[i] += value;
    s->own[j] += value;
}

static void add_edges(sums *s)
{
    const ce_similarity *g = s->graph;

    for (size_t i = 0; i < g->n; i++)
        if (g->row_start)
            for (size_t e = g->row_start[i]; e < g->row_start[i + 1]; e++) {
                if ((size_t)g->column[e] > i &&
                    (s->form == CE_MODULARITY_EDGES || g->values[e] > 0))
                    add_edge(s, i, (size_t)g->column[e], g->values[e]);
            }
        else
            for (size_t j = i + 1; j < g->n; j++)
                if (g->values[ce_packed_index(g->n, i, j)] > 0)
                    add_edge(s, i, j, g->values[ce_packed_index(g->n, i, j)]);
}

/* The diagonal of M counts as an entry of each vertex that has an edge. Returns z = sum |M| = 2 sum
 * D / max D. */
static double add_diagonal(sums *s)
{
    double largest = 0, sum = 0;

    for (size_t i = 0; i < s->graph->n; i++)
        if (s->own[i] > 0) {
            s->inside[s->label[i]]++;
            s->degree[s->label[i]]++;
            sum += s->own[i];
            largest = fmax(largest, s->own[i]);
        }
    return largest > 0 ? 2 * sum / largest : 0;
}

static double normalized(sums *s, size_t k)
{
    double z = 0, q = 0;

    add_edges(s);
    if (s->form == CE_MODULARITY_PRINTED)
        z = add_diagonal(s);
    else
        for (size_t c = 0; c < k; c++)
            z += s->degree[c] / 2;
    if (!(z > 0))
        return .5;
    for (size_t c = 0; c < k; c++)
        q += s->inside[c] / (2 * z) - s->degree[c] / (2 * z) * (s->degree[c] / (2 * z));
    return (q + 1) / 2;
}

static int of_column(const ce_similarity *graph, const ce_labels *labels, size_t q,
                     ce_modularity_form form, double *nm, ce_error *err)
{
    size_t k = (size_t)labels->k[q];
    sums s = {.graph = graph, .label = ce_labels_column(labels, q), .form = form};
    int rc = CE_OK;

    s.inside = ce_calloc(k, sizeof *s.inside, err);
    s.degree = ce_calloc(k, sizeof *s.degree, err);
    s.own = ce_calloc(graph->n, sizeof *s.own, err);
    if (s.inside && s.degree && s.own)
        *nm = normalized(&s, k);
    else
        rc = CE_ENOMEM;
    free(s.inside);
    free(s.degree);
    free(s.own);
    return rc;
}

static int check_weights(const ce_similarity *graph, ce_error *err)
{
    size_t entries = graph->row_start ? graph->row_start[graph->n] : graph->n * (graph->n + 1) / 2;

    for (size_t e = 0; e < entries; e++)
        if (!(graph->values[e] >= 0 && isfinite(graph->values[e])))
            return ce_fail(err, CE_EINPUT,
                           "an edge of the graph has the weight %g; finite weights from 0 expected",
                           graph->values[e]);
    return CE_OK;
}

int ce_normalized_modularity(const ce_similarity *graph, const ce_labels *labels,
                             ce_modularity_form form, double *nm, ce_error *err)
{
    int rc = check_weights(graph, err);

    if (rc)
        return rc;
    if (graph->n != labels->n)
        return ce_fail(err, CE_EINPUT,
                       "the graph has %zu vertices and the labels are of %zu objects", graph->n,
                       labels->n);
#pragma omp parallel for schedule(dynamic)
    for (size_t q = 0; q < labels->m; q++) {
        ce_error own = {0};
        if (of_column(graph, labels, q, form, &nm[q], &own))
#pragma omp critical(ce_modularity_failure)
            rc = ce_fail(err, own.status, "%s", own.text);
    }
    return rc;
}
