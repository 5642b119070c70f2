/*
 * probability_trajectory.h: probability trajectory similarity, PTS [ptgp2016 sec. 3.4, Definition 10].
 *
 * The trajectory of node i is its distributions after 1 .. T steps of the walk, side by side. Z = sum_{t=1..T} P^t (P^t)^T, and
 * PTS_ij = Z_ij / sqrt(Z_ii Z_jj): the cosine of two trajectories, in [0, 1].
 */
#ifndef CE_SIMILARITY_PROBABILITY_TRAJECTORY_H
#define CE_SIMILARITY_PROBABILITY_TRAJECTORY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/similarity.h"
#include "similarity/elite_graph.h"

/* The whole matrix, dense, diagonal 1. A node without links is alone: 0 to all others [the authors' program: 1e-20]. T = steps >= 1.
 * (Say here: which form is used when, its cost, its memory, its exactness.) */
int ce_probability_trajectories(const ce_elite_graph *graph, size_t steps, ce_similarity *pts, ce_error *err);

/* y = Z x for `columns` vectors at once (x and y: n x columns, row-major), 2 T sparse products. y may not be x. */
int ce_trajectory_product(const ce_elite_graph *graph, size_t steps, const double *x, double *y, size_t columns, ce_error *err);

/* Z_ii of all nodes (0 for an isolated one) without the matrix. projections = 0: exact, T products of the sparse P with n columns,
 * a block of columns at a time; else estimated, || e_i P^t R ||^2 with R of n x projections random signs / sqrt(projections): relative
 * standard error about sqrt(2 / projections), seeded. z: n. */
int ce_trajectory_norms(const ce_elite_graph *graph, size_t steps, size_t projections, uint64_t seed, double *z, ce_error *err);

#endif
