/*
 * random_walk.h: the random walker: every vertex goes to the seed region that a walk from it
 * reaches first (card C9).
 *
 * [grady2006] Grady, IEEE TPAMI 28(11), 2006; [abdala2010] Abdala, Wattuya and Jiang, ICPR 2010.
 */
#ifndef CE_PARTITION_RANDOM_WALK_H
#define CE_PARTITION_RANDOM_WALK_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

typedef struct {
    size_t k;
    size_t neighbours; /* the graph keeps links to so many nearest of one end; 0: 10 */
    double beta;       /* w = exp(-beta (1 - s)); 0: 30 */
    double core;       /* seed regions: components of the links with s >= core; 0: .9 */
    const int32_t *seeds; /* n: region 0 .. k-1 of each vertex, or -1; NULL: found by
                             ce_seed_regions with `core` */
    double *probability;  /* n x k, row-major, or NULL: gets the probability of each vertex to reach
                             each region first */
} ce_random_walk_options;

/*
 * s: dense or sparse, in [0, 1], the diagonal not looked at. size: objects behind each row or NULL.
 * partition: n labels, k of them.
 *
 * Links are the s > 0 among the `neighbours` largest of one of their ends; ties with the last stay,
 * so the order of the objects does not matter. A link weighs w size_i size_j, the sum over the
 * pairs of objects behind it. With L the Laplacian of the graph, split into seeds and others, L_u x
 * = -B^T m for the k - 1 first regions, the last has what is left [grady2006]: conjugate gradients
 * with the diagonal as preconditioner, to a residual of 1e-14 of the right-hand side. Probabilities
 * within 1e-9 are equal, and the lowest region wins. A piece of the graph without a seed goes as a
 * whole to the region of the largest average s (ties: the lowest), with probability 1. Neighbours,
 * beta and core are not the papers': see the card. 0, CE_ENOMEM, CE_EARG (k = 0, a seed region
 * above k), CE_EINPUT (k > n, an s outside [0, 1], a region without a seed), CE_ENUM. O(n^2) or
 * O(entries) for the graph and the seeds, memory n (neighbours + 5 k) doubles and the links; each
 * step of the solver links x k.
 */
int ce_random_walk(const ce_similarity *s, const double *size,
                   const ce_random_walk_options *options, ce_partition *partition, ce_error *err);

#endif
