/*
 * coloring_labels.h: dissimilarities between rows of labels, for coloring.h. They are counted again
 * whenever they are needed.
 */
#ifndef CE_PARTITION_COLORING_LABELS_H
#define CE_PARTITION_COLORING_LABELS_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "partition/coloring.h"

/* The dissimilarity of two rows is the share of base clusterings that separate them, of those that
 * label both (1 if none does), in units of 1 / unit. Set to zero before use. It borrows the labels,
 * which must outlive it. */
typedef struct {
    const ce_labels *labels;
    double unit;   /* m when no label is missing; 1: shares as they are, 1 - same / both */
    double *value; /* owned; by both, (m + 1) of them, and same; NULL when no label is missing */
} ce_label_dissimilarities;

/* denominator: when labels are missing, a common denominator of the shares that occur; 0: there is
 * none that is small enough. Returns 0 or CE_ENOMEM; d is empty after a failure. */
int ce_label_dissimilarities_build(ce_label_dissimilarities *d, const ce_labels *labels,
                                   size_t denominator, ce_error *err);
void ce_label_dissimilarities_free(ce_label_dissimilarities *d);

/* What ce_coloring takes. It borrows d and size, which must outlive it. */
ce_dissimilarities ce_dissimilarities_of_labels(const ce_label_dissimilarities *d,
                                                const double *size);

#endif
