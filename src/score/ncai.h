/*
 * ncai.h: normalized crowd agreement index: what a base clustering is worth by how well the others
 * agree with it.
 *
 * [huang2015] Huang, Lai and Wang, Neurocomputing 170, 2015 (WEAC, GP-MGLA; doc/readings.md,
 * huang2015).
 */
#ifndef CE_SCORE_NCAI_H
#define CE_SCORE_NCAI_H

#include "core/error.h"
#include "core/labels.h"
#include "score/nmi.h"

/*
 * influence[q] = (CAI_q / max CAI)^beta, with CAI_q the mean NMI of q with the m - 1 others. beta:
 * finite, >= 0 (2; 0: all 1). Values are in [0, 1], the largest is 1; all are 1 when m = 1 or max
 * CAI = 0. The published program takes CE_NMI_MAX. weight as in ce_contingency_build.
 *
 * Missing labels: the NMI of two base clusterings is that of the objects labelled in both. Pairs
 * without such an object are left out of the mean. A base clustering that has no other pairs has
 * CAI 0.
 *
 * O(m^2 n) on all threads. 0, CE_ENOMEM, CE_EARG, or CE_EINPUT (ce_contingency_build); influence is
 * untouched after a failure.
 */
int ce_ncai(const ce_labels *labels, const double *weight, ce_normaliser normaliser, double beta,
            double *influence, ce_error *err);

#endif
