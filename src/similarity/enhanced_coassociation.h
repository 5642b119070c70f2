/*
 * enhanced_coassociation.h: EC-CMS: the co-association matrix enhanced by its own high values.
 *
 * [jia2023] Jia, Tao, Wang and Wang, 2023 (doc/readings.md, jia2023). A is the locally weighted
 * co-association (local_weights.h), H the co-association where it is at least alpha, else 0, with
 * zero diagonal. P = D - H, D the row sums of H. Wanted is
 *
 *     min tr(C' P C) + lambda / 2 ||E||_F^2,  A = C + E,  E = 0 where H > 0,  C symmetric in [0, 1]
 *
 * Solved by ADMM with penalties of 1. It stops when C, E, F (the symmetric copy of C) and both
 * multipliers change by less than 1 %, or after 100 rounds.
 *
 * Objects of one microcluster have equal rows: all matrices X have the form x_ab + d_a (i = j). A
 * product of two of them is one of order count, with sizes as weights: exactly what objects give.
 * Each round solves with 2 P + 2 I. Few co-associations are high, so that matrix is sparse, and its
 * Cholesky factor is made once (shifted.h).
 */
#ifndef CE_SIMILARITY_ENHANCED_COASSOCIATION_H
#define CE_SIMILARITY_ENHANCED_COASSOCIATION_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"

/* Bytes for each pair of microclusters while it works: where H is sparse, and where it is full. */
enum { CE_ENHANCED_LEAST = 6 * 8 + 1 + 4, CE_ENHANCED_MOST = 6 * 8 + 1 + 4 + 12 };

typedef struct {
    double alpha;  /* 0 .. 1; .75 */
    double lambda; /* > 0; .01 */
    double theta;  /* of the local weights, > 0; .4 */
    const ce_progress *progress; /* or NULL */
} ce_enhanced_options;

/* s: (C + C') / 2, symmetric, dense, diagonal 1; entries may lie a little below 0. If one is
 * above 1, all pairs lose the excess, which changes no merger. Entries are rounded to multiples of
 * 2^-30, so that ties do not hang on the last bits. rounds may be NULL.
 * About 50 rounds. Each visits all pairs of microclusters, and solves in 4 count operations for
 * each entry of the factor, of which there are some dozens for each microcluster where alpha is
 * .75, and at most count^2 / 2. 0, CE_ENOMEM, CE_EARG, CE_EINPUT or CE_ENUM; s can only be freed
 * after a failure. */
int ce_enhanced_coassociation(const ce_microclusters *micro, const ce_enhanced_options *options,
                              ce_similarity *s, size_t *rounds, ce_error *err);

#endif
