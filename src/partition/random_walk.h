/*
 * random_walk.h: the random walker: every vertex goes to the seed region that a walk from it reaches first (card C9).
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
    const int32_t *seeds; /* n: region 0 .. k-1 of each vertex, or -1; NULL: found as above */
} ce_random_walk_options;

/* s: dense or sparse, in [0, 1]. size: objects behind each row or NULL. partition: n labels, k of them. (Say here: the seeds, fewer or
 * more regions than k, pieces without a seed, ties, tolerance of the conjugate gradients, cost.) */
int ce_random_walk(const ce_similarity *s, const double *size, const ce_random_walk_options *options, ce_partition *partition,
                   ce_error *err);

#endif
