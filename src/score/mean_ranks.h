/*
 * mean_ranks.h: several methods compared on several data sets by their mean ranks [demsar2006].
 *
 * Friedman's test asks whether the methods differ at all, and Nemenyi's which two do: those whose
 * mean ranks are at least the critical difference apart.
 */
#ifndef CE_SCORE_MEAN_RANKS_H
#define CE_SCORE_MEAN_RANKS_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"

/* What a method without a value gets on a data set. */
typedef enum {
    CE_RANK_LAST,  /* it is last */
    CE_RANK_LEAVE, /* the data set is left out for all */
    CE_RANK_NONE   /* no rank; with v values the others get (k + 1) / (v + 1) of their ranks */
} ce_rank_missing;
/* In the order of the enum; for option rows. */
#define CE_RANK_MISSING_NAMES "last|leave|none"

typedef struct {
    int smaller; /* small values are good ones */
    ce_rank_missing missing;
    double level; /* of both tests, in (0, 1); .05 */
} ce_mean_rank_options;

/* Set to zero before use. Arrays have a place for each method. */
typedef struct {
    size_t sets, methods; /* sets: those that are not left out */
    size_t left_out;
    double *rank;      /* owned: the mean rank; 1 is the best there can be; NaN: it has none */
    double *mean;      /* owned: of the values that are there; NaN: none */
    double *firsts;    /* owned: data sets on which it is first; a tie of t counts 1 / t each */
    size_t *missing;   /* owned: its missing values */
    size_t *order;     /* owned: by mean rank; ties: the first column */
    double difference; /* that is critical */
    double p; /* of Friedman's test: chi^2 with methods - 1 degrees, and correction for ties; NaN
                 where all values of each data set are equal, or a method has no rank on one */
} ce_mean_ranks;

/*
 * value: data sets x methods; NaN: missing. Equal values of a data set, also but for their last
 * bits, share their ranks. 0, CE_ENOMEM, or CE_EINPUT: fewer than two methods or data sets, or none
 * left. ranks is empty after a failure. O(sets methods log methods).
 */
int ce_mean_ranks_find(ce_mean_ranks *ranks, const ce_matrix *value,
                       const ce_mean_rank_options *options, ce_error *err);
void ce_mean_ranks_free(ce_mean_ranks *ranks);

/* q such that Nemenyi's critical difference is q sqrt(k (k + 1) / (6 N)) for N data sets: the
 * 1 - level quantile of the range of k >= 2 normal values, over the root of 2. */
double ce_nemenyi_quantile(size_t k, double level);

#endif
