/*
 * spectral.h: spectral clustering after Ng, Jordan and Weiss (card G5).
 *
 * The components of the graph are found first: each that has an edge gives the eigenvalue 1 once,
 * with an eigenvector that is known. Lanczos iteration cannot count how often an eigenvalue is
 * repeated, so these are taken out before it starts. With more such components than clusters the
 * eigenvectors say nothing about which belong together: the k - 1 with the most objects (ties: the
 * first) are then clusters of their own, and all the rest is the last cluster.
 */
#ifndef CE_PARTITION_SPECTRAL_H
#define CE_PARTITION_SPECTRAL_H

#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/similarity.h"

/* AUTO: LAPACK up to 2000 objects (500 when the affinity is sparse) or for k > n / 4, else ARPACK.
 */
typedef enum { CE_SOLVER_AUTO, CE_SOLVER_DENSE, CE_SOLVER_SPARSE } ce_solver;

typedef struct {
    size_t k;
    ce_solver solver;
    size_t restarts; /* of the k-means on the rows (embedding.h); 0: 10 */
    uint64_t seed;
} ce_spectral_options;

/*
 * affinity: non-negative (CE_EINPUT otherwise), its diagonal counts as 0. L = D^-1/2 A D^-1/2, its
 * k largest eigenvectors, rows scaled to length 1 (an isolated vertex has D^-1/2 = 0 and a row of
 * zeros, which embedding.h deals with), k-means on the rows. size: objects per row or NULL. With
 * sizes the result is what the objects behind the rows would get: D_i = sum_j size_j a_ij, with
 * size_i - 1 in place of size_i for the row itself (a_ii: the affinity of the objects in it to each
 * other), and the k-means weighs rows. 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (k > n, or no two
 * objects are alike), CE_ENUM.
 */
int ce_spectral(const ce_similarity *affinity, const double *size,
                const ce_spectral_options *options, ce_partition *partition, ce_error *err);

/* The same for the affinity U U^T, which is not built: U (n x columns, entries >= 0). What follows
 * from it is the same but for rounding; vertices are joined where both have an entry above 0 in a
 * column. O(n columns) memory and time a product; AUTO is ARPACK but for k > n / 4. */
int ce_spectral_factor(const ce_matrix *u, const double *size, const ce_spectral_options *options,
                       ce_partition *partition, ce_error *err);

/* Gaussian affinity of the rows of x: exp(-d^2 / (2 sigma^2)), zero diagonal; sigma 0: self-tuning,
 * exp(-d^2 / (2 s_i s_j)) with s_i the mean distance to the `neighbours` nearest other objects (7
 * when neighbours is 0; where s_i s_j = 0, equal objects have 1 and others 0); neighbours > 0 also
 * keeps only entries where one is among the nearest of the other (sparse; ties: the lowest), 0
 * keeps all. O(n^2 d) time. */
int ce_affinity_gaussian(const double *x, size_t n, size_t d, double sigma, size_t neighbours,
                         ce_similarity *affinity, ce_error *err);

#endif
