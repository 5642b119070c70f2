/*
 * elite_graph.h: the graph of elite neighbours, K-ENG of [ptgp2016 sec. 3.2 and 3.3], and the random walk on it.
 *
 * Nodes are microclusters; w_ij is their co-association, 0 for i = j. A link stays when it is among the K heaviest of one of
 * its ends: w_ij >= the K-th largest of row i (the other n - 1 entries, zeros counted), or of row j; ties stay [Definition 5 to 7]. The
 * walk goes from i to j with p_ij = size_j w_ij / sum_l size_l w_il [eq. 8]. It is reversible: pi_i p_ij = pi_j p_ji, with
 * pi_i = size_i sum_l size_l w_il.
 */
#ifndef CE_SIMILARITY_ELITE_GRAPH_H
#define CE_SIMILARITY_ELITE_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

/* Zero-initialise before use. */
typedef struct {
    size_t n;             /* microclusters */
    size_t elite;         /* K as used */
    ce_similarity weight; /* owned; n rows, sparse, both (i, j) and (j, i), no diagonal; entries > 0 */
    double *size;         /* owned; n: objects in each */
    double *degree;       /* owned; n: sum_l size_l w_il; 0: an isolated node */
    double *transition;   /* owned; as weight.values: p_ij */
} ce_elite_graph;

/* K (or T) as the paper has it: floor(sqrt(n) / 2), at least 1; cap > 0: at most that. */
size_t ce_elite_default(size_t n, size_t cap);

/*
 * rows: distinct label rows (ce_microclusters.rows); size: objects in each, or NULL: all 1. elite: K >= 1; from n - 1 on every
 * positive link stays. Exact, also for large n: the matrix of all pairs is never held. Memory follows the links: about 2 K n of 20
 * bytes and more where ties stay; it is asked for before it is taken, and the refusal names --elite and --cap.
 * Missing labels: w is the share of the base clusterings that label both (ce_coassociation).
 * 0, CE_ENOMEM, CE_EARG (elite = 0). O(n^2 m) at worst, on all threads.
 */
int ce_elite_graph_build(ce_elite_graph *graph, const ce_labels *rows, const double *size, size_t elite, ce_error *err);
void ce_elite_graph_free(ce_elite_graph *graph);

#endif
