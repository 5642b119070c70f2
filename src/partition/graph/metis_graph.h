/*
 * metis_graph.h: a graph as METIS takes it. For the files of this folder only, because it needs
 * METIS's own types.
 */
#ifndef CE_PARTITION_METIS_GRAPH_H
#define CE_PARTITION_METIS_GRAPH_H

#include <metis.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/graph.h"
#include "core/row_source.h"
#include "core/similarity.h"

/* Set to zero before use; all owned. After a failure a graph can only be freed. */
typedef struct {
    size_t n, entries;
    idx_t *row_start, *neighbour, *weight, *load; /* n + 1, entries, entries, n */
} ce_metis_graph;

int ce_metis_graph_alloc(ce_metis_graph *to, size_t n, size_t entries, ce_error *err);
void ce_metis_graph_free(ce_metis_graph *graph);

/* Weights made whole as graph_cut.h says. CE_EINPUT for a negative entry, or for more edges than
 * METIS can number. */
int ce_metis_graph_build(ce_metis_graph *to, const ce_graph *from, ce_error *err);
int ce_metis_graph_build_similarity(ce_metis_graph *to, const ce_similarity *s, const double *size,
                                    ce_error *err);

/* Vertices are rows, then columns; edges and weights are those of ce_metis_bipartite. The
 * neighbours of a column are in the order of the rows. */
int ce_metis_graph_build_bipartite(ce_metis_graph *to, const ce_row_source *rows,
                                   double column_weight, ce_error *err);

/* The part of a graph whose side[] is `which`. to_name: the names of its vertices, name[old v], or
 * old v if name is NULL. */
int ce_metis_graph_part(ce_metis_graph *to, const ce_metis_graph *from, const idx_t *side,
                        idx_t which, const int32_t *name, int32_t *to_name, ce_error *err);

#endif
