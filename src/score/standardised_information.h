/*
 * standardised_information.h: standardised mutual information (SMI): how many standard deviations
 * the mutual information of two labellings is above what chance gives.
 *
 * [romano2014] Romano, Bailey, Nguyen and Verspoor, ICML 2014 (doc/readings.md, romano2014).
 * Permutation model as in ami.h.
 *
 * Since the margins are fixed, n I = sum_ij d(n_ij) with d(x) = x log(x / mu) - x + mu, mu = a_i
 * b_j / n. The paper's variance of this sum costs R^2 C^2 sums over pairs of cells. Here it is
 * summed by the irreducible parts of the permutations instead, which makes it exact for tables of
 * any size:
 *
 * 1. p_r are the orthonormal polynomials of the hypergeometric distribution of n_ij, and c_r(i,j) =
 *    E[d(n_ij) p_r(n_ij)].
 * 2. E[p_r(n_ij) p_s(n_i'j')] is 0 for r != s. For r = s it is g_r(a_i, a_i') g_r(b_j, b_j'). g is
 *    1 for the same cluster and (-1)^r u_r(a) u_r(a') for two, with u_r(a)^2 = C(a,r) / C(n-a,r).
 *    These are Schur's orthogonality relations in the permutations' representation (n-r, r), in
 *    which a set of a objects has one invariant direction.
 * 3. So each r >= 1 adds sum_ij c^2 (1 -+ u_i^2)(1 -+ v_j^2) +- sum_j (1 -+ v_j^2)(sum_i u_i c)^2
 *    +- sum_i (1 -+ u_i^2)(sum_j v_j c)^2 + (sum_ij u_i v_j c)^2 >= 0.
 */
#ifndef CE_SCORE_STANDARDISED_INFORMATION_H
#define CE_SCORE_STANDARDISED_INFORMATION_H

#include "core/error.h"
#include "score/contingency.h"

typedef struct {
    double smi;                 /* (I - E[I]) / deviation; 0 where the deviation is 0 */
    double expected, deviation; /* of I, in nats */
} ce_smi;

/*
 * Equal pairs of sizes are computed once. The deviation is 0 where one labelling has only one
 * cluster or only single objects. It is 0, too, where all tables with these margins have the same
 * I: where the terms of its variance cancel but for 1e-12 of them. Of 0 objects all three are NaN.
 *
 * Time: distinct pairs of sizes x standard deviations of n_ij x parts (10 to 60). Deviations count
 * up to 1000. Beyond, sums are taken in strides, which changes no digit of a sum over so smooth a
 * function. 0, or CE_ENOMEM with all three NaN.
 */
int ce_smi_compute(const ce_contingency *table, ce_smi *smi, ce_error *err);

#endif
