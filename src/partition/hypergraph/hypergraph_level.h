/*
 * hypergraph_level.h: a hypergraph in whole numbers, and what is made of it on the way to a
 * bisection. For the files of this folder only.
 *
 * Two weights in one. An edge that an earlier bisection has cut costs nothing more by the hyperedge
 * cut, but it is better kept in few parts than scattered over many. So weight = scale * live +
 * spent: live is what cutting the edge costs, spent what scattering it further would cost by the
 * other common measure (parts spanned less one). scale exceeds the sum of all that is spent, so
 * that live counts first, and spent decides between equal cuts.
 */
#ifndef CE_PARTITION_HYPERGRAPH_LEVEL_H
#define CE_PARTITION_HYPERGRAPH_LEVEL_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/hypergraph.h"

/* Every edge has two vertices or more, no two edges the same ones. Zero-initialise before use; all
 * owned. */
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

/* The given hypergraph, its weights made whole (hypergraph_cut.h says how). scale 1. */
int ce_hyper_level_build(ce_hyper_level *level, const ce_hypergraph *graph, ce_error *err);

/* Vertices with the same map[] (0 .. count-1) become one. */
int ce_hyper_level_contract(const ce_hyper_level *fine, const int32_t *map, size_t count,
                            ce_hyper_level *coarse, ce_error *err);

/* The vertices whose side[] is `which`; name[v] is the vertex of `from` that v was (an array of as
 * many as there are). The weight of edges that lie on both sides is spent now. */
int ce_hyper_level_part(const ce_hyper_level *from, const char *side, char which,
                        ce_hyper_level *part, int32_t *name, ce_error *err);

/* Clusters of vertices with heavy edges in common (first choice; hypergraph_coarsen.c): map: n -> 0
 * .. *count-1. None heavier than heaviest, unless it is a single vertex. side: NULL, or vertices of
 * different side are kept apart. */
int ce_hyper_level_match(const ce_hyper_level *level, const char *side, int64_t heaviest,
                         gsl_rng *rng, int32_t *map, size_t *count, ce_error *err);

/* What a bisection may look like, and one: side[v] is 0 or 1. */
typedef struct {
    int64_t high[2];   /* load of a side */
    int64_t need[2]; /* given vertices a side must have, since it is still to be cut into that many
                        parts */
    double share;      /* of the total load that side 0 aims at */
} ce_bisection_bounds;

typedef struct {
    int64_t excess; /* load above high, 0 when balanced */
    int64_t cut;    /* weight of the edges on both sides */
} ce_bisection_cost;

static inline int ce_bisection_better(ce_bisection_cost a, ce_bisection_cost b)
{
    return a.excess != b.excess ? a.excess < b.excess : a.cut < b.cut;
}

/* Moves between two sides (Fiduccia and Mattheyses 1982; hypergraph_moves.c). The work space serves
 * every hypergraph up to the size that it was made for. */
typedef struct ce_hyper_moves ce_hyper_moves;
int ce_hyper_moves_alloc(ce_hyper_moves **moves, size_t n, size_t edges, ce_error *err);
void ce_hyper_moves_free(ce_hyper_moves *moves);

/* Passes of moves until one brings nothing: never a worse cost than side has now. */
ce_bisection_cost ce_hyper_moves_refine(ce_hyper_moves *moves, const ce_hyper_level *level,
                                        const ce_bisection_bounds *bounds, char *side);

/* Pulls an edge that is cut to one side whole, `tries` times, and refines; what is no worse is
 * kept. trial: room for n. */
ce_bisection_cost ce_hyper_moves_pull(ce_hyper_moves *moves, const ce_hyper_level *level,
                                      const ce_bisection_bounds *bounds, size_t tries, gsl_rng *rng,
                                      char *side, char *trial);

/* A start: all vertices on side 1, then seed and always the one of the best gain to side 0, until
 * that has its share. */
void ce_hyper_moves_grow(ce_hyper_moves *moves, const ce_hyper_level *level,
                         const ce_bisection_bounds *bounds, size_t seed, char *side);

/* The best of `runs` multilevel bisections (hypergraph_bisect.c). index: of their random streams,
 * runs of them. Both sides have the vertices they need (need[0] + need[1] <= n). */
int ce_hyper_level_bisect(const ce_hyper_level *level, const ce_bisection_bounds *bounds,
                          size_t runs, uint64_t seed, uint64_t index, char *side, ce_error *err);

/* Lowers the hyperedge cut of k parts (part: n labels, none empty) by moves of single vertices,
 * then, the cut being equal, the sum of parts spanned, while every load stays in low .. high of its
 * part, or where it was outside comes no further out (hypergraph_kway.c). */
int ce_hyper_level_refine(const ce_hyper_level *level, size_t k, const int64_t *low,
                          const int64_t *high, int32_t *part, ce_error *err);

#endif
