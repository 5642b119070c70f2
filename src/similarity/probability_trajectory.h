/*
 * probability_trajectory.h: probability trajectory similarity, PTS [ptgp2016 sec. 3.4, Definition
 * 10].
 *
 * The trajectory of node i is its distributions after 1 .. T steps of the walk, side by side. Z =
 * sum_{t=1..T} P^t (P^t)^T, and PTS_ij = Z_ij / sqrt(Z_ii Z_jj) is the cosine of two trajectories,
 * in [0, 1].
 */
#ifndef CE_SIMILARITY_PROBABILITY_TRAJECTORY_H
#define CE_SIMILARITY_PROBABILITY_TRAJECTORY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "similarity/elite_graph.h"

/*
 * progress: or NULL. All three functions renumber the nodes for themselves so that neighbours are
 * near one another. They work on strips of up to 32 columns that stay in the second cache. The
 * threads share the strips, or for few columns the rows of one. Same bits for any number of threads
 * and on any vector unit. P is reversible: with Pi = diag(pi_i), (P^t)^T = Pi P^t Pi^-1, so
 * products with the sparse P suffice.
 *
 * The unit of cost below is one product of P with n columns: n * links multiply-adds (links: stored
 * entries of P). After a failure pts is empty (untouched for CE_EARG), y and z are undefined.
 */

/*
 * The whole matrix, dense, diagonal 1. T = steps >= 1. A node without links is alone: it has 0 to
 * all others [the authors' program: 1e-20]. Nodes of two components have 0. By definition so have
 * direct neighbours in a bipartite graph, where walks of equal length never meet.
 *
 * Column by column Z x = P (V_1 + P (V_2 + ... + P V_T)), V_t = (P^T)^t x: 2 T - 1 units. Each
 * thread keeps T strips (T n 32 doubles). When memory is short it keeps about 2 sqrt(T) of them,
 * for half as many units again. Exact up to rounding (near 1e-15 T).
 *
 * From n = 256, T = 8 and n links T = 2e8 on, a cheaper way is tried (trajectory_tail.h). Z is Z_a
 * and the T - a late steps at once, in a space of about n / 14 dimensions that the walk has not
 * forgotten after a steps. This costs 2 a - 1 units + about 2 T / 14, with a near 8 for ensembles
 * of 2000 to 3000 microclusters. PTS then differs by less than 1e-12 from that of all steps, a
 * bound that is measured each time; in practice it differs by rounding. A graph too slow to forget
 * takes all steps, and the trial costs it a few hundredths of the time (n in the hundreds: a
 * tenth). The choice depends on the graph and T alone. It also serves dense P (elite = n - 1),
 * which forgets fast.
 *
 * 0, CE_ENOMEM (refused before it is taken) or CE_EARG (steps = 0).
 */
int ce_probability_trajectories(const ce_elite_graph *graph, size_t steps, ce_similarity *pts,
                                const ce_progress *progress, ce_error *err);

/* y = Z x for `columns` vectors at once. x and y: n x columns, row-major; y is not x. 2 T columns /
 * n units, always all steps. A strip is 1, 8, 16 or 32 columns wide. T + 2 strips are kept. When
 * these take more than half of the free memory, about 2 sqrt(T) are kept: half as many units again,
 * same bits. 0, CE_ENOMEM or CE_EARG (steps = 0). */
int ce_trajectory_product(const ce_elite_graph *graph, size_t steps, const double *x, double *y,
                          size_t columns, ce_error *err);

/*
 * Z_ii of all nodes (0 for an isolated one) without the matrix. z: n.
 *
 * projections = 0: exact. T - 1 units, or a - 1 with the late steps at once as above (then to
 * 1e-12, relative). Memory: two strips a thread, and n / 14 vectors four times over for the late
 * steps.
 *
 * projections > 0: estimated as sum_t || e_i P^t R ||^2, R being n x projections random signs /
 * sqrt(projections), by seed. T projections / n units. The relative standard error is at most about
 * sqrt(2 / projections), less where the steps of a trajectory differ.
 *
 * 0, CE_ENOMEM or CE_EARG (steps = 0).
 */
int ce_trajectory_norms(const ce_elite_graph *graph, size_t steps, size_t projections,
                        uint64_t seed, double *z, const ce_progress *progress, ce_error *err);

#endif
