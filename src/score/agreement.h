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

/* How much two base clusterings agree. */
typedef struct {
    double mean; /* of their adjusted Rand indices; NaN: no pair has a value */
    int chance;  /* 1: no more and no less than by chance */
} ce_chance;

/*
 * Of up to 10 base clusterings on up to 10,000 objects (rows, weighted by size), both spread
 * over their order; of two clusters or more there, and not each object alone. It is chance where
 * the mean is within .01 of 0 and within three of its errors; the error is the standard deviation
 * over the pairs by the root of their number, and there is none of one pair. It is not told of
 * fewer than 100 rows. O(1) beside reading the labels. The mean is NaN where it cannot be had, as
 * where memory is out, or sizes are beyond 2^53.
 */
ce_chance ce_agreement_sample(const ce_labels *labels, const double *size);

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
