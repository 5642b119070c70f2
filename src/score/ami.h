/*
 * ami.h: mutual information adjusted for chance: what independent labellings with these cluster
 * sizes share on average.
 *
 * [vinh2010] Vinh, Epps and Bailey, JMLR 11, 2010, eq. (24a) for the expectation under the
 * permutation model (both sets of cluster sizes fixed, objects shuffled: each n_ij is
 * hypergeometric).
 */
#ifndef CE_SCORE_AMI_H
#define CE_SCORE_AMI_H

#include "core/error.h"
#include "score/contingency.h"
#include "score/nmi.h"

/* E[I] in nats. Equal pairs of sizes are summed once; each distribution is summed from its mode
 * outwards by the ratio of neighbouring terms until they no longer count, and divided by its own
 * sum, so no factorial is needed and nothing overflows. Time: distinct pairs of sizes x standard
 * deviation of n_ij, a few times 10 million steps for n = 10^6. 0 or CE_ENOMEM. */
int ce_expected_information(const ce_contingency *table, double *expected, ce_error *err);

/* (I - E[I]) / (N - E[I]), N as in ce_nmi_of except CE_NMI_JOINT; at most 1, 0 expected by chance.
 * 1 for identical partitions (also where that is 0/0); else 0 when one of them has only one cluster
 * or only single objects, since then I = E[I]. NaN for 0 objects. */
double ce_ami_of(const ce_information *information, double expected, const ce_contingency *table,
                 ce_normaliser normaliser);

#endif
