/*
 * constrained_kmeans.h: k-means with constraints: one member of kmeans_ensemble.h.
 *
 * [wagstaff2001] Wagstaff, Cardie, Rogers and Schroedl, ICML 2001. [basu2002] Basu, Banerjee and
 * Mooney, ICML 2002. See doc/readings.md, wagstaff2001 and basu2002.
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
 * Seeded-KMeans and Constrained-KMeans [basu2002]. Seeds are chunklets (chunklet_start.h). Other
 * constraints are not looked at.
 */
#ifndef CE_GENERATE_CONSTRAINED_KMEANS_H
#define CE_GENERATE_CONSTRAINED_KMEANS_H

#include "generate/kmeans_ensemble.h"

/*
 * options: of these chunklets (with a vertex at least), rule, chunklet_start, random_order and
 * attempts are looked at. kmeans: of this run, k included. x: the features that it sees, of all
 * objects. data: ce_kmeans_prepare_rows of x; for CE_RULE_SEEDED ce_kmeans_prepare. rng: draws
 * starting centres and the order of the objects, again for each further attempt. *dead_ends: starts
 * that met one. 0, CE_ENOMEM, CE_EARG; result is empty after a failure.
 */
int ce_constrained_kmeans(const ce_kmeans_ensemble_options *options,
                          const ce_kmeans_options *kmeans, const ce_matrix *x,
                          const ce_kmeans_data *data, gsl_rng *rng, int threads,
                          ce_kmeans_result *result, size_t *dead_ends, ce_error *err);

#endif
