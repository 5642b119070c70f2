/*
 * mle.h: weighted graph clustering by maximum likelihood, relaxed to a convex program (card C14).
 *
 * [chen2014] Chen, Lim and Xu, ICML 2014: max sum_ij B_ij Y_ij - lambda ||Y||_*, 0 <= Y_ij <= 1, B_ij = log(p / q) on an edge, log((1 - p) / (1 - q)) off it.
 */
#ifndef CE_GENERATE_MLE_H
#define CE_GENERATE_MLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/progress.h"
#include "core/similarity.h"

typedef enum { CE_MLE_EIGENVECTORS /* k-means on the k largest eigenvectors of Y */, CE_MLE_COMPONENTS /* of Y > 1/2; k is not looked at */ } ce_mle_labels;

typedef struct {
    double p, q;        /* probabilities of an edge inside and between clusters; 0: .8, and the density of edges, below p */
    double lambda;      /* 0: sqrt(n mean(B^2)) */
    double rho;         /* 0: found by the run; see mle.c */
    double tolerance;   /* 0: 1e-5, of the primal and the dual residual */
    size_t iterations;  /* 0: 500 */
    ce_mle_labels by;
    size_t restarts;    /* of k-means; 0: 10 */
    uint64_t seed;
} ce_mle_options;

typedef struct {
    size_t iterations, rank; /* of the last Z */
    int converged;
    double objective, p, q, lambda;
} ce_mle_report;

/* graph: a stored entry off the diagonal is an edge. labels: n x count, allocated here; one solution Y serves every k. Dense n x n doubles, five of
 * them (asked for before they are taken); O(n^3) an iteration at most. 0, CE_ENOMEM, CE_EARG, CE_EINPUT (k > n), CE_ENUM. */
int ce_generate_mle(const ce_similarity *graph, const int *k, size_t count, const ce_mle_options *options, ce_labels *labels,
                    ce_mle_report *report, const ce_progress *progress, ce_error *err);

#endif
