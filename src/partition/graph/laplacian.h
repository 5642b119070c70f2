/*
 * laplacian.h: the operator L = D^-1/2 A D^-1/2 of a graph, its components and its largest
 * eigenvectors.
 */
#ifndef CE_PARTITION_LAPLACIAN_H
#define CE_PARTITION_LAPLACIAN_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"
#include "core/similarity.h"
#include "linalg/linalg.h"
#include "partition/graph/spectral.h"

/* Zero-initialise before use. The affinity and the sizes must stay valid. */
typedef struct {
    const ce_similarity *a; /* NULL: only the factor or the product below is known */
    const ce_matrix *u;     /* the affinity is U U^T */
    double *own;            /* owned, n: its diagonal */
    ce_operator product;
    void *state;
    const double *size; /* NULL: all 1 */
    size_t n, components;
    int with_diagonal;
    double *degree;     /* owned, n: sum_j size_j a_ij, the own entry as said below */
    double *scale;      /* owned, n: sqrt(size / degree), 0 for an isolated vertex */
    double *known; /* owned, n: sqrt(size degree), of length 1 in each component: eigenvectors of
                      the eigenvalue 1 */
    int32_t *component; /* owned, n: numbered by first appearance; -1: an isolated vertex */
    double *part, *scaled, *share; /* owned: room for products */
} ce_laplacian;

/* A_ij = affinity_ij sqrt(size_i size_j). The diagonal counts in full with with_diagonal; else
 * (size_i - 1) / size_i of it, the affinity of an object to the others of its row. CE_EINPUT for a
 * negative entry. O(entries). */
int ce_laplacian_build(ce_laplacian *l, const ce_similarity *affinity, const double *size,
                       int with_diagonal, ce_error *err);

/* The same for an affinity of which only products y = A x are known: symmetric, entries >= 0, the
 * diagonal counts, and every vertex with an entry has one on its diagonal. Components are found by
 * products with 0/1 vectors: one for each step of a breadth-first search. A product that fails must
 * say so elsewhere, and give zeros. */
int ce_laplacian_build_operator(ce_laplacian *l, size_t n, ce_operator product, void *state,
                                ce_error *err);

/* The same as ce_laplacian_build without the diagonal, for the affinity U U^T; u: n x columns,
 * entries >= 0. Vertices are joined where both have an entry in a column: no rounding decides. O(n
 * columns). */
int ce_laplacian_build_factor(ce_laplacian *l, const ce_matrix *u, const double *size,
                              ce_error *err);

/* Makes D^1/2 A D^1/2 of what was built [wsce2015 eq. 18 as printed]: no eigenvector of it is
 * known, so components is 0 and component 0 for all that are not isolated. 0 or CE_ENOMEM. */
int ce_laplacian_as_printed(ce_laplacian *l, ce_error *err);

void ce_laplacian_free(ce_laplacian *l);

/* The `k` largest eigenvalues and eigenvectors (rows: n x k, allocated; a component's own first),
 * components <= k <= n. An isolated vertex has a row of zeros. The dense solver writes a factor or
 * an operator out by n products. 0, CE_ENOMEM, CE_ENUM. */
int ce_laplacian_eigenvectors(ce_laplacian *l, size_t k, ce_solver solver, double *values,
                              ce_matrix *rows, ce_error *err);

/* The k - 1 components of most weight (a weight a vertex, or NULL: 1; ties: the first) get 0 ..
 * k-2; all else k-1. */
int ce_laplacian_group(const ce_laplacian *l, const double *weight, size_t k, int32_t *labels,
                       ce_error *err);

#endif
