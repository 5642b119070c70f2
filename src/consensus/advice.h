/*
 * advice.h: which consensus functions suit some base clusterings: what they are like, how well each
 * function did on many data sets, and about how long it takes and how much memory it needs here.
 *
 * The evidence is doc/evidence.csv, made by papers/benchmark. Functions are ranked on each data set
 * by the mean adjusted Rand index at the true number of clusters; the best has rank 1.
 */
#ifndef CE_CONSENSUS_ADVICE_H
#define CE_CONSENSUS_ADVICE_H

#include <stddef.h>

#include "consensus/ensemble.h"
#include "core/descriptor.h"
#include "core/error.h"
#include "score/agreement.h"

/* Ensembles of the benchmark, 30 k-means each: k drawn from 2 to the root of n; the same on half of
 * the features; the true k; k drawn, and each on half of the objects, so that half of the labels
 * are missing; k drawn from the root of n to twice that. */
enum {
    CE_EVIDENCE_RANDOM,
    CE_EVIDENCE_SUBSPACES,
    CE_EVIDENCE_FIXED,
    CE_EVIDENCE_MISSING,
    CE_EVIDENCE_LARGE,
    CE_EVIDENCE_KINDS
};

/* Ensembles whose cost was measured: 2,000 and 8,000 objects with k drawn from 2 to the root of n,
 * 8,000 with smaller k, and 100,000 with the same. */
enum { CE_COST_SMALL, CE_COST_LARGE, CE_COST_FEW, CE_COST_MANY, CE_COSTS };

typedef struct {
    const char *function, *options; /* options: "" where all are the defaults */
    double rank[CE_EVIDENCE_KINDS], ari[CE_EVIDENCE_KINDS]; /* means over data sets; NaN: none */
    double seconds[CE_COSTS], mib[CE_COSTS]; /* of the processor, and memory; NaN: none */
    double soft_ari;                         /* mean over data sets with memberships; NaN: none */
    double search; /* how many times as long it takes to find k by halves of the base clusterings,
                    * at the first of these sizes, or more; NaN: not known, or it finds k itself */
} ce_function_evidence;

/* All rows; the last has no function. */
extern const ce_function_evidence ce_evidences[];
extern const int ce_evidence_sets[CE_EVIDENCE_KINDS];          /* data sets of each kind */
extern const double ce_evidence_difference[CE_EVIDENCE_KINDS]; /* ranks; see ce_advice.alike */
extern const int ce_evidence_largest[CE_EVIDENCE_KINDS];       /* objects of the largest of them */
extern const int ce_evidence_soft_sets;                        /* data sets with memberships */
extern const double ce_evidence_microclusters[CE_COSTS];       /* of the ensembles above */
extern const double ce_evidence_clusters[CE_COSTS];            /* of all their members together */

/* What base clusterings are like. */
typedef struct {
    size_t n, m;          /* rows with a label, and base clusterings */
    double objects;       /* of these rows: n, or the sum of their sizes */
    size_t unlabelled;    /* rows without any label */
    size_t clusters;      /* of all base clusterings together */
    size_t least, most;   /* clusters of a base clustering */
    size_t microclusters; /* distinct rows of labels */
    double missing;       /* share of the labels, in [0,1] */
    ce_chance agreement;  /* of two of them */
    int fixed;            /* 1 where all of several base clusterings have one k */
    int same;             /* 1 where all are one partition; 0 for memberships and missing labels */
    size_t wanted;        /* clusters asked for, the most of several; 0: not known, as described */
    int soft;             /* 1 for memberships: the labels above are the most likely clusters */
    size_t calls;         /* so many k are asked for; 0: k is found by halves, */
    size_t tries;         /* among so many */
} ce_ensemble_facts;

/* O(n m). soft is 1 where the ensemble has memberships. 0 or CE_ENOMEM. */
int ce_ensemble_describe(ce_ensemble *ensemble, ce_ensemble_facts *facts, ce_error *err);

/* Whether the evidence is that of the true k. It is where all base clusterings have one k, and this
 * is at most twice the clusters wanted. Where these are not known, a k above 20, or above 3/4 of
 * the root of the objects, is surely not that of the result; one up to 4 can always be. */
int ce_advice_is_true_k(const ce_ensemble_facts *facts);

/* Whether the evidence is that with missing labels: where a quarter or more of them are, which is
 * nearer to the half of the benchmark than to none. */
int ce_advice_has_missing(const ce_ensemble_facts *facts);

/* Whether the evidence is that of large k, if it is none of the above: where each base clustering
 * has more than 4 clusters, and at least as many as half the root of the objects, or 50, and all
 * have on average at least as many as are wanted. In all other cases it is that of random k and
 * subspaces together. */
int ce_advice_has_large_k(const ce_ensemble_facts *facts);

/* Why a function is named. */
enum { CE_ADVICE_OTHER, CE_ADVICE_BEST, CE_ADVICE_SECOND };

typedef struct {
    const ce_function_evidence *evidence;
    const ce_descriptor *about;
    /* Of missing labels where ce_advice_has_missing, of the true k where ce_advice_is_true_k, of
     * large k where ce_advice_has_large_k; else the means of random k and subspaces. Of a function
     * that was compared on memberships, and has these: rank is NaN, and ari is that with
     * memberships. */
    double rank, ari;
    int soft;              /* it reads memberships, and has them */
    double seconds, bytes; /* estimates for these base clusterings and all k, one thread */
    int fits;              /* bytes are available, and seconds are at most an hour */
    int alike;             /* no farther from the best that fits than the critical difference */
    int dear;              /* passed over: see below */
    int why;               /* CE_ADVICE_... */
} ce_advice;

/*
 * *advice: count functions that need nothing but the labels and k, by default or with options, the
 * best by evidence first. The caller frees it. available: bytes of memory. Estimates are a power of
 * the number of microclusters (objects, for functions that run on these) times a power of the
 * number of clusters, through the three measured values; then for as many k as are asked for, one
 * after the other, or all at once where a dendrogram is cut; or for the search of k.
 *
 * A function that fits is dear if another, alike, takes less than a tenth of its time or of its
 * memory, unless that is at most ten seconds, or 1 GiB.
 * CE_ADVICE_BEST is the first that fits and is not dear, CE_ADVICE_SECOND the next of another
 * family.
 * With memberships the functions that were compared on them come first, and the first two of these
 * that fit are named. Where none fits, the others are named as for labels.
 * 0 or CE_ENOMEM.
 */
int ce_advise(const ce_ensemble_facts *facts, double available, ce_advice **advice, size_t *count,
              ce_error *err);

/* How many functions were ranked against each other; ce_advise leaves out those without a time, and
 * those that need the data. */
size_t ce_advice_ranked(void);

/* The data sets behind the ranks of these base clusterings, the objects of the largest, and the
 * critical difference. */
int ce_advice_sets(const ce_ensemble_facts *facts);
size_t ce_advice_largest(const ce_ensemble_facts *facts);
double ce_advice_difference(const ce_ensemble_facts *facts);

#endif
