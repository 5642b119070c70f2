/*
 * agreement.h: how alike the base clusterings of an ensemble are, two by two.
 *
 * Objects that one of two does not label are left out of that pair; a pair without a common object
 * has no value (NaN), and means leave it out. size: the objects behind each row, as in
 * ce_contingency_build, or NULL.
 */
#ifndef CE_SCORE_AGREEMENT_H
#define CE_SCORE_AGREEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "score/nmi.h"

enum { CE_AGREEMENT_NMI = 1, CE_AGREEMENT_ARI = 2, CE_AGREEMENT_SMI = 4 };

/* Zero-initialise before use. */
typedef struct {
    size_t m;
    double *nmi,
        *ari; /* owned: m x m, row-major, symmetric, 1 on the diagonal; NULL when not asked for */
    double *smi;       /* likewise, the diagonal NaN */
    int64_t most_out;  /* objects that some pair leaves out, at most */
} ce_agreement;

/* which: CE_AGREEMENT_..., added. Computed on the distinct rows, so that time is O(n m + m^2 rows);
 * on all threads, and the result does not depend on their number. 0, CE_ENOMEM (asked for before it
 * is taken), or CE_EINPUT (ce_contingency_build). */
int ce_agreement_compute(ce_agreement *agreement, const ce_labels *labels, const double *size,
                         ce_normaliser normaliser, int which, ce_error *err);
void ce_agreement_free(ce_agreement *agreement);

/* mean[q]: of q's m - 1 similarities with the others; NaN when it has none (m = 1). The sum is
 * compensated, so that base clusterings that agree with the others equally have equal means, though
 * the order of the terms differs. */
void ce_agreement_mean_with_others(const double *similarity, size_t m, double *mean);

/* The same of NMI, and of SMI, from the labels. */
int ce_nmi_mean_with_others(const ce_labels *labels, const double *size, ce_normaliser normaliser,
                            double *mean, ce_error *err);
int ce_smi_mean_with_others(const ce_labels *labels, const double *size, double *mean,
                            ce_error *err);

#endif
