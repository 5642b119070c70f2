/*
 * laplacian.h: the operator L = D^-1/2 A D^-1/2 of a graph, its components and its largest
 * eigenvectors.
 */
#ifndef CE_PARTITION_LAPLACIAN_H
#define CE_PARTITION_LAPLACIAN_H

#include <stddef.h>
#include <stdint.h>

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "core/similarity.h"
#include "linalg/linalg.h"
#include "partition/graph/solver.h"

/* How the last eigenvectors were found. */
typedef enum {
    CE_SOLVED_NOT, /* none was asked for, or all were known */
    CE_SOLVED_DENSE,
    CE_SOLVED_PRODUCTS, /* Lanczos' method on L */
    CE_SOLVED_FACTOR    /* the same on (shift I - L)^-1 */
} ce_solved;

/* Set to zero before use. It borrows the affinity, or the factor, or the state of the operator, and
 * the sizes; they must outlive it. It is empty after a failed build. */
typedef struct {
    const ce_similarity *a;  /* NULL: only the factor or the product below is known */
    const ce_biadjacency *u; /* the affinity is U U^T */
    double *own;             /* owned, n: its diagonal */
    ce_operator product;
    void *state;
    const double *size; /* NULL: all 1 */
    size_t n, components;
    int with_diagonal;
    double *degree; /* owned, n: sum_j size_j a_ij, with the diagonal as ce_laplacian_build says; in
                       another unit where they would add up to more than a double holds */
    double *scale;  /* owned, n: sqrt(size / degree), 0 for an isolated vertex */
    double *known;  /* owned, n: sqrt(size degree), scaled to length 1 in each component */
    int32_t *component; /* owned, n: numbered by first appearance; -1: an isolated vertex */
    double *part, *scaled, *share; /* owned: room for products */
    const ce_progress *progress;   /* the caller's, set after the build; NULL: none */
    ce_solved solved;
    size_t factor_entries; /* with CE_SOLVED_FACTOR: entries of the sparse Cholesky factor */
} ce_laplacian;

/* A_ij = affinity_ij sqrt(size_i size_j). With with_diagonal the diagonal counts in full. Without
 * it (size_i - 1) / size_i of it counts, the affinity of an object to the others of its row. In
 * each component `known` is the eigenvector of the eigenvalue 1. Returns 0, CE_ENOMEM or CE_EINPUT
 * (a negative entry). O(entries). */
int ce_laplacian_build(ce_laplacian *l, const ce_similarity *affinity, const double *size,
                       int with_diagonal, ce_error *err);

/* The same for an affinity of which only products y = A x are known. It is symmetric with entries
 * >= 0, its diagonal counts, and every vertex with an entry has one on its diagonal. Components are
 * found by products with 0/1 vectors, one for each step of a breadth-first search. A product that
 * fails gives zeros, and the caller must find out elsewhere. */
int ce_laplacian_build_operator(ce_laplacian *l, size_t n, ce_operator product, void *state,
                                ce_error *err);

/* The same as ce_laplacian_build without the diagonal, for the affinity U U^T; u: n x columns,
 * entries >= 0. Vertices are joined where both have an entry in a column, so rounding does not
 * matter. O(entries of u). */
int ce_laplacian_build_factor(ce_laplacian *l, const ce_biadjacency *u, const double *size,
                              ce_error *err);

/* Changes what was built into D^1/2 A D^1/2 [wsce2015 eq. 18 as printed]. No eigenvector of it is
 * known, so components is 0, and component 0 for all that are not isolated. Returns 0 or CE_ENOMEM;
 * l can then only be freed. */
int ce_laplacian_as_printed(ce_laplacian *l, ce_error *err);

void ce_laplacian_free(ce_laplacian *l);

/* The `k` largest eigenvalues and eigenvectors, components <= k <= n. values: k. rows: n x k, those
 * of the components first. An isolated vertex has a row of zeros. The dense solver writes a factor
 * or an operator out by n products. Returns 0, CE_ENOMEM or CE_ENUM; rows is empty after a failure.
 */
int ce_laplacian_eigenvectors(ce_laplacian *l, size_t k, ce_solver solver, double *values,
                              ce_matrix *rows, ce_error *err);

/* labels: n. The k - 1 components of most weight (weight: one a vertex, or NULL: 1 each; ties: the
 * first) get 0 .. k-2, all else k-1. Returns 0 or CE_ENOMEM; labels are then untouched. */
int ce_laplacian_group(const ce_laplacian *l, const double *weight, size_t k, int32_t *labels,
                       ce_error *err);

#endif
