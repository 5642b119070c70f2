/*
 * ncai.h: normalized crowd agreement index: what a base clustering is worth by how well the others
 * agree with it (card C10).
 *
 * [huang2015] Huang, Lai and Wang, Neurocomputing 170, 2015 (WEAC, GP-MGLA).
 */
#ifndef CE_SCORE_NCAI_H
#define CE_SCORE_NCAI_H

#include "core/error.h"
#include "core/labels.h"
#include "score/nmi.h"

/*
 * influence[q] = (CAI_q / max CAI)^beta, CAI_q the mean NMI of q with the m - 1 others; beta >= 0
 * and finite (2; 0: all 1). In [0, 1], the largest is 1. All 1 when m = 1 or max CAI = 0. The
 * published program takes CE_NMI_MAX. weight as in ce_contingency_build. Missing labels: the NMI of
 * two base clusterings is that of the objects labelled in both; pairs without such an object are
 * left out of the mean, and a base clustering that has none but such pairs has CAI 0. 0, CE_ENOMEM,
 * CE_EARG, or CE_EINPUT (ce_contingency_build). O(m^2 n) on all threads.
 */
int ce_ncai(const ce_labels *labels, const double *weight, ce_normaliser normaliser, double beta,
            double *influence, ce_error *err);

#endif
