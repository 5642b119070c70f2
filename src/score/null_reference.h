/*
 * null_reference.h: is a score better than that of data without clusters? The score of the data is
 * compared with those of reference data sets [john2020] (doc/readings.md, john2020).
 *
 * A score is 0 or more, and less is better: PAC, entropy. Scores below CE_NULL_LEAST count as that
 * where logarithms are taken, and for the score of the data in p_fit.
 */
#ifndef CE_SCORE_NULL_REFERENCE_H
#define CE_SCORE_NULL_REFERENCE_H

#include <stddef.h>

#define CE_NULL_LEAST 1e-4

/* The level of a p where nobody asks for another. CE_NULL_LEVEL_TEXT is the default of an option.
 */
#define CE_NULL_LEVEL      0.05
#define CE_NULL_LEVEL_TEXT "0.05"

/* The distribution that is fitted to the scores of the references, by their mean and variance. */
typedef enum {
    CE_NULL_BETA, /* of scores between 0 and 1 */
    CE_NULL_NORMAL
} ce_null_law;

/* Numbers that are not known are NaN: `se`, `rcsi_se` and `p_fit` of one reference; p_fit where all
 * references have the same score, or more variance than a beta distribution of that mean has; all
 * where a score is NaN. */
typedef struct {
    double mean, se;      /* of the references, and its standard error */
    double rcsi, rcsi_se; /* relative stability: mean of ln(reference) - ln(score) */
    double p;             /* (references with at most this score + 1) / (references + 1) */
    double p_fit;         /* the share of the fitted distribution up to this score */
} ce_null_result;

/* score: of the data; reference: count >= 1. */
ce_null_result ce_null_compare(double score, const double *reference, size_t count,
                               ce_null_law law);

/*
 * The k that is clearest: that of the largest RCSI, ties: the first. Where all members agree at it,
 * so that its score is below CE_NULL_LEAST, RCSI only says how unsure the references are: then it
 * is the last k of such a score and a larger RCSI than 0, since clusters that are clear at several
 * k are parts of one another. k ascends. score or rcsi NaN: not known. stride: bytes from the
 * numbers of one k to those of the next, in an array of structs. Returns the number of the k;
 * groups: there is none. O(groups).
 */
size_t ce_null_clearest(const double *score, const double *rcsi, size_t stride, size_t groups);

/*
 * Whether the data are better than chance at any of several k: a p for all of them together. The
 * logarithms of the scores of each k, those of the data among them, are brought to mean 0 and
 * variance 1; a data set counts by the least of its values. p is the share of the data sets that
 * count no more than the data. The data are one of them, so p is right whatever the distribution
 * is, and at least 1 / sets.
 *
 * score: sets x groups, row-major, the data first; groups: the values of k. A k with a score that
 * is NaN, or where all are equal, says nothing. least: room for `sets` numbers, by which each set
 * counts. NaN where no k says anything. O(sets groups).
 */
double ce_null_any(const double *score, size_t sets, size_t groups, double *least);

/* What a p says. */
typedef enum {
    CE_NULL_CLEARER, /* it is at most the level: the data are clearer than chance */
    CE_NULL_CHANCE,  /* it is above the level, or NaN */
    CE_NULL_FEW      /* the same, but no p of so few references is at most the level */
} ce_null_verdict;

/* references: how many p is from; NaN: not known, and taken for enough. */
ce_null_verdict ce_null_judge(double p, double references, double level);

/* The fewest references from which a p can be at most the level; infinite for a level of 0. */
double ce_null_references(double level);

#endif
