/*
 * nmi.h: entropies of two labellings and the measures built on them. All in nats; 0 log 0 = 0.
 *
 * [strehl2002] Strehl and Ghosh, JMLR 3, 2002, sec. 2.2. [vinh2010] Vinh, Epps and Bailey, JMLR 11,
 * 2010. [meila2007] Meila, J. Multivariate Analysis 98, 2007. [rosenberg2007] Rosenberg and
 * Hirschberg, EMNLP-CoNLL 2007. Every measure of 0 objects is NaN.
 */
#ifndef CE_SCORE_NMI_H
#define CE_SCORE_NMI_H

#include <stdint.h>

#include "core/error.h"
#include "score/contingency.h"

/* Each conditional entropy is summed by itself, from terms >= 0. So it is exactly 0 when one
 * labelling determines the other. mutual is then exactly the smaller entropy, and measures of
 * identical partitions are exactly 1 (or 0). */
typedef struct {
    double first, second;      /* H(U), H(V) */
    double first_given_second; /* H(U|V) */
    double second_given_first; /* H(V|U) */
    double joint;              /* H(U,V) */
    double mutual;             /* I(U,V), 0 .. min(H(U), H(V)) */
    int64_t n;                 /* objects counted */
} ce_information;

/* O(rows + columns + cells). */
void ce_information_compute(ce_information *information, const ce_contingency *table);

/* What the mutual information is divided by. For the same pair the values of NMI are in the order
 * joint <= max <= sum <= sqrt <= min. */
typedef enum {
    CE_NMI_SQRT, /* sqrt(H(U) H(V)): [strehl2002] */
    CE_NMI_MAX,  /* max(H(U), H(V)) */
    CE_NMI_SUM,  /* (H(U) + H(V)) / 2 */
    CE_NMI_MIN,  /* min(H(U), H(V)) */
    CE_NMI_JOINT /* H(U,V) */
} ce_normaliser;
/* In the order of the enum; for option rows. */
#define CE_NORMALISER_NAMES "sqrt|max|sum|min|joint"

/* Normalised mutual information, [0,1]. 1 for identical partitions, also for two with one cluster.
 * Otherwise 0 when either has only one cluster. */
double ce_nmi_of(const ce_information *information, ce_normaliser normaliser);
double ce_nmi(const ce_contingency *table, ce_normaliser normaliser);

/* With the first labelling as the classes U and the second as the clusters V [rosenberg2007].
 * Homogeneity: 1 - H(U|V)/H(U) = I/H(U). Completeness: 1 - H(V|U)/H(V) = I/H(V). Both are 1 when
 * the divisor is 0. V-measure: their harmonic mean, 0 when both are 0. */
double ce_homogeneity(const ce_information *information);
double ce_completeness(const ce_information *information);
double ce_vmeasure(const ce_information *information);

/* Variation of information H(U|V) + H(V|U) in nats, 0 .. log n; a metric [meila2007]. */
double ce_variation_of_information(const ce_information *information);

#endif
