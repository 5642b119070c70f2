/*
 * relabel.h: clusters renamed to agree with a reference, by the one-to-one map that covers the most
 * objects (assignment.h).
 */
#ifndef CE_SCORE_RELABEL_H
#define CE_SCORE_RELABEL_H

#include "core/error.h"
#include "core/labels.h"
#include "io/columns.h"
#include "io/label_table.h"

/* number: for each of the k clusters of `column` (n labels) the cluster of `reference` (n labels,
 * reference_k clusters) that it corresponds to, or, for those without partner, reference_k,
 * reference_k + 1, ... in their order. Distinct, so the partition stays. Ties as in ce_assignment.
 * weight as in ce_contingency_build. 0 or a failure. */
int ce_relabel_numbers(const int32_t *column, int32_t k, const int32_t *reference,
                       int32_t reference_k, const double *weight, size_t n, int32_t *number,
                       ce_error *err);

/* Renames the clusters of every column of a table: a cluster with a partner gets its label, the
 * others get whole numbers above the reference's number of clusters and above all numbers among its
 * labels. Columns in parallel; the result does not depend on the number of threads. The table must
 * carry categories (as read), and is unchanged after a failure. */
int ce_relabel_table(ce_label_table *table, const int32_t *reference,
                     const ce_categories *reference_labels, ce_error *err);

/* The column with the highest mean NMI (sqrt) to the others; among equals the first. 0 or a
 * failure. */
int ce_relabel_central_column(const ce_label_table *table, size_t *column, ce_error *err);

#endif
