/*
 * rpcl.h: rival penalised competitive learning. Units compete for objects one after another. The
 * winner learns, the second best is pushed away. Units that end without objects are dropped, so
 * that fewer clusters can come out than units went in.
 *
 * [xu1993] Xu, Krzyzak and Oja, IEEE Trans. Neural Networks 4(4), 1993. See doc/readings.md,
 * xu1993.
 *
 * Let n_j be the wins of unit j so far, 1 at first, and d_j = ||x - w_j||^2
 * (kmeans/squared_distance.h). The paper's gamma_j has a common divisor sum n, which changes no
 * order and is left out. For an object x:
 *   1. The winner is c = argmin n_j d_j, the rival r = argmin over j != c of n_j d_j (ties: the
 *      lowest unit).
 *   2. w_c += a (x - w_c), w_r -= b (x - w_r), n_c += 1. One unit has no rival: it learns alone.
 * In epoch t = 0, 1 .. each object comes once, in a random order of the epoch's own; a = rate (1 -
 * t / epochs), b likewise from rival_rate. At the end each object goes to the nearest unit, without
 * n (ties: the lowest).
 *
 * A unit that is always the rival and never wins moves away by a factor in each step, at last to
 * infinity. It then neither wins nor gets objects. Features are taken as they are: the caller
 * scales them.
 */
#ifndef CE_GENERATE_RPCL_H
#define CE_GENERATE_RPCL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "generate/centre_members.h"

/* k: with draw each member draws its k from these. Without, member q takes k[q], and members ==
 * k_count. tolerance: training stops after an epoch in which no unit has moved farther than this
 * times the scale of the data, the root of the mean squared distance of objects to their mean; 0:
 * never. */
typedef struct {
    size_t members;
    const int *k;      /* units at the start, values >= 1 */
    size_t k_count;
    int draw;
    double rate;       /* of the winner, 0 .. 1 */
    double rival_rate; /* of the rival, 0 .. 1 */
    size_t epochs;     /* at most so many, >= 1 */
    double tolerance;
    uint64_t seed;
    int keep_centres;  /* fill in ce_centre_member.centres and .size */
} ce_rpcl_options;

/*
 * labels: n x members, allocated here. member: room for `members`, zero-initialised. Its k is the
 * number of clusters, its iterations that of epochs; converged is 1 if they ended by tolerance.
 * Member q draws from stream q of CE_STREAM_MEMBER: its k, its starting centres (as k-means with
 * CE_INIT_RANDOM: fewer distinct rows than k give as many units), its order of objects, epoch by
 * epoch. Members run side by side on ce_threads() threads; one member is sequential by nature. The
 * result does not depend on them. 0, CE_ENOMEM, CE_EARG (nothing to cluster), CE_EINPUT (a value
 * that is NaN or beyond CE_LARGEST). After a failure labels is empty, and member can only be
 * freed. O(epochs n k d) for each member.
 */
int ce_generate_rpcl(const ce_matrix *x, const ce_rpcl_options *options, ce_labels *labels,
                     ce_centre_member *member, const ce_progress *progress, ce_error *err);

#endif
