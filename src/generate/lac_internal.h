/*
 * lac_internal.h: what the files of LAC share. Not for anyone else.
 *
 * lac.c         members, their starts, the iteration
 * lac_assign.c  the nearest centroid of every object, for many members in one pass over the data
 * lac_sums.c    sums over the objects of each cluster: dispersions and means
 * lac_distances.c  distances and memberships from centroids and weights
 */
#ifndef CE_GENERATE_LAC_INTERNAL_H
#define CE_GENERATE_LAC_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"
#include "generate/lac.h"

/* One member under way. */
typedef struct {
    size_t member;     /* its number */
    size_t leader;     /* the first of the runs that start with the same centroids */
    size_t k, d;
    double inv_h;
    double *centre;    /* k x d */
    double *weight;    /* k x d */
    double *sums;      /* lac_sums.c */
    int32_t *label;    /* n: as of the last pass ... */
    int32_t *next;     /* n: ... and as the pass under way finds them */
    int32_t *before;   /* n: at the end of the iteration before */
    int32_t *changed;  /* n: objects whose label the last pass changed, ascending ... */
    size_t changes;    /* ... so many; their labels before are in next */
    size_t *size;      /* k: objects of each cluster */
    size_t iterations;
    int refilled;      /* an empty cluster was filled in this iteration */
    int converged;
} ce_lac_run;

/* ---- lac_assign.c ---- */

typedef struct ce_lac_assigner ce_lac_assigner;

/* For passes over x with at most `columns` centroids of all runs together. Keeps x. 0, CE_ENOMEM. */
int ce_lac_assigner_alloc(ce_lac_assigner **assigner, const ce_matrix *x, size_t columns, ce_error *err);
void ce_lac_assigner_free(ce_lac_assigner *assigner);

/* run[r]->next of each: argmin_j sum_s w_js (x_s - c_js)^2, ties: the lowest j. On ce_threads() threads. */
void ce_lac_assign(ce_lac_assigner *assigner, ce_lac_run *const *run, size_t runs);

/* Squared weighted distance of each object to the centroid of its label. distance: n. */
void ce_lac_own_distances(const ce_matrix *x, const ce_lac_run *run, double *distance);

/* ---- lac_sums.c ---- */

/* Doubles in run->sums. */
size_t ce_lac_sums_size(size_t k, size_t d);

/* Takes over run[r]->next as labels: changed, changes, size and sums. The labels before are then in next; `first`: there are none. */
void ce_lac_sums_update(const ce_matrix *x, ce_lac_run *const *run, size_t runs, int first);

/* Moves object i alone to cluster j, in label, size and sums. */
void ce_lac_sums_move(const ce_matrix *x, ce_lac_run *run, size_t i, int32_t j);

/* The mean over cluster j of (c_js - x_s)^2. dispersion: d, >= 0. The cluster is not empty. */
void ce_lac_dispersion(const ce_lac_run *run, size_t j, double *dispersion);

/* The mean of cluster j. mean: d. The cluster is not empty. */
void ce_lac_mean(const ce_lac_run *run, size_t j, double *mean);

#endif
