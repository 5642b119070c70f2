/*
 * ari.h: measures that count pairs of objects. A pair is together or apart in each of two
 * labellings.
 *
 * [hubert1985] Hubert and Arabie, J. Classification 2, 1985. [fowlkes1983] Fowlkes and Mallows,
 * JASA 78, 1983. Rand, JASA 66, 1971. Jaccard's index is that of the two sets of pairs. Every
 * measure of 0 objects is NaN.
 */
#ifndef CE_SCORE_ARI_H
#define CE_SCORE_ARI_H

#include <stdint.h>

#include "core/error.h"
#include "score/contingency.h"

/* Numbers of pairs, counted in 128 bits and rounded once. They sum to n(n-1)/2. */
typedef struct {
    double both;        /* together in both: S = sum C(n_ij, 2) */
    double first_only;  /* together in the first only: A - S, A = sum C(a_i, 2) */
    double second_only; /* together in the second only: B - S, B = sum C(b_j, 2) */
    double neither;
    int64_t n;
} ce_pairs;

/* O(rows + columns + cells). */
void ce_pairs_count(ce_pairs *pairs, const ce_contingency *table);

/* Rand index, [0,1]: the share of the pairs that are treated alike; 1 for one object. */
double ce_rand(const ce_pairs *pairs);

/* Adjusted Rand index [hubert1985], about [-0.5,1]: (S - AB/T) / ((A+B)/2 - AB/T), T all pairs. 1
 * for identical partitions, also where the quotient is 0/0; 0 expected for independent ones.
 * Computed from the four counts, where nothing cancels. */
double ce_ari_of(const ce_pairs *pairs);
double ce_ari(const ce_contingency *table);

/* Jaccard, [0,1]: S / (A + B - S); 1 when no pair is together in either. */
double ce_jaccard(const ce_pairs *pairs);

/* Fowlkes-Mallows, [0,1]: S / sqrt(AB); 0 when one of A, B is 0, 1 when both are. */
double ce_fowlkes_mallows(const ce_pairs *pairs);

/* Pairwise F, [0,1]: the harmonic mean of the precision S/B and the recall S/A, 2S / (A + B). The
 * first labelling is the classes. 1 when no pair is together in either. */
double ce_pair_f(const ce_pairs *pairs);

#endif
