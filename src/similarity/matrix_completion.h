/*
 * matrix_completion.h: ECMC: the co-association matrix with its uncertain entries completed.
 *
 * [yi2012] Yi, Yang, Jin and Jain, ICDM 2012 (doc/readings.md, yi2012). High entries are observed
 * as 1, low ones as 0, the others not at all. Wanted is min ||M||_* + c ||E||_1 with M + E equal to
 * what was observed, where it was: a matrix of low rank, and few errors.
 *
 * Solved by augmented Lagrange multipliers. In each iteration M is the current matrix with its
 * singular values thresholded, E its errors with their sizes thresholded. The penalty mu grows by
 * half in each iteration, as in inexact ALM, up to 1e7 times. This ends near the minimum but not in
 * it: in trials a few entries were off by .5, the mean entry by .004, the objective by 1 %. With
 * growth = 1 mu stays, and M converges to the minimum, which can take hundreds of iterations.
 *
 * All objects of a microcluster have equal rows in each of these matrices. So M = X (size_i times
 * size_j equal entries) has the singular values of the small matrix sqrt(size_i size_j) x_ij.
 * Thresholding those, and weighing norms by the sizes, gives on microclusters exactly what objects
 * would give. (Without the square roots it would be another problem.)
 */
#ifndef CE_SIMILARITY_MATRIX_COMPLETION_H
#define CE_SIMILARITY_MATRIX_COMPLETION_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/progress.h"
#include "core/similarity.h"

typedef struct {
    double low, high;  /* entries >= high are observed as 1, other entries <= low as 0; 0, .3 */
    double c;          /* weight of ||E||_1, > 0; 0: 3 / sqrt(number of objects) */
    size_t iterations; /* 0: 500 */
    double tolerance;  /* of residual, and with growth 1 of change as well; 0: 1e-7 */
    double growth;     /* of mu, >= 1; 0: 1.5 */
    const ce_progress *progress; /* or NULL */
} ce_completion_options;

typedef struct {
    size_t iterations;
    double residual; /* ||A_D - M - E||_F / ||A_D||_F at the end */
    double change;   /* ||M - M of the iteration before||_F / ||A_D||_F at the end */
    double observed; /* share of the pairs of objects that were observed */
    size_t rank;     /* of M at the end */
    /* Objects whose row of M is 0, their own entry included. To drop their observed 1s, fewer than
     * about 1 / c of them, cost less than a place in M. Where these are many a larger c is needed.
     */
    double lost;
} ce_completion_report;

/*
 * ca: dense, in [0, 1]; its diagonal counts as 1. size: objects behind each row, or NULL: all 1.
 * Two objects of one row are taken to have the co-association 1. Objects without any label do not
 * have it, so they need a row each. options: 0 <= low <= high <= 1.
 *
 * s: M, symmetric, clipped to [0, 1] and rounded to multiples of 2^-23 (1.2e-7), diagonal 1; dense.
 * Entries that are equal in exact numbers differ in their last bits, not alike on all processors;
 * linkage would break their ties by this. twin: n values, M between two objects of
 * one row, or NULL. report may be NULL. No convergence is no failure: see the report.
 *
 * Each iteration takes the eigenvectors of an n x n matrix, of those eigenvalues only that are
 * kept: 4/3 n^3 operations on one thread, 10 to 50 iterations as a rule. Memory: 16 n^2 bytes, and
 * 24 n bytes for each eigenvalue kept. 0, CE_ENOMEM, CE_EARG (options), CE_ENUM; after a failure s
 * is empty, twin and report are untouched.
 */
int ce_matrix_completion(const ce_similarity *ca, const double *size,
                         const ce_completion_options *options, ce_similarity *s, double *twin,
                         ce_completion_report *report, ce_error *err);

/* The same of the co-association of microclusters. Objects without any label are alone: their
 * similarity to all others is 0, in their microcluster too. However many they are, they count once
 * in the norms that end the iterations. After a failure s can only be freed. */
int ce_completed_coassociation(const ce_microclusters *micro, const ce_completion_options *options,
                               ce_similarity *s, double *twin, ce_completion_report *report,
                               ce_error *err);

#endif
