/*
 * spectral.h: spectral clustering after Ng, Jordan and Weiss (card G5).
 */
#ifndef CE_PARTITION_SPECTRAL_H
#define CE_PARTITION_SPECTRAL_H

#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/similarity.h"

typedef enum { CE_SOLVER_AUTO, CE_SOLVER_DENSE, CE_SOLVER_SPARSE } ce_solver;

typedef struct {
    size_t k;
    ce_solver solver;  /* AUTO: LAPACK when dense and n <= 2000 or k > n / 4, else ARPACK */
    size_t restarts;   /* of the k-means on the rows; 0: 10 */
    uint64_t seed;
} ce_spectral_options;

/*
 * affinity: non-negative (CE_EINPUT otherwise), its diagonal counts as 0. L = D^-1/2 A D^-1/2, its k largest eigenvectors, rows
 * scaled to length 1 (a zero row stays; an isolated vertex has D^-1/2 = 0), k-means on the rows. size: objects per
 * row or NULL: then D_i = sum_j size_j a_ij, and the k-means weighs rows, which is the clustering that the objects behind
 * the rows would get. 0, CE_ENOMEM, CE_EINPUT, CE_ENUM.
 */
int ce_spectral(const ce_similarity *affinity, const double *size, const ce_spectral_options *options,
                ce_partition *partition, ce_error *err);

/* Gaussian affinity of the rows of x: exp(-d^2 / (2 sigma^2)), zero diagonal; sigma 0: self-tuning, exp(-d^2 / (2 s_i s_j)) with
 * s_i the mean distance to the `neighbours` nearest other objects; neighbours > 0 also keeps only entries where one
 * is among the nearest of the other (sparse), 0 keeps all. */
int ce_affinity_gaussian(const double *x, size_t n, size_t d, double sigma, size_t neighbours, ce_similarity *affinity,
                         ce_error *err);

#endif
