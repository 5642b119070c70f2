/*
 * agreement.h: how alike the base clusterings of an ensemble are, two by two.
 *
 * A pair of base clusterings is compared on the objects that both label. A pair without such an
 * object has no value (NaN), and means leave it out. size: the objects behind each row, as in
 * ce_contingency_build, or NULL.
 */
#ifndef CE_SCORE_AGREEMENT_H
#define CE_SCORE_AGREEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/progress.h"
#include "score/nmi.h"

enum { CE_AGREEMENT_NMI = 1, CE_AGREEMENT_ARI = 2, CE_AGREEMENT_SMI = 4, CE_AGREEMENT_ECS = 8 };

/* Set to zero before use. Each matrix is m x m, row-major, symmetric, owned; NULL when not asked
 * for. */
typedef struct {
    size_t m;
    double *nmi, *ari, *ecs; /* 1 on the diagonal */
    double *smi;             /* NaN on the diagonal */
    int64_t most_out;        /* objects that some pair leaves out, at most */
} ce_agreement;

/*
 * which: CE_AGREEMENT_..., added. Computed on the distinct rows: time is O(n m + m^2 rows). On all
 * threads; the result does not depend on their number. progress: or NULL. 0, CE_ENOMEM (asked for
 * before it is taken), or CE_EINPUT (ce_contingency_build). Empty after a failure.
 */
int ce_agreement_compute(ce_agreement *agreement, const ce_labels *labels, const double *size,
                         ce_normaliser normaliser, int which, const ce_progress *progress,
                         ce_error *err);
void ce_agreement_free(ce_agreement *agreement);

/* The mean adjusted Rand index of two base clusterings, of up to 10 of them on up to 10,000 objects
 * (rows, weighted by size), both spread evenly in their order. NaN: no pair has a value. *error:
 * the standard deviation over the pairs by the root of their number; NaN for fewer than two; or
 * NULL. O(1) beside reading the labels. 0, CE_ENOMEM or CE_EINPUT (ce_contingency_build). */
int ce_agreement_sample(const ce_labels *labels, const double *size, double *mean, double *error,
                        ce_error *err);

/* mean[q]: the mean of q's m - 1 similarities with the others; NaN when it has none (m = 1). The
 * sum is compensated: base clusterings that agree with the others equally have equal means, though
 * the order of the terms differs. */
void ce_agreement_mean_with_others(const double *similarity, size_t m, double *mean);

/* The same of NMI, and of SMI, from the labels. progress: or NULL. Fails as ce_agreement_compute
 * does, and leaves mean untouched then. */
int ce_nmi_mean_with_others(const ce_labels *labels, const double *size, ce_normaliser normaliser,
                            double *mean, ce_error *err);
int ce_smi_mean_with_others(const ce_labels *labels, const double *size, double *mean,
                            const ce_progress *progress, ce_error *err);

#endif
