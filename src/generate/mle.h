/*
 * mle.h: weighted graph clustering by maximum likelihood, relaxed to a convex program (card C14).
 *
 * [chen2014] Chen, Lim and Xu, ICML 2014: max sum_ij B_ij Y_ij - lambda ||Y||_*, 0 <= Y_ij <= 1,
 * B_ij = log(p / q) on an edge, log((1 - p) / (1 - q)) off it, and 0 on the diagonal, which nothing
 * is known of. Y_ij = 1 says that i and j are in one cluster.
 *
 * ADMM: Y is clipped to [0, 1], Z = Y has its singular values thresholded, W are the multipliers. W
 * never leaves ||W||_2 <= lambda, so that sum_ij max(0, B_ij - W_ij) is an upper bound of the
 * maximum in every iteration: how far from it a result can be is known.
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
    CE_MLE_EIGENVECTORS /* k-means on the k largest eigenvectors of Y, each times its eigenvalue */,
    CE_MLE_COMPONENTS /* of Y > 1/2 */
} ce_mle_labels;

typedef struct {
    /* Probabilities of an edge inside and between clusters, q < p. p 0: that of k equal clusters
     * which hold all edges, k (but 2 for 1) times the density of edges, at most .8; a density of
     * .8, which suits graphs where all of a cluster are neighbours, makes Y = 0 of sparse ones. q
     * 0: the density, at most p / 2. */
    double p, q;
    double lambda;      /* 0: sqrt(n mean(B^2)), the size of noise */
    double rho; /* of the augmented Lagrangian; 0: balances the residuals for ADAPTING iterations,
                   see mle.c */
    double tolerance;   /* of the primal and the dual residual, relative; 0: 1e-3 */
    size_t iterations;  /* 0: 500 */
    ce_mle_labels by;
    size_t restarts;    /* of k-means; 0: 10 */
    uint64_t seed;
} ce_mle_options;

typedef struct {
    double primal;    /* ||Y - Z||_F / max(||Y||_F, ||Z||_F) */
    double dual;      /* rho ||Z - Z of before||_F / ||W||_F */
    double objective; /* of Z, whose entries leave 0 .. 1 by what primal says */
    double bound;     /* no matrix has more */
    double rho;
    size_t rank;      /* of Z */
} ce_mle_step;

/* Zero-initialise before use. */
typedef struct {
    size_t iterations;
    int converged;
    double p, q, lambda;
    ce_mle_step last, *step; /* step: owned; `iterations` of them, NULL where the solution is that
                                of the k before */
} ce_mle_report;

void ce_mle_report_free(ce_mle_report *report);

/*
 * graph: sparse; a stored entry off the diagonal is an edge. labels: n x count, allocated here, a
 * column for each k (components: k only sets p). With p given one solution serves every k, else
 * each k has its own. report: one for each k. Dense n x n doubles, six of them (asked for before
 * they are taken: three, and the eigenvectors); O(n^3) an iteration. Not converged is no failure.
 * 0, CE_ENOMEM, CE_EARG (options), CE_EINPUT (k > n; no edges; Y = 0), CE_ENUM.
 */
int ce_generate_mle(const ce_similarity *graph, const int *k, size_t count,
                    const ce_mle_options *options, ce_labels *labels, ce_mle_report *report,
                    const ce_progress *progress, ce_error *err);

#endif
