/*
 * boost.h: boost-clustering (card G7): k-means on bootstrap samples that dwell on objects of uncertain membership, added up as votes.
 *
 * [frossyniotis2004] Frossyniotis, Likas and Stafylopatis, Pattern Recognition Letters 25, 2004.
 */
#ifndef CE_GENERATE_BOOST_H
#define CE_GENERATE_BOOST_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "partition/kmeans.h"

typedef enum { CE_BOOST_MINMAX /* 1 - max h + min h */, CE_BOOST_ENTROPY /* -sum h log h / log C */ } ce_boost_quality;

typedef struct {
    size_t k;              /* C, the same in all rounds */
    size_t rounds;         /* T; 0: 50 */
    size_t patience;       /* rounds in a row with a pseudoloss below the largest after which it stops; 0: never; the paper: 3 */
    ce_boost_quality quality;
    ce_kmeans_options kmeans; /* its k is not looked at */
    uint64_t seed;
    size_t member;         /* number of the random stream */
} ce_boost_options;

typedef struct {
    double loss, beta;     /* epsilon_t and beta_t */
    size_t iterations;     /* of k-means */
} ce_boost_round;

/* Zero-initialise before use. */
typedef struct {
    size_t rounds;         /* kept */
    ce_boost_round *round; /* owned */
    int stopped;           /* before all rounds were run */
    ce_labels bases;       /* n x rounds: argmax of h^t, clusters named as in the aggregate */
    ce_partition result;   /* argmax_j sum_t log(beta_t) h^t_ij, ties: the lowest */
} ce_boost_result;

/* x: numbers, none missing. 0, CE_ENOMEM, CE_EARG, CE_EINPUT (k > n). O(rounds (k-means + n k d)). */
int ce_boost(const ce_matrix *x, const ce_boost_options *options, ce_boost_result *result, const ce_progress *progress, ce_error *err);
void ce_boost_free(ce_boost_result *result);

#endif
