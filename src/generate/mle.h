/*
 * mle.h: weighted graph clustering by maximum likelihood, relaxed to a convex program.
 *
 * [chen2014] Chen, Lim and Xu, ICML 2014. See doc/readings.md, chen2014. The program is
 *   max sum_ij B_ij Y_ij - lambda ||Y||_*, 0 <= Y_ij <= 1.
 * Y_ij = 1 says that i and j are in one cluster. B_ij = log(p / q) on an edge, log((1 - p) / (1 -
 * q)) off it, and 0 on the diagonal, of which nothing is known.
 *
 * It is solved by ADMM. Y is clipped to [0, 1], Z = Y has its singular values thresholded, and W
 * are the multipliers. W never leaves ||W||_2 <= lambda, so in every iteration sum_ij max(0, B_ij -
 * W_ij) is an upper bound of the maximum. It tells how far from the maximum a result can be.
 */
#ifndef CE_GENERATE_MLE_H
#define CE_GENERATE_MLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/progress.h"
#include "core/similarity.h"

typedef enum {
    CE_MLE_EIGENVECTORS, /* k-means on the k largest eigenvectors of Y, each times its eigenvalue */
    CE_MLE_COMPONENTS    /* the connected components of Y > 1/2 */
} ce_mle_labels;
/* In the order of the enum; for option rows. */
#define CE_MLE_LABELS_NAMES "eigenvectors|components"

/*
 * p, q: probabilities of an edge inside and between clusters, q < p. The density is that of the
 * edges. p 0: min(.8, max(k, 2) density), which is right for k equal clusters that hold all edges.
 * A p of .8 suits graphs in which all objects of a cluster are neighbours; of sparse graphs it
 * makes Y = 0. q 0: the density, at most p / 2.
 *
 * rho: of the augmented Lagrangian. 0: it balances the residuals for ADAPTING iterations, see
 * mle.c.
 */
typedef struct {
    double p, q;
    double lambda;     /* 0: sqrt(n mean(B^2)), the size of noise */
    double rho;
    double tolerance;  /* of the primal and the dual residual, relative; 0: 1e-3 */
    size_t iterations; /* 0: 500 */
    ce_mle_labels by;
    size_t restarts;   /* of k-means; 0: 10 */
    size_t repeats;    /* cuts of each solution, by eigenvectors; 0: 1 */
    uint64_t seed;
} ce_mle_options;

typedef struct {
    double primal;    /* ||Y - Z||_F / max(||Y||_F, ||Z||_F) */
    double dual;      /* rho ||Z - Z of before||_F / ||W||_F */
    double objective; /* of Z, whose entries leave 0 .. 1 as far as primal says */
    double bound;     /* no matrix has a larger objective */
    double rho;
    size_t rank;      /* of Z */
} ce_mle_step;

/* Zero-initialise before use. */
typedef struct {
    size_t iterations;
    int converged;
    double p, q, lambda;
    ce_mle_step last;
    ce_mle_step *step; /* owned; iterations; NULL: the solution is that of the k before */
} ce_mle_report;

void ce_mle_report_free(ce_mle_report *report);

/*
 * graph: sparse; a stored entry off the diagonal is an edge. labels: n x (count
 * repeats), allocated here: all k of the first repeat, then of the second. Repeat r starts its
 * k-means from stream r. With CE_MLE_COMPONENTS k only sets p. report: one for each k. With p given
 * one solution serves every k, else each k has its own. Not converged is no failure. Memory: six
 * dense n x n matrices of doubles, three of them and the eigenvectors, checked before they are
 * taken. O(n^3) an iteration. 0, CE_ENOMEM, CE_EARG (options), CE_EINPUT (k > n; no edges; Y = 0),
 * CE_ENUM. After a failure labels is empty, and report can only be freed.
 */
int ce_generate_mle(const ce_similarity *graph, const int *k, size_t count,
                    const ce_mle_options *options, ce_labels *labels, ce_mle_report *report,
                    const ce_progress *progress, ce_error *err);

#endif
