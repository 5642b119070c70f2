/*
 * penta_pairs.h: the pairs that penta-training gives a component [wce2008 sec. 6.5, Algorithm 11]
 * (doc/readings.md, wce2008 24).
 *
 * - A candidate must-link of component l is a pair that all others put together and l apart. Its
 *   distance is the mean over the others of
 *
 *       sqrt(sum_s w_s (x_s - y_s)^2)
 *
 *   with w the weight vector of the cluster that holds both. The pairs of smallest distance are
 *   wanted.
 * - A candidate cannot-link is a pair that all others put apart and l together. Its distance is the
 *   Euclidean one. The pairs of largest distance are wanted.
 *
 * All pairs of objects of two microclusters are candidates, or none is. So microclusters are
 * compared first. Among candidates, bounds rule out pairs without computing their distance:
 *
 * - Must-links: scale each feature by the mean of the roots of its weights. The distance is at
 *   least the Euclidean distance of the scaled rows, and that is at least their difference in any
 *   one scaled feature.
 * - Cannot-links: the distance is at most the sum of three: from the first object to the mean of
 *   its microcluster, from there to the mean of the other microcluster, and from there to the
 *   second object.
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
    const ce_matrix *x;           /* n x d */
    const ce_labels *labels;      /* n x m: of the components; none missing */
    const double *const *weight;  /* m: for each component k x d, a vector for each cluster */
    size_t component;             /* l */
    ce_link link;
    size_t top; /* >= 1 */

    /* Says which pairs are no candidates; NULL: all may be. */
    int (*excluded)(const void *state, int32_t i, int32_t j);
    const void *state;
} ce_penta_search;

/*
 * The `top` best candidates, best first; ties: the lowest i, then j. *pair: allocated here, the
 * caller frees it; *count <= top. 0 or CE_ENOMEM; then *count is 0 and *pair untouched. O(u^2 m)
 * for u microclusters, and O(d) to O(m d) for each pair of objects that the bounds do not rule out,
 * at worst for all candidates.
 */
int ce_penta_pairs(const ce_penta_search *search, ce_penta_pair **pair, size_t *count,
                   ce_error *err);

#endif
