/*
 * hypergraph_cut.h: multilevel hypergraph partitioning, the stand-in for hMETIS (card 0.2).
 *
 * Objective: the weight of the edges that span more than one part (the hyperedge cut, shmetis's).
 * Recursive bisection; an edge that is cut costs no more in the bisections to come, but decides
 * between cuts that are equal otherwise: it is kept in few parts. A bisection is the best of
 * several runs, each of which coarsens by first choice (rated by w_e / (|e| - 1), found through
 * min-wise hashing where edges are too large to be looked through), starts in ten ways and goes
 * back up with Fiduccia-Mattheyses moves. A cluster of many objects is cut or not as a whole: no
 * single move shows it. So at every level some edges that are cut are pulled to one side, and the
 * refinement starts over from there. The best run is coarsened and refined again as long as that
 * helps; with k > 2, moves of single vertices between all parts come last.
 *
 * Balance: a bisection in k0 : k1 parts, k0 >= k1, keeps both sides within b/50 k1/k of the weight
 * at hand from their shares: (50 +- b) % when k0 = k1. So k = 2^p parts weigh between (1 - b/50)^p
 * and (1 + b/50)^p of the mean, as with shmetis. Balance goes before the cut. Where single vertices
 * are too heavy for it, a bisection has the same slack around the nearest balance that was found.
 * Every part has a vertex, even where that breaks the balance.
 */
#ifndef CE_PARTITION_HYPERGRAPH_CUT_H
#define CE_PARTITION_HYPERGRAPH_CUT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/hypergraph.h"
#include "core/labels.h"

#define CE_HYPERGRAPH_IMBALANCE 5

typedef struct {
    size_t k;
    double imbalance; /* UBfactor b of shmetis, below 50; 0: 5 */
    size_t runs;      /* of each bisection, the best is kept; 0: 10 */
    uint64_t seed;
} ce_hypergraph_options;

/*
 * k parts of about equal vertex weight with little weight of cut edges. partition: n labels,
 * numbered by first appearance, every part has a vertex. *cut (may be NULL): the weight cut. Edges
 * of weight 0, of one vertex or none cost nothing. Weights are used as they are when all are whole
 * and sum to at most 2^30 (edges) or 2^40 (vertices), else scaled to that sum and rounded, at
 * least 1. Ties go to the lowest number of a run and a vertex; the same seed gives the same parts,
 * on any number of threads. O(runs pins log n log k) time, about 50 bytes a pin and a thread; the
 * last moves are left out when edges times k exceed 2^27. 0, CE_ENOMEM, CE_EARG (k = 0; imbalance
 * not in 0 .. 50), CE_EINPUT (k > n; more than 2^29 edges).
 */
int ce_hypergraph_cut(const ce_hypergraph *graph, const ce_hypergraph_options *options,
                      ce_partition *partition, double *cut, ce_error *err);

/* Whether these options can be asked of graph: 0, CE_EARG or CE_EINPUT as above. */
int ce_hypergraph_check(const ce_hypergraph *graph, const ce_hypergraph_options *options,
                        ce_error *err);

/* The weight of the edges of graph that span more than one part. */
double ce_hypergraph_weight_cut(const ce_hypergraph *graph, const ce_partition *partition);

#endif
