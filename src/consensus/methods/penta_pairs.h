/*
 * penta_pairs.h: the pairs that penta-training gives a component
 * ([wce2008] section 6.5, Algorithm 11).
 *
 * A candidate must-link of component l is a pair that all others put together and l apart; its
 * distance is the mean over the others of sqrt(sum_s w_s (x_s - y_s)^2), w the weight vector of the
 * cluster that both are in there. A candidate cannot-link is a pair that all others put apart and l
 * together; its distance is the plain Euclidean one. Must-links of the smallest, cannot-links of
 * the largest distances are wanted.
 *
 * Pairs of microclusters have the pattern or have it not. In a pair that has it, pairs of objects
 * that bounds show to be too far (too near) are not looked at: for must-links the mean of norms is
 * at least the norm with the features scaled by the mean of the roots of the weights, and that at
 * least the difference in any one scaled feature; for cannot-links the triangle over the means of
 * both microclusters.
 */
#ifndef CE_CONSENSUS_PENTA_PAIRS_H
#define CE_CONSENSUS_PENTA_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "core/constraints.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"

typedef struct {
    int32_t i, j; /* i < j */
    double distance;
} ce_penta_pair;

typedef struct {
    const ce_matrix *x;
    const ce_labels *labels;      /* of the m components; none missing */
    const double *const *weight; /* of each component: a weight vector (d) for each of its clusters,
                                    in the order of the labels */
    size_t component;             /* l */
    ce_link link;
    size_t top;                   /* >= 1 */
    int (*excluded)(const void *state, int32_t i,
                    int32_t j); /* pairs that are not to be candidates; NULL: none */
    const void *state;
} ce_penta_search;

/*
 * The `top` best candidates, best first; ties: the lowest i, then j. pair: owned by the caller;
 * *count <= top. 0 or CE_ENOMEM. Does not depend on threads. O(u^2 m) for u microclusters, and O(d)
 * to O(m d) for each pair of objects that is looked at: at worst for all that have the pattern.
 */
int ce_penta_pairs(const ce_penta_search *search, ce_penta_pair **pair, size_t *count,
                   ce_error *err);

#endif
