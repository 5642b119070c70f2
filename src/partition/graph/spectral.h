/*
 * spectral.h: spectral clustering after Ng, Jordan and Weiss (doc/readings.md, ng2002).
 *
 * The components of the graph are found first. Each component with an edge gives the eigenvalue 1
 * once, with an eigenvector that is known. Lanczos iteration cannot count how often an eigenvalue
 * is repeated, so these are taken out before it starts. If there are more such components than
 * clusters, the eigenvectors do not say which belong together. Then the k - 1 components with the
 * most objects (ties: the first) are clusters of their own, and all the rest is the last cluster.
 */
#ifndef CE_PARTITION_SPECTRAL_H
#define CE_PARTITION_SPECTRAL_H

#include <stdint.h>

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "partition/graph/laplacian.h"
#include "partition/graph/solver.h"
#include "partition/graph/spectrum.h"

/* How the eigenvectors were found. */
typedef struct {
    ce_solved solved;
    size_t factor_entries; /* with CE_SOLVED_FACTOR: entries of the sparse Cholesky factor */
} ce_spectral_report;

typedef struct {
    size_t k;
    ce_solver solver;
    size_t restarts; /* of the k-means on the rows (embedding.h); 0: 10 */
    uint64_t seed;
    ce_spectral_report *report;  /* written, or NULL */
    const ce_progress *progress; /* told before a dense eigenproblem, or NULL */
    ce_spectrum *spectrum;       /* shared with other cuts of the same graph, or NULL */
} ce_spectral_options;

/*
 * affinity: entries >= 0; its diagonal counts as 0. It may be NULL where options->spectrum keeps k
 * eigenvectors.
 *
 * 1. L = D^-1/2 A D^-1/2. An isolated vertex has D^-1/2 = 0.
 * 2. The k largest eigenvectors of L are columns. Their rows are scaled to length 1; an isolated
 *    vertex has a row of zeros, which embedding.h deals with.
 * 3. k-means clusters the rows.
 *
 * size: objects per row or NULL: 1 each. With sizes the result is the one that the objects behind
 * the rows would get: D_i = sum_j size_j a_ij, where the row itself counts size_i - 1 times (a_ii
 * is the affinity of its objects to each other), and the k-means weighs rows.
 *
 * Returns 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (a negative affinity, k > n, or no two objects
 * have an affinity above 0) or CE_ENUM. The partition is empty after a failure.
 */
int ce_spectral(const ce_similarity *affinity, const double *size,
                const ce_spectral_options *options, ce_partition *partition, ce_error *err);

/* The same for the affinity U U^T, which is not built; u: n x columns, entries >= 0; NULL as above.
 * The result differs only by rounding. Vertices are joined where both have an entry above 0 in a
 * column. O(n + columns) memory and O(entries of u) time a product. AUTO is ARPACK, except for up
 * to 500 objects or k > n / 4. */
int ce_spectral_factor(const ce_biadjacency *u, const double *size,
                       const ce_spectral_options *options, ce_partition *partition, ce_error *err);

#endif
