/*
 * modularity.h: how well clusters follow the edges of a graph.
 */
#ifndef CE_SCORE_MODULARITY_H
#define CE_SCORE_MODULARITY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

typedef enum {
    /* Every stored entry off the diagonal is an edge of weight 1. */
    CE_MODULARITY_EDGES,
    /* An entry is an edge of its value, >= 0. */
    CE_MODULARITY_WEIGHTED,
    /* [wsce2015 eq. 25] with Gamma and sigma of the modular matrix M = (D - S) / max(D - S), its
     * diagonal included. The graph holds the affinities S; M is made from it. z is the sum of the
     * absolute values of M's cells: their sum, as printed, is 0. */
    CE_MODULARITY_PRINTED
} ce_modularity_form;
/* In the order of the enum; for option rows. */
#define CE_MODULARITY_FORM_NAMES "edges|weighted|printed"

/*
 * Normalized modularity [wsce2015 eq. 25 to 27]: NM = (Q + 1) / 2,
 *
 *   Q = (1 / 2z) sum_ij (Gamma_ij - sigma_i sigma_j / 2z) [c_i = c_j], z the edges.
 *
 * So NM is in [1/4, 1). A graph without edges has Q = 0, NM = 1/2. nm: a value for each column of
 * labels. Objects without a label in a column are left out of it: the graph of the others counts.
 *
 * graph: n vertices. Where it is sparse any stored entry is an edge with CE_MODULARITY_EDGES, also
 * one of value 0 (equal rows at distance 0). Where it is dense an entry above 0 is an edge; if all
 * are, Q depends on the sizes of the clusters only. O(m entries) on all threads. 0, CE_ENOMEM,
 * CE_EINPUT (a negative or infinite weight, a graph of other order than the labels); nm is
 * undefined after a failure.
 */
int ce_normalized_modularity(const ce_similarity *graph, const ce_labels *labels,
                             ce_modularity_form form, double *nm, ce_error *err);

#endif
