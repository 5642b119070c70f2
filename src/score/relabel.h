/*
 * relabel.h: clusters numbered to agree with a reference, by the one-to-one map that covers the
 * most objects (assignment.h).
 */
#ifndef CE_SCORE_RELABEL_H
#define CE_SCORE_RELABEL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/*
 * number: for each of the k clusters of `column` (n labels) the cluster of `reference` (n labels,
 * reference_k clusters) that it corresponds to. Clusters without a partner get reference_k,
 * reference_k + 1, ... in their order. All numbers differ, so the partition stays. Ties as in
 * ce_assignment. weight as in ce_contingency_build. 0 or its failures, CE_ENOMEM; number is
 * undefined after one.
 */
int ce_relabel_numbers(const int32_t *column, int32_t k, const int32_t *reference,
                       int32_t reference_k, const double *weight, size_t n, int32_t *number,
                       ce_error *err);

/* *column: the one with the highest mean NMI (sqrt) to the others; among equals the first. size as
 * in ce_contingency_build. 0 or a failure of ce_nmi_mean_with_others, with *column undefined. */
int ce_relabel_central_column(const ce_labels *labels, const double *size, size_t *column,
                              ce_error *err);

#endif
