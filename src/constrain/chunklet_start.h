/*
 * chunklet_start.h: starting centroids from chunklets ([wce2008] section 6.2.3; see
 * doc/readings.md, wce2008 and basu2002).
 */
#ifndef CE_CONSTRAIN_CHUNKLET_START_H
#define CE_CONSTRAIN_CHUNKLET_START_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"
#include "core/matrix.h"

/*
 * Chunklet initialisation: the mean of each chunklet with an edge.
 *   - If there are more than k of these: the largest first (ties: the lowest), then always the one
 *     whose mean is farthest from those chosen (max-min Euclidean; ties: the lowest).
 *   - If there are fewer: then the objects farthest from the centroids chosen (ties: the lowest),
 *     out of all objects.
 * centre: k x d, in the order in which they were chosen. *chosen: centroids that are chunklets. 0:
 * there is no edge; centre is not touched, and the caller starts as it does without constraints. k
 * <= distinct rows of x. Does not depend on threads. 0, or CE_ENOMEM, and *chosen is then 0 and
 * centre undefined. O(n k d).
 */
int ce_chunklet_start(const ce_chunklets *chunklets, const ce_matrix *x, size_t k, double *centre,
                      size_t *chosen, ce_error *err);

/*
 * Neighbourhoods [basu2004]: chunklets of two objects and more, the largest first (ties: the
 * lowest), at most k. If they are fewer, then an object that cannot-links keep apart from every one
 * of them (ties: the lowest), if there is one. vertex: room for k: these, in
 * that order. centre: the first *chosen of k x d: their means. The caller draws the others. 0, or
 * CE_ENOMEM, and *chosen is then 0.
 *
 * [basu2004] Basu, Banerjee and Mooney, SDM 2004, section 3.3.
 */
int ce_chunklet_neighbourhoods(const ce_chunklets *chunklets, const ce_matrix *x, size_t k,
                               int32_t *vertex, double *centre, size_t *chosen, ce_error *err);

/* The means of all vertices, correct to the last bit except in very rare cases. means: count x d.
 * 0 or CE_ENOMEM. */
int ce_chunklet_means(const ce_chunklets *chunklets, const ce_matrix *x, double *means,
                      ce_error *err);

/*
 * Seeds [basu2002]: the largest chunklets that are cannot-linked pairwise (greedy, by descending
 * size; ties: the lowest), at most k. If there is no edge, the largest chunklet of two objects and
 * more is the only seed. label: n: 0 .. *seeded - 1 for objects of seeds, -1 for all others.
 * centre: k x d: the means of the seeds, then the objects farthest from those chosen; not touched
 * if *seeded is 0. 0, or CE_ENOMEM, and *seeded is then 0, label and centre undefined. O(n k d).
 *
 * [basu2002] Basu, Banerjee and Mooney, ICML 2002.
 */
int ce_chunklet_seeds(const ce_chunklets *chunklets, const ce_matrix *x, size_t k, int32_t *label,
                      double *centre, size_t *seeded, ce_error *err);

#endif
