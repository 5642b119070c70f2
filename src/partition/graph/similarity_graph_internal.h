/*
 * similarity_graph_internal.h: the edges of the graph of a similarity (similarity_graph.h). For the
 * files of this folder that make this graph in one form or another.
 */
#ifndef CE_PARTITION_SIMILARITY_GRAPH_INTERNAL_H
#define CE_PARTITION_SIMILARITY_GRAPH_INTERNAL_H

#include <stddef.h>

#include "core/error.h"
#include "core/similarity.h"
#include "core/whole_weights.h"

typedef int (*ce_edge_visitor)(void *state, size_t i, size_t j, double s);

/* Calls visit for every edge i < j of a similarity, in the order of rows. Returns 0 or what visit
 * returned. */
static inline int ce_similarity_each_edge(const ce_similarity *s, ce_edge_visitor visit,
                                          void *state)
{
    int rc = 0;

    for (size_t i = 0; i < s->n && !rc; i++)
        if (s->row_start) {
            for (size_t e = s->row_start[i]; e < s->row_start[i + 1] && !rc; e++)
                if ((size_t)s->column[e] > i && s->values[e] != 0)
                    rc = visit(state, i, (size_t)s->column[e], s->values[e]);
        } else {
            const double *row = s->values + ce_packed_index(s->n, i, i);
            for (size_t j = i + 1; j < s->n && !rc; j++)
                if (row[j - i] != 0)
                    rc = visit(state, i, j, row[j - i]);
        }
    return rc;
}

/* Set to zero before use. */
typedef struct {
    const double *size; /* vertex weights, or NULL */
    double common;      /* subtracted from every similarity */
    size_t *degree;     /* owned; n: degrees, then where the row of each vertex begins */
    size_t entries;     /* of the rows of all vertices: two an edge */
    ce_whole_scale whole;
    ce_error *err;
} ce_similarity_edges;

/* How many pairs of objects an edge stands for. */
static inline double ce_similarity_edge_times(const ce_similarity_edges *b, size_t i, size_t j)
{
    return b->size ? b->size[i] * b->size[j] : 1;
}

static inline double ce_similarity_edge_weight(const ce_similarity_edges *b, size_t i, size_t j,
                                               double s)
{
    return (s - b->common) * ce_similarity_edge_times(b, i, j);
}

/* Counts degrees and adds the weights to `whole`. Then degree[v] becomes where the row of v begins.
 * A row gets its lower neighbours from their rows first, then its own higher ones, so it is
 * ascending. 0, CE_ENOMEM or CE_EINPUT (a negative entry); edges are to be freed either way. */
int ce_similarity_edges_count(ce_similarity_edges *edges, const ce_similarity *s,
                              const double *size, ce_error *err);
void ce_similarity_edges_free(ce_similarity_edges *edges);

#endif
