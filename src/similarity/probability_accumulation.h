/*
 * probability_accumulation.h: co-association in which a cluster counts less the larger it is: PAcc.
 *
 * [wang2009] Wang, Yang and Zhou, Pattern Recognition 42(5), 2009 (doc/readings.md, wang2009).
 */
#ifndef CE_SIMILARITY_PROBABILITY_ACCUMULATION_H
#define CE_SIMILARITY_PROBABILITY_ACCUMULATION_H

#include "core/error.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "similarity/clusters.h"

/* What each cluster adds: 1 / (1 + s^(1/d)), s its size in objects, d > 0 the number of features
 * that the objects have. weight: clusters->count. */
void ce_accumulation_weights(const ce_clusters *clusters, double dimensions, double *weight);

/* s_ij = (1 / m_ij) sum of these weights over the clusters that hold both. m_ij is the number of
 * base clusterings that label both (0/0 = 0). Dense, diagonal 1. twin: count values, or NULL: the
 * similarity of two different objects of one microcluster, which is 1/2 at most. progress: or NULL.
 * O(count^2 m). 0, CE_ENOMEM, or CE_EARG: d is no finite number above 0. After a failure s can only
 * be freed, twin is undefined. */
int ce_probability_accumulation(const ce_microclusters *micro, double dimensions, ce_similarity *s,
                                double *twin, const ce_progress *progress, ce_error *err);

#endif
