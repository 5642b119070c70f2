/*
 * normalized_edges.h: agglomeration by normalized edges, HNE [hne2007 eq. 2, 3]
 * (doc/readings.md, hne2007).
 *
 * 1. ce_threshold_graph_build (threshold_graph.h) makes a graph of a similarity.
 * 2. ce_hne_tree merges its clusters.
 * 3. ce_hne_cut cuts the tree.
 *
 * After a failure outputs are empty.
 */
#ifndef CE_PARTITION_NORMALIZED_EDGES_H
#define CE_PARTITION_NORMALIZED_EDGES_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "partition/threshold_graph.h"
#include "partition/tie.h"

typedef enum { CE_LEFTOVER_KEEP, CE_LEFTOVER_ABSORB } ce_hne_leftover;
/* In the order of the enum; for option rows. */
#define CE_HNE_LEFTOVER_NAMES "keep|absorb"

typedef struct {
    double theta; /* an edge where s > theta; 0 <= theta < 1; paper: 0.30 */
    ce_hne_leftover leftover;
    ce_tie tie;
    const ce_progress *progress; /* told of each merge; or NULL */
} ce_hne_options;

/*
 * Merges the pair of clusters with the largest NE = edges / ((n_a + n_b)^(1+f) - n_a^(1+f) -
 * n_b^(1+f)), f = (1 - theta) / (1 + theta), until no edge is left between clusters. Ties are
 * broken as in linkage.h, or first by the largest mean similarity. Heights in the tree are the
 * merge numbers 1, 2, ..., because NE is not monotone. s is needed for CE_TIE_MEANSIM only.
 *
 * Each row of the graph is a cluster at the start; size: its objects, or NULL: 1. With micro, whose
 * microclusters the rows are, the objects of each row start as single clusters instead, and the
 * leaves of the tree are objects: it is the tree that the graph of the objects gives, from the
 * memory that the graph of the microclusters needs. Two objects of one row have an edge. size is
 * then NULL.
 *
 * Returns 0, CE_ENOMEM, CE_EARG (theta) or CE_EINPUT (a size). O(edges) memory. Time: O(edges log
 * edges) typically; with micro O(objects x microclusters that have an edge with one of them).
 */
int ce_hne_tree(const ce_threshold_graph *graph, const ce_similarity *s, const double *size,
                const ce_microclusters *micro, const ce_hne_options *options, ce_dendrogram *tree,
                ce_error *err);

/* Joins the smallest cluster to the one with the largest mean similarity until k clusters are left.
 * Returns 0 or CE_ENOMEM; the partition is then empty. */
int ce_hne_absorb(ce_partition *partition, const ce_similarity *s, const double *size, size_t k,
                  ce_error *err);

/* Cuts the tree at k clusters. The threshold graph may have more than k connected components. KEEP
 * then returns them all, and ABSORB joins them as above. Returns 0 or CE_ENOMEM. */
int ce_hne_cut(const ce_dendrogram *tree, const ce_similarity *s, const double *size, size_t k,
               ce_hne_leftover leftover, ce_partition *partition, ce_error *err);

#endif
