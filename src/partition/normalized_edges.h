/*
 * hne.h: agglomeration by normalized edges, HNE [hne2007 eq. 2, 3] (card S1).
 */
#ifndef CE_PARTITION_HNE_H
#define CE_PARTITION_HNE_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

typedef enum { CE_LEFTOVER_KEEP, CE_LEFTOVER_ABSORB } ce_hne_leftover;
typedef enum { CE_HNE_TIE_INDEX, CE_HNE_TIE_MEANSIM } ce_hne_tie;

typedef struct {
    double theta; /* edge iff s > theta, strictly; 0 <= theta < 1; paper: 0.30 */
    ce_hne_leftover leftover;
    ce_hne_tie tie;
} ce_hne_options;

/* The threshold graph of a similarity, in the form that HNE works on: edges[i] ascending neighbours
 * of object i. */
typedef struct {
    size_t n;
    size_t *row_start;  /* owned; n + 1 */
    int32_t *neighbour; /* owned */
} ce_threshold_graph;

/* Edges where s > theta, i != j. multiple_of: when every s is a whole number of 1/multiple_of (the
 * number of base clusterings), the comparison is made in whole numbers; 0: the smallest such number
 * up to 4096 is looked for, and without one doubles are compared as they are. */
int ce_threshold_graph_build(ce_threshold_graph *graph, const ce_similarity *s, double theta,
                             size_t multiple_of, ce_error *err);
void ce_threshold_graph_free(ce_threshold_graph *graph);

/*
 * Merges the pair of clusters with the largest NE = edges / ((n_a + n_b)^(1+f) - n_a^(1+f) -
 * n_b^(1+f)), f = (1 - theta) / (1 + theta), until no edge is left between clusters; ties as in
 * linkage.h, or by the largest mean similarity. Heights in the tree are the merge numbers 1, 2, ...
 * (NE is not monotone). size: objects per row or NULL. s is needed for CE_HNE_TIE_MEANSIM only.
 * O(edges log edges) memory and time typically. */
int ce_hne_tree(const ce_threshold_graph *graph, const ce_similarity *s, const double *size,
                const ce_hne_options *options, ce_dendrogram *tree, ce_error *err);

/* Cut at k. When the threshold graph has more than k connected components: KEEP returns them all,
 * ABSORB joins the smallest cluster to the one with the largest mean similarity until k are left.
 */
int ce_hne_cut(const ce_dendrogram *tree, const ce_similarity *s, const double *size, size_t k,
               ce_hne_leftover leftover, ce_partition *partition, ce_error *err);

#endif
