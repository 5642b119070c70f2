/*
 * elite_graph.h: the graph of elite neighbours, K-ENG of [ptgp2016 sec. 3.2 and 3.3], and the
 * random walk on it.
 *
 * Nodes are microclusters; w_ij is their co-association, 0 for i = j. A link stays when it is among
 * the K heaviest of one of its ends: when w_ij is at least the K-th largest of row i or of row j
 * (of the other n - 1 entries, zeros counted). Ties stay [Definition 5 to 7].
 *
 * The walk goes from i to j with p_ij = size_j w_ij / sum_l size_l w_il [eq. 8]. It is reversible:
 * pi_i p_ij = pi_j p_ji, with pi_i = size_i sum_l size_l w_il.
 */
#ifndef CE_SIMILARITY_ELITE_GRAPH_H
#define CE_SIMILARITY_ELITE_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

/* Set to zero before use. */
typedef struct {
    size_t n;             /* microclusters */
    size_t elite;         /* K as used: at most n - 1, at least 1 */
    ce_similarity weight; /* owned; n rows, sparse, (i, j) and (j, i), no diagonal; entries > 0 */
    double *size;         /* owned; n: objects in each */
    double *degree;       /* owned; n: sum_l size_l w_il; 0: an isolated node */
    double *transition;   /* owned; as weight.values: p_ij */
} ce_elite_graph;

/* K (or T) as the paper has it: floor(sqrt(n) / 2), at least 1; cap > 0: at most that. */
size_t ce_elite_default(size_t n, size_t cap);

/*
 * rows: distinct label rows (ce_microclusters.rows). size: objects in each, or NULL: all 1. elite:
 * K >= 1; from n - 1 on every positive link stays. Exact, and the same for any number of threads.
 * Missing labels: w is the share of the base clusterings that label both (ce_coassociation, the
 * same bits).
 *
 * The same for every n; the matrix of all pairs is never held:
 * 1. Nodes are put in blocks of 64 similar ones.
 * 2. Each block is compared with the others, those first that may share most.
 * 3. What cannot reach the K-th largest of a row so far is skipped. The bound is the number of base
 *    clusterings in which two blocks have labels in common; then the same of eight rows and a
 *    block, then of one row and a block.
 * 4. What is left is counted by comparing bytes.
 *
 * Time: O(n^2 m) at worst, 64 pairs an instruction. Measured for K = 20, m = 100, k 20-60, in
 * seconds of one CPU on a busy machine: 17,000 microclusters 0.3, 86,000 1.7, 940,000 140 (3 % of
 * all pairs are counted). 20,000 rows of labels drawn at random, of which none can be skipped, take
 * 0.9 (times 4 when n doubles). Many missing labels weaken the bounds: 20,000 rows with a fifth
 * missing take 1.2.
 *
 * Memory: the labels twice as bytes and 2 m / 8 bytes a node. Then about 12 bytes for each node's
 * own neighbours (K, and ties), and 20 for each end of each link (1.4 GiB in all for 940,000). It
 * is asked for before it is taken; the refusal names the options elite and cap.
 *
 * 0, CE_ENOMEM, CE_EARG (elite = 0). The graph is empty after a failure.
 */
int ce_elite_graph_build(ce_elite_graph *graph, const ce_labels *rows, const double *size,
                         size_t elite, ce_error *err);
void ce_elite_graph_free(ce_elite_graph *graph);

#endif
