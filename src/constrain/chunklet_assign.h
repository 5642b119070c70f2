/*
 * chunklet_assign.h: chunklets to clusters, those that an edge joins to different ones (card S12;
 * [wce2008] section 6.2.4, Algorithm 8).
 *
 * Algorithm 8 is greedy: vertex after vertex, each to the nearest cluster that none of its
 * neighbours has yet. It can run into a dead end though the constraints could be kept. So where it
 * does, the connected component that holds the dead end is assigned again, by search: with k = 2
 * the cheaper one of its two colourings (exact); with more, depth first, the vertex with the fewest
 * clusters left next, clusters by their cost, up to a fixed number of steps, and after these by
 * simulated annealing; what is found is then made cheaper as far as chains of two clusters can
 * change sides (Kempe). Where all that leaves edges violated, the assignment that violates the
 * fewest stays: Algorithm 8's, with the nearest cluster of all at dead ends, if they are as many.
 */
#ifndef CE_CONSTRAIN_CHUNKLET_ASSIGN_H
#define CE_CONSTRAIN_CHUNKLET_ASSIGN_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"

typedef struct {
    size_t dead_ends; /* vertices that Algorithm 8 finds no cluster for */
    size_t violated;  /* edges whose two vertices are in one cluster in the end; 0 unless the search
                         failed too */
    int proven; /* 1 when what is violated was shown to be infeasible (k = 1, k = 2, or the search
                   came to its end) */
} ce_chunklet_report;

/* cost: count x k, finite, the cost of vertex v in cluster l; ties: the lowest l. cluster: count, 0
 * .. k - 1. report may be NULL. One thread. 0 or CE_ENOMEM. O(count k + edges) without dead ends.
 */
int ce_chunklets_assign(const ce_chunklets *chunklets, const double *cost, size_t k,
                        int32_t *cluster, ce_chunklet_report *report, ce_error *err);

/* The same for a single component, that of vertex v, searched whether or not there is a dead end.
 * Other vertices are not touched. For COP-KMeans. O(count) besides. */
int ce_chunklets_assign_component(const ce_chunklets *chunklets, size_t v, const double *cost,
                                  size_t k, int32_t *cluster, ce_chunklet_report *report,
                                  ce_error *err);

/* Edges with both ends in one cluster. cluster: count. */
size_t ce_chunklets_violated(const ce_chunklets *chunklets, const int32_t *cluster);

#endif
