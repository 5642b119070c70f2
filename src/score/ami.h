/*
 * ami.h: mutual information adjusted for chance, which is what independent labellings with these
 * cluster sizes share on average.
 *
 * [vinh2010] Vinh, Epps and Bailey, JMLR 11, 2010, eq. (24a): the expectation under the permutation
 * model. Both sets of cluster sizes are fixed and the objects are shuffled, so each n_ij is
 * hypergeometric.
 */
#ifndef CE_SCORE_AMI_H
#define CE_SCORE_AMI_H

#include "core/error.h"
#include "score/contingency.h"
#include "score/nmi.h"

/*
 * E[I] in nats. Equal pairs of sizes are summed once. Each distribution is summed from its mode
 * outwards, by the ratio of neighbouring terms, until the terms no longer count, and divided by its
 * own sum. So no factorial is needed and nothing overflows. Time: distinct pairs of sizes x
 * standard deviation of n_ij, a few times 10 million steps for n = 10^6. 0, or CE_ENOMEM with
 * *expected = 0.
 */
int ce_expected_information(const ce_contingency *table, double *expected, ce_error *err);

/* (I - E[I]) / (N - E[I]), N as in ce_nmi_of; at most 1, and 0 expected by chance. 1 for identical
 * partitions, also where the quotient is 0/0. Otherwise 0 when one of them has only one cluster or
 * only single objects, since then I = E[I]. NaN for 0 objects. */
double ce_ami_of(const ce_information *information, double expected, const ce_contingency *table,
                 ce_normaliser normaliser);

#endif
