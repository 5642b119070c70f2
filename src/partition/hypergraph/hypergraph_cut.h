/*
 * hypergraph_cut.h: multilevel hypergraph partitioning in place of hMETIS (doc/readings.md,
 * karypis1998).
 *
 * The objective is the weight of the edges that span more than one part: the hyperedge cut, as in
 * shmetis. Parts are made by recursive bisection. An edge that is cut costs nothing more in the
 * bisections to come. It decides only between cuts that are otherwise equal, so that it is kept in
 * few parts.
 *
 * 1. A bisection is the best of several runs. A run coarsens by first choice, rated by w_e / (|e| -
 *    1); where edges are too large to be looked through, candidates are found by min-wise hashing
 *    (hypergraph_coarsen.h).
 * 2. The run starts in ten ways, and refines on the way back by moves of Fiduccia and Mattheyses
 *    (hypergraph_moves.h). To keep a cluster of many objects whole, many vertices must move, and no
 *    single move shows a gain. So at every level some edges that are cut are pulled to one side,
 *    and the refinement starts again from there.
 * 3. The best run is coarsened and refined again as long as that helps (hypergraph_bisect.h).
 * 4. With k > 2, moves of single vertices between all parts come last (hypergraph_kway.h).
 *
 * Balance: a bisection into k0 : k1 parts, k0 >= k1, keeps both sides within b/50 k1/k of the
 * present weight from their shares. This is (50 +- b) % when k0 = k1. So k = 2^p parts weigh
 * between (1 - b/50)^p and (1 + b/50)^p of the mean, as with shmetis. Balance goes before the cut.
 * If single vertices are too heavy for it, a bisection has the same slack around the nearest
 * balance that was found. Every part has a vertex, even if that breaks the balance.
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
 * numbered by first appearance; every part has a vertex. *cut (may be NULL): the weight cut.
 *
 * Edges of weight 0, of one vertex or none cost nothing. Weights are used as they are if all are
 * whole and sum to at most 2^30 (edges) or 2^40 (vertices). Otherwise they are scaled to that sum
 * and rounded to at least 1. Ties go to the lowest number of a run and a vertex. The same seed
 * gives the same parts, on any number of threads.
 *
 * Returns 0, CE_ENOMEM, CE_EARG (k = 0; imbalance not in 0 .. 50) or CE_EINPUT (k > n; more than
 * 2^29 edges). After a failure the partition is empty and *cut untouched. O(runs pins log n log k)
 * time, about 50 bytes a pin and a thread. The last moves are left out when edges times k exceed
 * 2^27.
 */
int ce_hypergraph_cut(const ce_hypergraph *graph, const ce_hypergraph_options *options,
                      ce_partition *partition, double *cut, ce_error *err);

/* Checks options against a graph. Returns 0, CE_EARG or CE_EINPUT as above. */
int ce_hypergraph_check(const ce_hypergraph *graph, const ce_hypergraph_options *options,
                        ce_error *err);

/* The weight of the edges of graph that span more than one part. */
double ce_hypergraph_weight_cut(const ce_hypergraph *graph, const ce_partition *partition);

#endif
