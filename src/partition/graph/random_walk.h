/*
 * random_walk.h: the random walker. Every vertex goes to the seed region that a walk from it most
 * probably reaches first (doc/readings.md, abdala2010).
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
    size_t neighbours;    /* a link is among so many nearest of one of its ends; 0: 10 */
    double beta;          /* w = exp(-beta (1 - s)); 0: 30 */
    double core;          /* seed regions: components of the links with s >= core; 0: .9 */
    const int32_t *seeds; /* n: region 0 .. k-1 of each vertex, or -1; NULL: by ce_seed_regions */
    double *probability;  /* n x k, row-major, or NULL; output: to reach each region first */
} ce_random_walk_options;

/*
 * s: dense or sparse, in [0, 1]; the diagonal does not matter. size: objects behind each row or
 * NULL. partition: n labels, k of them.
 *
 * 1. The links of the graph are the s > 0 among the `neighbours` largest of one of their ends. Ties
 *    with the last of these stay, so the order of the objects does not matter. A link weighs w
 *    size_i size_j, the sum over the pairs of objects behind it.
 * 2. A piece of the graph without a seed goes as a whole to the region of the largest average s
 *    (ties: the lowest), with probability 1.
 * 3. The Laplacian L of the graph is split into seeds and others. L_u x = -B^T m gives the
 *    probabilities of the k - 1 first regions, and the last one has what is left [grady2006]. The
 *    systems are solved by conjugate gradients with the diagonal as preconditioner, to a residual
 *    of 1e-14 of the right-hand side. A system whose solution is known to be 1 is solved with them.
 *    Where it comes out more than 1e-8 off, links weigh too differently, and up to 12,000 vertices
 *    are eliminated one after another instead (walk_probabilities.h).
 * 4. A vertex goes to the region of the largest probability. Probabilities within 1e-9 are equal,
 *    and the lowest region wins.
 *
 * The defaults of neighbours, beta and core are not from the papers; see doc/readings.md.
 *
 * Returns 0, CE_ENOMEM, CE_EARG (k = 0, a seed region above k), CE_EINPUT (k > n, an s outside [0,
 * 1], a region without a seed) or CE_ENUM. After a failure the partition is empty and probability
 * untouched. O(n^2) or O(entries) for the graph and the seeds, n (neighbours + 5 k) doubles and the
 * links; each step of the solver is links x k.
 */
int ce_random_walk(const ce_similarity *s, const double *size,
                   const ce_random_walk_options *options, ce_partition *partition, ce_error *err);

#endif
