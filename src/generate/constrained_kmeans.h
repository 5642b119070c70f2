/*
 * constrained_kmeans.h: k-means with constraints: one member of kmeans_ensemble.h.
 *
 * [wagstaff2001] Wagstaff, Cardie, Rogers and Schroedl, ICML 2001. [basu2002] Basu, Banerjee and
 * Mooney, ICML 2002. [basu2004] Basu, Banerjee and Mooney, SDM 2004. See doc/readings.md,
 * constraints.
 *
 * COP-KMeans [wagstaff2001]. Constraints are closed first (chunklets.h). Objects come in a fixed
 * order. Each goes to the nearest centre (ties: the lowest) that violates no constraint with those
 * that came before it in this pass. So the first object of a chunklet decides for all of it, by its
 * own distances. A centre is forbidden if a chunklet that an edge joins to it has gone there
 * already.
 *
 * A dead end is an object to which every centre is forbidden. The authors then return nothing. Here
 * the run begins again with another start (and order). After a number of such attempts, or where
 * nothing would change, the chunklets of the component that holds the dead end are settled together
 * by search (chunklet_assign.h). Their costs are sums of squared distances.
 *
 * k-means by chunklets (constrained_chunklets.c). A chunklet costs in a cluster the sum of the
 * squared distances of its objects to the centre, and goes as one. ce_chunklets_reassign keeps
 * those apart that an edge joins. So every step lowers the sum of squares, or leaves it, while what
 * is violated stays the same. Without edges this is k-means on the means of chunklets with their
 * sizes as weights.
 *
 * PCKMeans [basu2004] (constrained_priced.c). Objects come one after another. Each goes where its
 * squared distance and the price of what it then violates are least (ties: the lowest), with all
 * others where they are. Neighbourhoods begin in the clusters that
 * start from them; other objects have no cluster before their turn in the first pass, and violate
 * nothing. Pairs are
 * those of the closure. Every step lowers the sum of squares and prices, or leaves it. At price 0
 * this is k-means.
 *
 * Seeded-KMeans and Constrained-KMeans [basu2002]. Seeds are chunklets (chunklet_start.h). Other
 * constraints are not looked at.
 */
#ifndef CE_GENERATE_CONSTRAINED_KMEANS_H
#define CE_GENERATE_CONSTRAINED_KMEANS_H

#include "generate/kmeans_ensemble.h"

/*
 * options: of these chunklets (with a vertex at least), rule, start, random_order, attempts and
 * price are looked at. kmeans: of this run, k included. x: the features that it sees, of all
 * objects. data: ce_kmeans_prepare_rows of x; for CE_RULE_SEEDED ce_kmeans_prepare. rng: draws
 * starting centres and the order of the objects, again for each further attempt. *dead_ends: starts
 * that met one. 0, CE_ENOMEM, CE_EARG; result is empty after a failure.
 */
int ce_constrained_kmeans(const ce_kmeans_ensemble_options *options,
                          const ce_kmeans_options *kmeans, const ce_matrix *x,
                          const ce_kmeans_data *data, gsl_rng *rng, int threads,
                          ce_kmeans_result *result, size_t *dead_ends, ce_error *err);

#endif
