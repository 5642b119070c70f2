/*
 * simrank.h: SRS, SimRank of objects and clusters (Jeh and Widom 2002), and ASRS, an approximation
 * of it.
 *
 * [iamon2008] Iam-On, Boongoen and Garrett, Discovery Science, LNCS 5255, 2008 (doc/readings.md,
 * iamon2008).
 *
 * Both give s_ij = (1 / (p_i p_j)) sum of L(a, b) over the clusters a of i and b of j. p_i is the
 * number of base clusterings that label i. An object without any label has 0 to all others. They
 * differ in L.
 *
 * The clusters need only sums over the objects that two clusters share. So the rounds work on N_c x
 * N_c matrices, and the objects come in once at the end. Microclusters with their sizes give what
 * their objects would. After a failure s can only be freed, twin is undefined.
 */
#ifndef CE_SIMILARITY_SIMRANK_H
#define CE_SIMILARITY_SIMRANK_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"

/*
 * SRS: rounds - 1 steps from S = I, C = I. Each step computes both from the values before it:
 *
 *   S(i,j) = decay / (p_i p_j) sum C(a,b) over the clusters of i and of j,
 *   C(a,b) = decay / (|a| |b|) sum S(i,j) over the objects of a and of b, diagonals 1.
 *
 * decay in (0, 1] (.8), rounds >= 1 (5; 1 gives I). Exact on microclusters. s: dense, diagonal 1.
 * twin: count values, or NULL: the similarity of two different objects of one microcluster, which
 * is not 1. progress: or NULL. 0, CE_ENOMEM, CE_EARG. O(rounds N_c^3 + count^2 m) on all threads;
 * 3 N_c^2 doubles beside s.
 */
int ce_simrank(const ce_microclusters *micro, double decay, size_t rounds, ce_similarity *s,
               double *twin, const ce_progress *progress, ce_error *err);

/*
 * ASRS: L(a, a) = 1. For a != b L(a, b) = decay CS(a, b) / max CS (0 when the maximum is 0). CS(a,
 * b) = sum_c w_ac w_bc / (n_a n_b): w is the Jaccard index of clusters of different base
 * clusterings, n_a the number of clusters c with w_ac > 0. s, twin, failures and memory as above.
 * decay applies to the pair of largest CS too; the published code does not apply it there.
 */
int ce_approximate_simrank(const ce_microclusters *micro, double decay, ce_similarity *s,
                           double *twin, ce_error *err);

#endif
