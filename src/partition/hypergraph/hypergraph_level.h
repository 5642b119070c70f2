/*
 * hypergraph_level.h: a hypergraph in whole numbers, and the smaller ones that are made of it on
 * the way to a bisection. For the files of this folder only.
 *
 * A weight holds two numbers. An edge that an earlier bisection has cut costs nothing more by the
 * hyperedge cut, but it is better kept in few parts than scattered over many. So weight = scale *
 * live + spent. live is the cost of cutting the edge. spent is the cost of scattering it further,
 * by the other common measure (parts spanned less one). scale exceeds the sum of all spent, so live
 * counts first, and spent decides between equal cuts.
 */
#ifndef CE_PARTITION_HYPERGRAPH_LEVEL_H
#define CE_PARTITION_HYPERGRAPH_LEVEL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/hypergraph.h"

/* Every edge has two vertices or more, and no two edges have the same ones. Set to zero before use;
 * all owned. A level is empty after a failure. */
typedef struct {
    size_t n, edges;
    size_t *edge_start;   /* edges + 1 */
    int32_t *pin;         /* edge_start[edges]; each vertex of an edge once */
    size_t *vertex_start; /* n + 1 */
    int32_t *edge;        /* as many as pins: the edges of a vertex, ascending */
    int64_t *weight;      /* edges; scale * live + spent */
    int64_t *load;        /* n: weight of a vertex */
    int32_t *members;     /* n: vertices of the given hypergraph behind it */
    int64_t scale, total; /* total: sum of loads */
} ce_hyper_level;

void ce_hyper_level_free(ce_hyper_level *level);

/* The given hypergraph with whole weights (hypergraph_cut.h says how) and scale 1. */
int ce_hyper_level_build(ce_hyper_level *level, const ce_hypergraph *graph, ce_error *err);

/* Vertices with the same map[] (0 .. count-1) become one. */
int ce_hyper_level_contract(const ce_hyper_level *fine, const int32_t *map, size_t count,
                            ce_hyper_level *coarse, ce_error *err);

/* The part with the vertices whose side[] is `which`. name[v]: the vertex of `from` that v was;
 * room for from->n. The weight of edges that lie on both sides becomes spent. */
int ce_hyper_level_part(const ce_hyper_level *from, const char *side, char which,
                        ce_hyper_level *part, int32_t *name, ce_error *err);

#endif
