/*
 * boost.h: boost-clustering (card G7): k-means on bootstrap samples that dwell on objects of
 * uncertain membership, added up as votes.
 *
 * [frossyniotis2004] Frossyniotis, Likas and Stafylopatis, Pattern Recognition Letters 25, 2004.
 *
 * With w_i = 1/n at first, round t = 1, 2 ..:
 *   1. n objects are drawn with replacement, i with probability w_i (u uniform in [0, 1): the first
 * i with w_1 + .. + w_i > u sum w).
 *   2. k-means on them; then of every object h_ij = (1/d_ij) / sum_l (1/d_il), d Euclidean
 * distances to the centres; 1 where d_ij = 0 (ties: the lowest j). Fewer than C distinct objects
 * drawn: fewer centres, and h_ij = 0 for those that are not there.
 *   3. For t > 1 clusters get the names of those of the aggregate so far with which they share the
 * most objects, one to one (the best of all such maps; the paper is greedy).
 *   4. Q_i, from 0 (sure) to 1: minmax 1 - max_j h_ij + min_j h_ij, or entropy -sum_j h_ij log h_ij
 * / log C, over the centres that are there. One centre alone (of C > 1) is no reason to be sure: 1.
 *   5. loss = sum w_i Q_i / 2, brought into 1e-10 .. 1/2; beta = (1 - loss) / loss.
 *   6. The round is the last one when it is the patience-th in a row with a loss below the largest
 * so far. (The paper also stops at a loss above 1/2, which neither Q can give.)
 *   7. w_i = w_i beta^Q_i, scaled to the sum 1.
 *   8. The aggregate: argmax_j sum_t log(beta_t) h_ij of round t. Ties: the lowest j.
 */
#ifndef CE_GENERATE_BOOST_H
#define CE_GENERATE_BOOST_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "kmeans/kmeans.h"

typedef enum { CE_BOOST_MINMAX, CE_BOOST_ENTROPY } ce_boost_quality;

typedef struct {
    size_t k;              /* C, the same in all rounds */
    size_t rounds;         /* T; 0: 50 */
    size_t patience;       /* 0: all rounds are run; the paper: 3 */
    ce_boost_quality quality;
    ce_kmeans_options kmeans; /* its k is not looked at */
} ce_boost_options;

typedef struct {
    double loss, beta;     /* epsilon_t and beta_t */
    size_t iterations;     /* of k-means */
} ce_boost_round;

/* Zero-initialise before use. */
typedef struct {
    size_t rounds;         /* done */
    ce_boost_round *round; /* owned */
    int stopped;           /* by patience, before all rounds were run */
    ce_labels
        bases; /* n x rounds: argmax of h^t; numbered as every ce_labels is, not as the aggregate */
    ce_partition result;   /* the aggregate after the last round */
} ce_boost_result;

/* x: numbers, none missing. Draws from rng, round by round: the sample, then k-means on it.
 * threads: how many this may use; never changes the result. 0, CE_ENOMEM, CE_EARG (k = 0, nothing
 * to cluster), CE_EINPUT (k > n, a value beyond CE_KMEANS_LARGEST). O(rounds (k-means + n k d)). */
int ce_boost(const ce_matrix *x, const ce_boost_options *options, gsl_rng *rng, int threads,
             ce_boost_result *result, ce_error *err);
void ce_boost_free(ce_boost_result *result);

/* Members of an ensemble. */
typedef struct {
    ce_boost_options boost; /* its k is not looked at */
    const int *k;           /* values >= 1 */
    size_t k_count;
    size_t members;         /* 0: one for each k; else each draws its k from these */
    int keep_bases;         /* else the bases of each are given up when it is done */
    uint64_t seed;
} ce_boost_ensemble_options;

typedef struct {
    size_t asked; /* k as given or drawn */
    ce_boost_result boost;
} ce_boost_member;

/* labels: n x members, allocated here. *member: members of them, for ce_boost_members_free. Member
 * q draws from stream q of CE_STREAM_MEMBER: its k, then as above. Members run side by side, or one
 * after another on all threads when there are fewer of them. */
int ce_generate_boost(const ce_matrix *x, const ce_boost_ensemble_options *options,
                      ce_labels *labels, ce_boost_member **member, const ce_progress *progress,
                      ce_error *err);
void ce_boost_members_free(ce_boost_member *member, size_t members);

#endif
