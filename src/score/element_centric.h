/*
 * element_centric.h: element-centric similarity of two clusterings, and the consistency of an
 * ensemble in it.
 *
 * [gates2019] Gates, Wood, Hetrick and Ahn, Scientific Reports 9, 2019. Object i, in cluster a of U
 * and b of V, has the similarity
 *
 *   S_i(U, V) = n_ab / max(n_a, n_b),
 *
 * which is what the printed 1 - (1 / 2 alpha) sum_j |p_ij - q_ij| comes to for disjoint clusters,
 * whatever alpha. [kim2025] Kim, Park, Park, Kim, Seo and Kim, Nature Communications 16, 2025.
 * Objects whose label is missing in either clustering are left out before the clusters are counted.
 */
#ifndef CE_SCORE_ELEMENT_CENTRIC_H
#define CE_SCORE_ELEMENT_CENTRIC_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "score/contingency.h"

/* The mean of S_i, sum_ab n_ab^2 / max(n_a, n_b) / n, in (0,1]; exactly 1 for equal partitions. NaN
 * for 0 objects. O(cells). */
double ce_element_similarity(const ce_contingency *table);

/*
 * The inconsistency coefficient of m clusterings [kim2025]: 1 / the mean of all m^2 similarities,
 * with 1 for each clustering and itself. 1 when all are equal, and larger the less alike they are.
 * It depends on m. similarity: m x m, as in ce_agreement; pairs without a value (NaN) are left out.
 * NaN where several clusterings have labels and no pair has a value.
 */
double ce_inconsistency(const double *similarity, size_t m);

/*
 * consistency: of each microcluster, the mean of S_i over the pairs of base clusterings that both
 * label it, in (0,1]; NaN where there is none. With m = 1 it is 1 where there is a label.
 * On all threads; O(m^2 microclusters). 0, CE_ENOMEM, CE_EINPUT (ce_sizes_check); undefined after a
 * failure.
 */
int ce_element_consistency(const ce_microclusters *micro, const ce_progress *progress,
                           double *consistency, ce_error *err);

/* The same of each object of a table. size: objects in each row, or NULL. consistency: labels->n.
 * Returns and outputs as above. */
int ce_element_consistency_of_objects(const ce_labels *labels, const double *size,
                                      const ce_progress *progress, double *consistency,
                                      ce_error *err);

#endif
