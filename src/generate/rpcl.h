/*
 * rpcl.h: rival penalised competitive learning (card G2): units compete for objects one after
 * another; the winner learns, the second best is pushed away, and units that end without objects
 * are dropped, so that fewer clusters can come out than units went in.
 *
 * [xu1993] Xu, Krzyzak and Oja, IEEE Trans. Neural Networks 4(4), 1993.
 *
 * Of an object x, with n_j the wins of unit j so far (1 at first) and d_j = ||x - w_j||^2
 * (partition/squared_distance.h): winner c = argmin n_j d_j, rival r = argmin over j != c of n_j
 * d_j (ties: the lowest unit; the common divisor sum n of the paper's gamma_j changes no order),
 * w_c += a (x - w_c), w_r -= b (x - w_r), n_c += 1. In epoch t = 0, 1 .. each object comes once, in
 * a random order of its own; a = rate (1 - t / epochs), b likewise from rival_rate. One unit has no
 * rival: it learns alone. At the end each object goes to the nearest unit, without n (ties: the
 * lowest).
 *
 * A unit that is always the rival and never wins moves away by a factor in each step, at last to
 * infinity: it then neither wins nor gets objects. Distances have no unit of their own: the caller
 * scales features.
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

typedef struct {
    size_t members;
    const int *k;      /* units at the start, values >= 1 */
    size_t k_count;
    int draw; /* each member draws its k from these; else member q takes k[q], and members ==
                 k_count */
    double rate;       /* of the winner, 0 .. 1 */
    double rival_rate; /* of the rival, 0 .. 1 */
    size_t epochs;     /* at most so many, >= 1 */
    double tolerance;  /* stop after an epoch in which no unit has moved farther than this times the
                        * scale of the data, the  root of the mean squared distance of objects to
                        * their mean; 0: never */
    uint64_t seed;
    int keep_centres;  /* fill in ce_centre_member.centres and .size */
} ce_rpcl_options;

/*
 * labels: n x members, allocated here. member: room for `members`, zero-initialised; k is the
 * number of clusters, iterations that of epochs, converged 1 when they ended by tolerance. Member q
 * draws from stream q of CE_STREAM_MEMBER: its k, its starting centres (as k-means with
 * CE_INIT_RANDOM: fewer distinct rows than k give as many units), its order of objects, epoch by
 * epoch. Members run side by side on ce_threads() threads; one member is sequential by nature. The
 * result does not depend on them. 0, CE_ENOMEM, CE_EARG (nothing to cluster), CE_EINPUT (a value
 * that is NaN or beyond CE_KMEANS_LARGEST). O(epochs n k d) for each member.
 */
int ce_generate_rpcl(const ce_matrix *x, const ce_rpcl_options *options, ce_labels *labels,
                     ce_centre_member *member, const ce_progress *progress, ce_error *err);

#endif
