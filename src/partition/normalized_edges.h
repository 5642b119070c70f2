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
} ce_hne_options;

/*
 * Merges the pair of clusters with the largest NE = edges / ((n_a + n_b)^(1+f) - n_a^(1+f) -
 * n_b^(1+f)), f = (1 - theta) / (1 + theta), until no edge is left between clusters. Ties are
 * broken as in linkage.h, or first by the largest mean similarity. Heights in the tree are the
 * merge numbers 1, 2, ..., because NE is not monotone. size: objects per row or NULL. s is needed
 * for CE_TIE_MEANSIM only. Returns 0, CE_ENOMEM, CE_EARG (theta) or CE_EINPUT (a size). O(edges
 * log edges) memory and time typically.
 */
int ce_hne_tree(const ce_threshold_graph *graph, const ce_similarity *s, const double *size,
                const ce_hne_options *options, ce_dendrogram *tree, ce_error *err);

/* Cuts the tree at k clusters. The threshold graph may have more than k connected components. KEEP
 * then returns them all. ABSORB joins the smallest cluster to the one with the largest mean
 * similarity until k are left. Returns 0 or CE_ENOMEM. */
int ce_hne_cut(const ce_dendrogram *tree, const ce_similarity *s, const double *size, size_t k,
               ce_hne_leftover leftover, ce_partition *partition, ce_error *err);

#endif
