/*
 * impute.h: which pairs are worth a question: those that the base clusterings disagree on.
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 6.2.1, Algorithm 6, after [greene2007] Greene and Cunningham, ECML 2007. See
 * doc/readings.md, greene2007.
 *
 * T_ij is the co-association: of the base clusterings that label both objects, the share that puts
 * them together. It is 0 if none labels both, and such pairs are never asked about. A pair is
 * uncertain if low <= T_ij <= high.
 */
#ifndef CE_CONSTRAIN_IMPUTE_H
#define CE_CONSTRAIN_IMPUTE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/* widen: if fewer than `queries` pairs are in the band, it grows on both sides by steps of 1 / m
 * until there are enough. */
typedef struct {
    double low, high; /* t_c, t_m: 0 <= low <= high <= 1, both in the band; usual: .4, .6 */
    size_t queries;   /* pairs wanted; 0: all in the band */
    int widen;
    uint64_t seed;
} ce_impute_options;

typedef struct {
    int32_t i, j; /* i < j */
    double coassociation;
} ce_uncertain_pair;

/* Zero-initialise before use. */
typedef struct {
    ce_uncertain_pair *pair; /* owned; by i, then j */
    size_t count;
    double low, high;        /* the band after widening */
    double in_band;          /* pairs in it, of which `count` were drawn; whole */
} ce_impute_result;

/*
 * The pairs to ask about, drawn without replacement, each pair of the band equally likely, from
 * CE_STREAM_QUERIES of the seed. Shares are compared as fractions of whole numbers: 4 of 10 is in a
 * band from .4, whatever rounding does, and in a band from .5 after one step of 1/10. Works on
 * microclusters: pairs of equal rows are looked at once, with their number as weight, and no n x n
 * matrix is built. Does not depend on threads.
 *
 * CE_EINPUT: no pair is in the band; fewer than `queries` are in it without widen, or when it is
 * 0..1; more than 2^53 are. CE_ENOMEM: also if as many pairs as are wanted do not fit, before any
 * is taken. CE_EARG: low and high are no band. After a failure result is empty.
 *
 * For u microclusters O(u^2 m) byte compares on all threads, up to three times:
 *   1. to count pairs by their shares, which settles the band,
 *   2. to count the pairs in it by rows,
 *   3. for the rows that hold a chosen pair, to find it.
 */
int ce_impute(const ce_labels *ensemble, const ce_impute_options *options, ce_impute_result *result,
              ce_error *err);
void ce_impute_result_free(ce_impute_result *result);

#endif
