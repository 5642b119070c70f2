/*
 * hypergraph_moves.h: a bisection of a hypergraph made better by moves of single vertices between
 * the two sides (Fiduccia and Mattheyses 1982). For the files of this folder only.
 *
 * A bisection is an array side, 0 or 1 for each vertex.
 */
#ifndef CE_PARTITION_HYPERGRAPH_MOVES_H
#define CE_PARTITION_HYPERGRAPH_MOVES_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "partition/hypergraph/hypergraph_level.h"

/* What a bisection may look like. A side that is still to be cut into several parts needs as many
 * vertices of the given hypergraph. */
typedef struct {
    int64_t high[2]; /* load of a side */
    int64_t need[2]; /* given vertices that a side must have */
    double share;    /* of the total load that side 0 aims at */
} ce_bisection_bounds;

typedef struct {
    int64_t excess; /* load above high, 0 when balanced */
    int64_t cut;    /* weight of the edges on both sides */
} ce_bisection_cost;

static inline int ce_bisection_better(ce_bisection_cost a, ce_bisection_cost b)
{
    return a.excess != b.excess ? a.excess < b.excess : a.cut < b.cut;
}

/* Work space for every hypergraph up to the size that it was made for. Returns 0 or CE_ENOMEM;
 * *moves can then only be freed. */
typedef struct ce_hyper_moves ce_hyper_moves;
int ce_hyper_moves_alloc(ce_hyper_moves **moves, size_t n, size_t edges, ce_error *err);
void ce_hyper_moves_free(ce_hyper_moves *moves);

/* Passes of moves until one brings nothing. The cost is never worse than that of side now. */
ce_bisection_cost ce_hyper_moves_refine(ce_hyper_moves *moves, const ce_hyper_level *level,
                                        const ce_bisection_bounds *bounds, char *side);

/* Pulls an edge that is cut to one side as a whole and refines, `tries` times. Keeps what is no
 * worse. trial: room for n. */
ce_bisection_cost ce_hyper_moves_pull(ce_hyper_moves *moves, const ce_hyper_level *level,
                                      const ce_bisection_bounds *bounds, size_t tries, gsl_rng *rng,
                                      char *side, char *trial);

/* Makes a first bisection. All vertices begin on side 1. Then seed, and after it always the vertex
 * of the best gain, goes to side 0, until that has its share. */
void ce_hyper_moves_grow(ce_hyper_moves *moves, const ce_hyper_level *level,
                         const ce_bisection_bounds *bounds, size_t seed, char *side);

#endif
