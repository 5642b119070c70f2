/*
 * lac_internal.h: what the files of LAC share. Not for anyone else.
 *
 * lac.c             groups of members and their results
 * lac_start.c       the memory and the start of a member
 * lac_iterate.c     the iteration
 * lac_assign.c      the nearest centroid of every object, for many members in one pass
 * lac_chunklets.c   assigns chunklets to clusters
 * lac_sums.c        sums over the objects of each cluster: dispersions and means
 * lac_membership.c  memberships from centroids and weights
 */
#ifndef CE_GENERATE_LAC_INTERNAL_H
#define CE_GENERATE_LAC_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"
#include "generate/lac.h"
#include "kmeans/kmeans.h"

/* One member under way. */
typedef struct {
    size_t member;      /* its number */
    size_t leader;      /* the first of the runs that start with the same centroids */
    size_t k, d;
    double inv_h;
    double *centre;     /* k x d */
    double *weight;     /* k x d */
    double *dispersion; /* k x d */
    double *sums;       /* of the labels in before (lac_sums.c) */
    int32_t *label;     /* n: of the last assignment */
    int32_t *before;    /* n: at the end of the iteration before */
    size_t *size;       /* k: objects of each cluster */
    size_t iterations;
    int refilled;       /* 1: an empty cluster was filled in this iteration */
    int converged;
} ce_lac_run;

typedef struct ce_lac_assigner ce_lac_assigner;
typedef struct ce_lac_chunklet_assigner ce_lac_chunklet_assigner;

/* What all members share. */
typedef struct {
    const ce_matrix *x;
    const ce_lac_options *options;
    const ce_chunklets *chunklets; /* NULL: none */
    const ce_kmeans_data *data;
    ce_labels *labels;
    ce_lac_member *member;
    const ce_progress *progress;
    size_t done;
} ce_lac_ensemble;

/* Members that take their passes together. */
typedef struct {
    ce_lac_run *run;
    size_t runs;
    ce_lac_run **active; /* those that have not converged */
    size_t count;
    ce_lac_assigner *assigner;
    ce_lac_chunklet_assigner *constrained; /* NULL without chunklets */
    double *own; /* n: distances to the own centroid, for empty clusters; NULL until needed */
} ce_lac_group;

/* ---- lac_start.c ---- */

/* Draws what is to be drawn for member run[r].member. Runs that start with the same centroids are
 * next to each other, and the first of them leads. 0 or CE_ENOMEM; run[r] is to be freed either
 * way. */
int ce_lac_run_start(const ce_lac_ensemble *e, ce_lac_run *run, size_t r, ce_error *err);
void ce_lac_run_free(ce_lac_run *run);

/* Sets equal weights of all features in cluster j. */
void ce_lac_flat_weights(const ce_lac_ensemble *e, ce_lac_run *run, size_t j);

/* Copies what the leader has found before weights were set: a run with the same start would find
 * the same. */
void ce_lac_run_follow(const ce_lac_ensemble *e, ce_lac_run *run, const ce_lac_run *leader);

/* ---- lac_iterate.c ---- */

/* Takes all runs of the group from their start to their last labels, and reports members that are
 * done. 0 or CE_ENOMEM. */
int ce_lac_iterate(ce_lac_ensemble *e, ce_lac_group *g, ce_error *err);

/* ---- lac_assign.c ---- */

/* For passes over x with at most `columns` centroids of all runs together. Borrows x. 0, or
 * CE_ENOMEM, and *assigner can then only be freed. */
int ce_lac_assigner_alloc(ce_lac_assigner **assigner, const ce_matrix *x, size_t columns,
                          ce_error *err);
void ce_lac_assigner_free(ce_lac_assigner *assigner);

/* Sets the labels of all runs: argmin_j sum_s w_js (x_s - c_js)^2 (ties: the lowest j). On
 * ce_threads() threads. */
void ce_lac_assign(ce_lac_assigner *assigner, ce_lac_run *const *run, size_t runs);

/* Squared weighted distance of each object to the centroid of its label. distance: n. */
void ce_lac_own_distances(const ce_matrix *x, const ce_lac_run *run, double *distance);

/* ---- lac_chunklets.c ---- */

/* For at most `runs` runs at a time of at most k clusters. Borrows chunklets; the objects in them
 * are copied. 0, or CE_ENOMEM, and *assigner can then only be freed. */
int ce_lac_chunklets_alloc(ce_lac_chunklet_assigner **assigner, const ce_matrix *x,
                           const ce_chunklets *chunklets, size_t runs, size_t k, ce_error *err);
void ce_lac_chunklets_free(ce_lac_chunklet_assigner *assigner);

/* Sets the labels of the objects of chunklets, for each run, by its centroids and weights. On
 * ce_threads() threads. 0 or CE_ENOMEM. */
int ce_lac_assign_chunklets(ce_lac_chunklet_assigner *assigner, ce_lac_run *const *run, size_t runs,
                            ce_error *err);

/* *violated: edges that the labels (n) violate. The labels of a chunklet are equal. 0 or CE_ENOMEM.
 */
int ce_lac_violated(const ce_chunklets *chunklets, const int32_t *label, size_t *violated,
                    ce_error *err);

/* ---- lac_sums.c ---- */

/* Doubles in run->sums. */
size_t ce_lac_sums_size(size_t k, size_t d);

/* Sets the dispersions of all runs: the mean over cluster j of (c_js - x_s)^2, 0 where it is empty.
 */
void ce_lac_dispersions(const ce_matrix *x, ce_lac_run *const *run, size_t runs);

/* Sets the centres of all runs: the mean of cluster j; left alone where it is empty. The sums
 * change from those of the labels in `before` to those of label. first_time: they are zeros, and
 * there is no `before`. */
void ce_lac_means(const ce_matrix *x, ce_lac_run *const *run, size_t runs, int first_time);

#endif
