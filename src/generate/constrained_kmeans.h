/*
 * constrained_kmeans.h: k-means with constraints (cards SS2 to SS4): one member of
 * kmeans_ensemble.h.
 *
 * COP-KMeans [Wagstaff, Cardie, Rogers, Schroedl 2001]: objects come in a fixed order, each goes to
 * the nearest centre (ties: the lowest) that violates no constraint with those that came before it
 * in this pass; constraints are closed first (chunklets.h). So the first object of a chunklet
 * decides for all of it, by its own distances, and a centre is forbidden where a chunklet that an
 * edge joins to it has gone already. Where every centre is forbidden the authors return nothing:
 * here the run begins again with another start (and order), and after so many of these, or where
 * nothing would change, the chunklets of the component that holds the dead end are settled together
 * by search (chunklet_assign.h), at the cost of their squared distances.
 *
 * Seeded-KMeans and Constrained-KMeans [Basu, Banerjee, Mooney 2002]: seeds are chunklets
 * (chunklet_start.h); of all other constraints they know nothing.
 */
#ifndef CE_GENERATE_CONSTRAINED_KMEANS_H
#define CE_GENERATE_CONSTRAINED_KMEANS_H

#include "generate/kmeans_ensemble.h"

/*
 * options: chunklets with a vertex at least, rule, chunklet_start, random_order, attempts are
 * looked at. kmeans: of this run, k included. x: the features that it sees, of all objects; data:
 * ce_kmeans_prepare_rows of it, for CE_RULE_SEEDED ce_kmeans_prepare. rng: starting centres, order
 * of the objects, and again for each further attempt. *dead_ends: starts that met one. 0,
 * CE_ENOMEM, CE_EARG.
 */
int ce_constrained_kmeans(const ce_kmeans_ensemble_options *options,
                          const ce_kmeans_options *kmeans, const ce_matrix *x,
                          const ce_kmeans_data *data, gsl_rng *rng, int threads,
                          ce_kmeans_result *result, size_t *dead_ends, ce_error *err);

#endif
