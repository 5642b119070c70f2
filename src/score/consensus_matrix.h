/*
 * consensus_matrix.h: how clear a consensus matrix is: one whose entries are the shares of base
 * clusterings that put two objects together.
 *
 * [senbabaoglu2014] the proportion of ambiguous clustering. [brunet2004] the cophenetic
 * correlation. [kim2007] the dispersion.
 */
#ifndef CE_SCORE_CONSENSUS_MATRIX_H
#define CE_SCORE_CONSENSUS_MATRIX_H

#include <stddef.h>

#include "core/error.h"
#include "core/progress.h"
#include "core/similarity.h"

/* NaN: not defined. */
typedef struct {
    double pairs;      /* i < j */
    double pac;        /* the share of the pairs with low < M < high; NaN without a pair */
    double cophenetic; /* Pearson's correlation, over pairs, of 1 - M with the distances at which
                        * average linkage joins the two; NaN when all entries are equal */
    size_t uneven;     /* objects whose own entry is not 1, and the first of them */
    size_t first;
    double dispersion; /* the mean of 4 (M - 1/2)^2 over all i and j, the diagonal too */
} ce_consensus_clarity;

/* matrix: entries in 0 .. 1; an absent one is 0. half_open: pairs with M = high count as ambiguous
 * too, as in F(high) - F(low). O(n^2) time and memory. 0, CE_ENOMEM, or CE_EINPUT (an entry that is
 * outside, a diagonal of zeros); *clarity is untouched after a failure. */
int ce_consensus_clarity_find(const ce_similarity *matrix, double low, double high, int half_open,
                              const ce_progress *progress, ce_consensus_clarity *clarity,
                              ce_error *err);

#endif
