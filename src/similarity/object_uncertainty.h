/*
 * object_uncertainty.h: how much base clusterings disagree about an object: the weights of objects
 * in weighted-object ensemble clustering [ren2013].
 *
 *     w_i = (4 / n) sum_j a_ij (1 - a_ij)
 *
 * over all n objects. a_ij is the share of base clusterings that put i and j into one cluster, of
 * those that label both; 0/0 = 0.
 */
#ifndef CE_SIMILARITY_OBJECT_UNCERTAINTY_H
#define CE_SIMILARITY_OBJECT_UNCERTAINTY_H

#include "core/error.h"
#include "core/microclusters.h"
#include "similarity/clusters.h"

/* weight: micro->count values in [0, 1]: 0 when all base clusterings agree on the object, 1 when
 * each other object is with it in half of them. Complete labels: a quotient of whole numbers, in
 * O(count m^2), with a matrix of all pairs of clusters. Missing labels: O(count^2 m), with a matrix
 * of all pairs of microclusters. 0 or CE_ENOMEM; after a failure weight is undefined. */
int ce_object_uncertainty(const ce_microclusters *micro, const ce_clusters *clusters,
                          double *weight, ce_error *err);

#endif
