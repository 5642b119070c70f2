/*
 * diversity.h: how much base clusterings differ, from each other and from a consensus (card M11).
 *
 * [wce2008] section 4.3.1. [hadjitodorov2006] Hadjitodorov, Kuncheva, Todorova, Information Fusion 7(3), 2006. [greene2004] Greene,
 * Tsymbal, Bolshakova, Cunningham, CBMS 2004.
 */
#ifndef CE_SCORE_DIVERSITY_H
#define CE_SCORE_DIVERSITY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"
#include "score/nmi.h"

/* Similarities of base clusterings, two by two: nmi and ari, each m x m, row-major, symmetric, owned by the caller (either may be NULL: not wanted). Objects that
 * one of two does not label are left out of that pair. sizes of the rows or NULL. O(m^2 n). */
int ce_pairwise_agreement(const ce_labels *labels, const double *size, ce_normaliser normaliser, double **nmi, double **ari, ce_error *err);

/* Each from the similarities above; NaN with fewer than 2 base clusterings. */
double ce_diversity_mean(const double *similarity, size_t m); /* D_NMI [wce2008 eq. 4.2], D_p: mean of 1 - similarity over pairs */

/* H [wce2008 eq. 4.3]: mean over pairs of objects of the entropy, in bits, of being together. By microclusters: pairs inside one have none (with missing
 * labels: p is over the clusterings that label both). NaN for one object. O(microclusters^2 m) time, O(microclusters) memory. */
int ce_diversity_entropy(const ce_microclusters *micro, double *entropy, ce_error *err);

/* From 1 - ARI of each base clustering with a consensus. */
typedef struct {
    double np1;  /* mean */
    double np2;  /* sample standard deviation; NaN for fewer than 2 */
    double ari;  /* (1 - np1 + np2) / 2 [wce2008 eq. 4.5] */
    double np4;  /* np2 / np1; NaN where np1 = 0 */
    double anmi; /* mean NMI of the base clusterings with the consensus */
} ce_diversity_about;

int ce_diversity_of_consensus(const ce_labels *labels, const double *size, const int32_t *consensus, ce_normaliser normaliser,
                              ce_diversity_about *about, ce_error *err);

#endif
