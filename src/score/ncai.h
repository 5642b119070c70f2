/*
 * ncai.h: normalized crowd agreement index: what a base clustering is worth by how well the others agree with it (card C10).
 */
#ifndef CE_SCORE_NCAI_H
#define CE_SCORE_NCAI_H

#include "core/error.h"
#include "core/labels.h"
#include "score/nmi.h"

/* influence[q] = (CAI_q / max CAI)^beta, CAI_q the mean NMI of q with the m - 1 others; beta > 0 (2). In [0, 1]. All 1 when m = 1 or max CAI =
 * 0. weight as in ce_contingency_build. (Missing labels: ce_nmi_mean_with_others; say what a NaN becomes.) O(m^2 n). */
int ce_ncai(const ce_labels *labels, const double *weight, ce_normaliser normaliser, double beta, double *influence, ce_error *err);

#endif
