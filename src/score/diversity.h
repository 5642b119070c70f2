/*
 * diversity.h: how much base clusterings differ, from each other and from a consensus.
 *
 * [wce2008] section 4.3.1 (doc/readings.md, wce2008). [fern2003] Fern and Brodley, ICML 2003.
 * [hadjitodorov2006] Hadjitodorov, Kuncheva and Todorova, Information Fusion 7(3), 2006.
 * [greene2004] Greene, Tsymbal, Bolshakova and Cunningham, CBMS 2004. Pairs of base clusterings:
 * agreement.h. P_i: a base clustering. P*: a consensus.
 */
#ifndef CE_SCORE_DIVERSITY_H
#define CE_SCORE_DIVERSITY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "score/agreement.h"
#include "score/nmi.h"

/* ---- the measures, one by one ---- */

/* The mean of 1 - similarity over pairs of base clusterings (m x m, as in ce_agreement). Of NMI it
 * is D_NMI [wce2008 eq. 4.2] [fern2003], of ARI it is D_p [hadjitodorov2006]. Pairs without a value
 * are left out; NaN when that leaves none (m = 1). */
double ce_diversity_mean(const double *similarity, size_t m);

/*
 * H [wce2008 eq. 4.3] [greene2004], in [0,1] bit: the mean over pairs of objects of -(p log2 p +
 * (1-p) log2 (1-p)). p is the share of the base clusterings that put the two together, of those
 * that label both. Pairs that no base clustering labels are left out; NaN when that leaves none
 * (one object). Pairs inside a microcluster have 0. Cost: ce_pair_counts_compute, and a logarithm
 * for each count that occurs. 0 or its failures, with *entropy untouched.
 */
int ce_diversity_entropy(const ce_microclusters *micro, const ce_progress *progress,
                         double *entropy, ce_error *err);

/* From 1 - ARI(P_i, P*) of each base clustering with a consensus. Base clusterings without an
 * object that the consensus labels too are left out. */
typedef struct {
    double np1;  /* mean; NaN when there is none */
    double np2;  /* sample standard deviation; NaN for fewer than 2 */
    double ari;  /* D_ARI = (1 - np1 + np2) / 2 [wce2008 eq. 4.5]; NaN where np2 is */
    double np4;  /* np2 / np1 [hadjitodorov2006]; NaN where np1 = 0 */
    double anmi; /* the mean NMI with the consensus: ANMI, a similarity [strehl2002] */
    double aari; /* the mean ARI, 1 - np1 */
    double aecs; /* the mean element-centric similarity (element_centric.h) */
} ce_diversity_about;

/* How like each of m base clusterings is to each of some others: of the others x m values,
 * row-major; NaN: no common object. Set to zero before use. */
typedef struct {
    double *nmi, *ari, *ecs; /* owned */
} ce_likeness;
void ce_likeness_free(ce_likeness *likeness);

/* Of row `column` of likeness, which has m values. */
void ce_diversity_of_consensus(const ce_likeness *likeness, size_t column, size_t m,
                               ce_diversity_about *about);

/* The likeness of each base clustering to each column of consensus, which has as many objects.
 * *most_out: raised to the number of objects that some pair leaves out, at most. On all threads.
 * 0, CE_ENOMEM, CE_EINPUT; empty after a failure. */
int ce_agreement_with_consensus(const ce_labels *labels, const double *size,
                                const ce_labels *consensus, ce_normaliser normaliser,
                                ce_likeness *likeness, int64_t *most_out, ce_error *err);

/* ---- all of them ---- */

typedef enum {
    CE_D_NMI,     /* ce_diversity_mean of NMI */
    CE_D_ENTROPY, /* ce_diversity_entropy */
    CE_D_P,       /* ce_diversity_mean of ARI */
    CE_D_ECS,     /* 1 - ce_diversity_mean of element-centric similarity: an agreement */
    CE_D_IC,      /* ce_inconsistency */
    /* from here on about a consensus: ce_diversity_about */
    CE_D_NP1,
    CE_D_NP2,
    CE_D_ARI,
    CE_D_NP4,
    CE_D_ANMI,
    CE_D_AARI,
    CE_D_AECS
} ce_diversity_measure;

enum { CE_DIVERSITY_MEASURES = CE_D_AECS + 1 };

int ce_diversity_needs_consensus(ce_diversity_measure measure);

/* What is computed of the base clusterings. Each CE_DIVERSITY_ is a bit. */
enum { CE_DIVERSITY_NMI = 1, CE_DIVERSITY_ARI = 2, CE_DIVERSITY_ENTROPY = 4, CE_DIVERSITY_ECS = 8 };

/* Those that `count` measures need. which: numbers of ce_diversity_measure. */
int ce_diversity_parts(const int *which, size_t count);

/* Set to zero before use. Empty after a failure. */
typedef struct {
    size_t m;
    ce_agreement agreement; /* owned; of the parts asked for */
    double entropy;         /* with CE_DIVERSITY_ENTROPY */
    ce_likeness about;      /* ce_agreement_with_consensus; empty without a consensus */
    int64_t most_out;       /* objects that some pair of labellings leaves out, at most */
} ce_diversity;

/* parts: CE_DIVERSITY_..., added. size: as in ce_contingency_build. consensus: columns about the
 * same objects, or NULL. 0, CE_ENOMEM, CE_EINPUT. */
int ce_diversity_compute(ce_diversity *diversity, const ce_labels *labels, const double *size,
                         const ce_labels *consensus, ce_normaliser normaliser, int parts,
                         const ce_progress *progress, ce_error *err);
void ce_diversity_free(ce_diversity *diversity);

/* The value of a measure whose parts were computed. column: of the consensus, for measures that
 * need one. */
double ce_diversity_value(const ce_diversity *diversity, ce_diversity_measure measure,
                          size_t column);

#endif
