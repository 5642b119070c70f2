/*
 * boost.h: boost-clustering: k-means on bootstrap samples, in which objects of uncertain membership
 * become likelier from round to round. The rounds are added up as votes.
 *
 * [frossyniotis2004] Frossyniotis, Likas and Stafylopatis, Pattern Recognition Letters 25, 2004.
 * See doc/readings.md, frossyniotis2004.
 *
 * At first w_i = 1/n. C is k. Round t = 1, 2 .. takes these steps:
 *   1. n objects are drawn with replacement, i with probability w_i: for u uniform in [0, 1) the
 *      first i with w_1 + .. + w_i > u sum w.
 *   2. k-means clusters them. Then every object gets h_ij = (1/d_ij) / sum_l (1/d_il) from its
 *      Euclidean distances to the centres; where d_ij = 0, h_ij = 1 (ties: the lowest j). If fewer
 *      than C distinct objects were drawn there are fewer centres, and h_ij = 0 for the others.
 *   3. For t > 1 clusters take the names of those of the aggregate so far with which they share the
 *      most objects, one to one. Clens finds the best of all such maps; the paper is greedy.
 *   4. Q_i runs from 0 (sure) to 1, over the centres that are there. minmax: 1 - max_j h_ij + min_j
 *      h_ij. entropy: -sum_j h_ij log h_ij / log C. One centre alone (of C > 1) is no reason to be
 *      sure, so Q_i is then 1.
 *   5. loss = sum w_i Q_i / 2, brought into 1e-10 .. 1/2. beta = (1 - loss) / loss.
 *   6. The round is the last one if it is the patience-th in a row with a loss below the largest so
 *      far. The paper also stops at a loss above 1/2, which neither Q can give.
 *   7. w_i = w_i beta^Q_i, scaled to the sum 1.
 *   8. The aggregate is argmax_j sum_t log(beta_t) h_ij of round t (ties: the lowest j).
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
/* In the order of the enum; for option rows. */
#define CE_BOOST_QUALITY_NAMES "minmax|entropy"

typedef struct {
    size_t k;                 /* C, the same in all rounds */
    size_t rounds;            /* T; 0: 50 */
    size_t patience;          /* 0: all rounds are run; the paper: 3 */
    ce_boost_quality quality;
    ce_kmeans_options kmeans; /* its k is not looked at */
} ce_boost_options;

typedef struct {
    double loss, beta; /* epsilon_t and beta_t */
    size_t iterations; /* of k-means */
} ce_boost_round;

/* Zero-initialise before use. Column t of bases is argmax_j h_ij of round t; its clusters are
 * numbered as in every ce_labels, not as in the aggregate. */
typedef struct {
    size_t rounds;         /* done */
    ce_boost_round *round; /* owned; rounds */
    int stopped;           /* by patience, before all rounds were run */
    ce_labels bases;       /* n x rounds */
    ce_partition result;   /* the aggregate after the last round */
} ce_boost_result;

/*
 * x: numbers, none missing. Draws from rng, round by round: the sample, then k-means on it.
 * threads: how many this may use; the result does not depend on them. 0, CE_ENOMEM, CE_EARG (k = 0,
 * nothing to cluster), CE_EINPUT (k > n, a value beyond CE_LARGEST). After a failure result
 * is empty. O(rounds (k-means + n k d)).
 */
int ce_boost(const ce_matrix *x, const ce_boost_options *options, gsl_rng *rng, int threads,
             ce_boost_result *result, ce_error *err);
void ce_boost_free(ce_boost_result *result);

/* Members of an ensemble. */
typedef struct {
    ce_boost_options boost; /* its k is not looked at */
    const int *k;           /* values >= 1 */
    size_t k_count;
    size_t members;         /* 0: one for each k; else each draws its k from these */
    int keep_bases;         /* 0: the bases of each are freed when it is done */
    uint64_t seed;
} ce_boost_ensemble_options;

typedef struct {
    size_t asked; /* k as given or drawn */
    ce_boost_result boost;
} ce_boost_member;

/* labels: n x members, allocated here. *member: members of them, for ce_boost_members_free. Member
 * q draws from stream q of CE_STREAM_MEMBER: its k, then as above. Members run side by side, or one
 * after another on all threads if there are fewer of them than threads. After a failure labels is
 * empty and *member NULL. */
int ce_generate_boost(const ce_matrix *x, const ce_boost_ensemble_options *options,
                      ce_labels *labels, ce_boost_member **member, const ce_progress *progress,
                      ce_error *err);
void ce_boost_members_free(ce_boost_member *member, size_t members);

#endif
