/*
 * medoids.h: PAM, partitioning around medoids [kaufman1990]. A medoid is an object that stands for
 * its cluster, and every object is in the cluster of the nearest medoid. The cost is the sum over
 * the objects of the distances to it; any distances will do.
 *
 * BUILD takes medoids one after the other, each time the object that lessens the cost most. SWAP
 * puts one other object in the place of one medoid, each time the two that lessen the cost most,
 * until no exchange lessens it. All exchanges for one object are weighed in one pass
 * [schubert2021], so a round of SWAP costs O(n^2) for any k, but for exchanges that tie. Nothing is
 * drawn.
 *
 * Ties, as cluster::pam of R has them: of equal gains BUILD takes the last object, SWAP the first
 * object, and for it the first medoid among the objects. Gains are equal where their sums over the
 * objects, added up in order, are. An object that is as near to several medoids belongs to the
 * first of them among the objects, a medoid to itself.
 */
#ifndef CE_PARTITION_MEDOIDS_H
#define CE_PARTITION_MEDOIDS_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

/* Of a cluster: the row that is its medoid, the objects in it, and their mean and largest distance
 * to it. */
typedef struct {
    size_t row;
    double objects, mean, largest;
} ce_medoid;

/* Distances, and the medoids of BUILD. */
typedef struct ce_medoids ce_medoids;

/*
 * matrix: similarities s (distance 1 - s) or, with is_distance, distances, of which absent entries
 * of a sparse one are 0. The diagonal does not matter. size: n, the objects that each row stands
 * for, or NULL: 1 each. most: the largest k that will be asked for, 1 to n. Nothing is read later.
 * O(most n^2) time, 8 n^2 bytes; instead: what else to use, for the message where they are not
 * there. 0, CE_ENOMEM or CE_EINPUT (a distance that is negative or not finite). *medoids: NULL
 * after a failure; free with ce_medoids_free.
 */
int ce_medoids_build(const ce_similarity *matrix, int is_distance, const double *size, size_t most,
                     const char *instead, ce_medoids **medoids, ce_error *err);

void ce_medoids_free(ce_medoids *medoids);

/* How many of the rows differ: are not at distance 0 from a row before them. O(n^2). */
size_t ce_medoids_distinct(const ce_medoids *medoids);

/*
 * SWAP, from the first k medoids of BUILD on. k: 1 to most. labels: exactly k clusters. medoid: k,
 * in the order of the labels; or NULL. rounds: exchanges made; or NULL. Calls for one ce_medoids
 * may run side by side. 0 or CE_ENOMEM.
 */
int ce_medoids_cut(const ce_medoids *medoids, size_t k, ce_partition *labels, ce_medoid *medoid,
                   size_t *rounds, ce_error *err);

#endif
