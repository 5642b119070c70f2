/*
 * diversity.h: how much base clusterings differ, from each other and from a consensus (card M11).
 *
 * [wce2008] section 4.3.1. [fern2003] Fern and Brodley, ICML 2003. [hadjitodorov2006] Hadjitodorov,
 * Kuncheva and Todorova, Information Fusion 7(3), 2006. [greene2004] Greene, Tsymbal, Bolshakova
 * and Cunningham, CBMS 2004. Pairs of base clusterings: agreement.h.
 */
#ifndef CE_SCORE_DIVERSITY_H
#define CE_SCORE_DIVERSITY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"
#include "score/nmi.h"

/* The mean of 1 - similarity over pairs of base clusterings (m x m, as in ce_agreement): D_NMI
 * [wce2008 eq. 4.2] [fern2003] of NMI, D_p [hadjitodorov2006] of ARI. Pairs without a value are
 * left out; NaN when that leaves none (m = 1). */
double ce_diversity_mean(const double *similarity, size_t m);

/*
 * H [wce2008 eq. 4.3] [greene2004], in [0,1] bit: the mean over pairs of objects of -(p log2 p +
 * (1-p) log2 (1-p)), p the share of the base clusterings that put them together, of those that
 * label both. Pairs that none labels both are left out; NaN when that leaves none (one object).
 * Pairs inside a microcluster have 0. Cost: ce_pair_counts_compute, and a logarithm for each count
 * that occurs.
 */
int ce_diversity_entropy(const ce_microclusters *micro, double *entropy, ce_error *err);

/* From 1 - ARI(P_i, P*) of each base clustering P_i with a consensus P*. Base clusterings without
 * an object that the consensus labels too are left out. */
typedef struct {
    double np1;  /* mean; NaN when there is none */
    double np2;  /* sample standard deviation; NaN for fewer than 2 */
    double ari;  /* D_ARI = (1 - np1 + np2) / 2 [wce2008 eq. 4.5]; NaN where np2 is */
    double np4;  /* np2 / np1 [hadjitodorov2006]; NaN where np1 = 0 */
    double anmi; /* the mean NMI with the consensus: ANMI, a similarity [strehl2002] */
} ce_diversity_about;

/* nmi, ari: m values of the base clusterings with the consensus; NaN: no common object. */
void ce_diversity_of_consensus(const double *nmi, const double *ari, size_t m,
                               ce_diversity_about *about);

/* NMI and ARI of each base clustering with each of the consensus columns (as many objects): nmi,
 * ari: consensus->m x labels->m, row-major. On all threads. most_out as in ce_agreement. 0,
 * CE_ENOMEM, CE_EINPUT. */
int ce_agreement_with_consensus(const ce_labels *labels, const double *size,
                                const ce_labels *consensus, ce_normaliser normaliser, double *nmi,
                                double *ari, int64_t *most_out, ce_error *err);

#endif
