/*
 * chunklet_assign.h: assigns chunklets to clusters, those that an edge joins to different ones
 * ([wce2008] section 6.2.4, Algorithm 8; see doc/readings.md, wce2008).
 *
 * Algorithm 8 is greedy: vertex after vertex, each goes to the nearest cluster that none of its
 * neighbours has yet. It can run into a dead end though the constraints could be kept. The
 * connected component that holds a dead end is therefore assigned again, by search:
 *   1. k = 2: the cheaper one of its two colorings (exact).
 *   2. k > 2: depth first, the vertex with the fewest clusters left next, clusters by their cost,
 *      up to a fixed number of steps. After these simulated annealing.
 *   3. What is found is made cheaper as far as chains of two clusters can change sides (Kempe).
 * If all that leaves edges violated, the assignment that violates the fewest stays. If the greedy
 * one, with the nearest cluster of all at dead ends, violates as few, it stays.
 */
#ifndef CE_CONSTRAIN_CHUNKLET_ASSIGN_H
#define CE_CONSTRAIN_CHUNKLET_ASSIGN_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"

/* proven: 1 if what is violated was shown to be infeasible: k = 1, k = 2, or the search came to its
 * end. */
typedef struct {
    size_t dead_ends; /* vertices that Algorithm 8 finds no cluster for */
    size_t violated;  /* edges whose two vertices are in one cluster in the end */
    int proven;
} ce_chunklet_report;

/* cost: count x k, finite: the cost of vertex v in cluster l (ties: the lowest l). cluster: count,
 * 0 .. k - 1. report may be NULL. One thread. 0, or CE_ENOMEM, and cluster is then undefined.
 * O(count k + edges) without dead ends. */
int ce_chunklets_assign(const ce_chunklets *chunklets, const double *cost, size_t k,
                        int32_t *cluster, ce_chunklet_report *report, ce_error *err);

/* The same for a single component, that of vertex v, which is searched whether or not there is a
 * dead end. Other vertices are not touched. For COP-KMeans. O(count) besides. */
int ce_chunklets_assign_component(const ce_chunklets *chunklets, size_t v, const double *cost,
                                  size_t k, int32_t *cluster, ce_chunklet_report *report,
                                  ce_error *err);

/*
 * Assigns again after the costs have changed, as k-means does in every iteration. cluster: count,
 * the assignment before, or -1 for all. Each component gets a new assignment, of which chains that
 * change sides are made cheaper. It is taken if it violates fewer edges than the one before, or as
 * many at less cost. Else the one before stays, made cheaper likewise. So what is violated never
 * rises, and while it stays the same the cost does not rise either. Components are searched when
 * there is no assignment before; with k = 2 the cheaper coloring is found every time. 0, or
 * CE_ENOMEM, and cluster is then undefined. O(count (k + log count) + edges), and for each
 * component the chains, of at most a fixed number of edges.
 */
int ce_chunklets_reassign(const ce_chunklets *chunklets, const double *cost, size_t k,
                          int32_t *cluster, ce_error *err);

/* Edges with both ends in one cluster. cluster: count. */
size_t ce_chunklets_violated(const ce_chunklets *chunklets, const int32_t *cluster);

#endif
