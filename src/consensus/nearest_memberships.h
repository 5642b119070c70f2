/*
 * nearest_memberships.h: memberships M, n x k, that are near to those of all base clusterings.
 *
 * U_b has the memberships in base clustering b, and P_b maps its clusters to different columns of
 * M; a cluster without a column counts against 0. The distance is
 *
 *     sum_b w_b sum of (M - U_b P_b)^2, or of |M - U_b P_b|
 *
 * over all entries. Each P_b is a best assignment for M, and M the best for given maps
 * [hornik2005]. One pass over the base clusterings, each mapped to the mean of the earlier ones, is
 * the start [dimitriadou2002].
 *
 * A base clustering that says nothing of an object takes no part in its row. Microclusters weighted
 * by their sizes give the sums of objects. See doc/readings.md, hornik2005.
 */
#ifndef CE_CONSENSUS_NEAREST_MEMBERSHIPS_H
#define CE_CONSENSUS_NEAREST_MEMBERSHIPS_H

#include <gsl/gsl_rng.h>

#include "consensus/method.h"
#include "consensus/soft_members.h"

/* What the methods differ in. */
typedef struct {
    int absolute; /* distances, not squares */
    int hard;     /* M of 0 and 1 */
    const char *what;
} ce_nearest_criterion;

/* Set to zero before use, but for `by`. */
typedef struct {
    ce_nearest_criterion by;
    ce_soft_members s;
    size_t k, widest;     /* widest: the most clusters of a base clustering, or k */
    size_t stride;        /* columns of M in memory */
    const double *weight; /* m */
    double *ones;         /* owned: the weights where none are given */
    double *present;      /* owned; count: weights of the base clusterings that say something */
    double most;          /* the part of the sum that depends on the base clusterings only */
    size_t *first;        /* owned; m + 1: first cluster of each */
} ce_nearest;

typedef struct ce_nearest_segment ce_nearest_segment;
typedef struct ce_nearest_point ce_nearest_point;

/* M and the maps while they change. Set to zero before use. */
typedef struct {
    double *share;               /* owned; M: count x stride */
    double *overlap;             /* owned; clusters x stride */
    int32_t *column;             /* owned; clusters: P_b, or CE_MISSING */
    int32_t *cluster;            /* owned; m x stride: its inverse */
    double *potential;           /* owned; of the assignment */
    int32_t *link;               /* owned */
    size_t *order;               /* owned; m: of the pass over the base clusterings */
    double *seen;                /* owned; count: weights that M has, in this pass */
    ce_nearest_segment *segment; /* owned; for the rows of least distance */
    ce_nearest_point *point;     /* owned */
} ce_nearest_work;

/* Reads the base clusterings of a run. starts: how many may run, one to a thread. wide: M needs a
 * column for every cluster at first, as ce_nearest_pass does. instead: what needs less memory, for
 * the refusal. 0 or a failure; free the problem in any case. */
int ce_nearest_init(ce_nearest *p, const ce_run *run, int objects, size_t starts, int wide,
                    const char *instead, ce_error *err);
void ce_nearest_free(ce_nearest *p);

/* 0 or CE_ENOMEM; free the work in any case. */
int ce_nearest_work_alloc(ce_nearest_work *w, const ce_nearest *p, ce_error *err);
void ce_nearest_work_free(ce_nearest_work *w);

/* M is drawn at random; each row sums to 1. */
void ce_nearest_random(const ce_nearest *p, gsl_rng *rng, ce_nearest_work *w);

/* M is the mean that the base clusterings make in the order w->order. Needs `wide`. */
void ce_nearest_pass(const ce_nearest *p, ce_nearest_work *w);

/* All maps for M. Returns the distance of M from all base clusterings, weighted. O(n m k). */
double ce_nearest_map(const ce_nearest *p, ce_nearest_work *w);

/* M for given maps. Squares: the mean, moved so that rows sum to 1 where clusters have no column.
 * Distances: in each row the point of least distance whose sum is 1. Hard: the column with the
 * largest mean. */
void ce_nearest_fit(const ce_nearest *p, ce_nearest_work *w);

/* labels: count, the column of the largest share; ties: the lowest. */
void ce_nearest_choose(const ce_nearest *p, const ce_nearest_work *w, int32_t *labels);

/* The partition of the objects from the labels of the rows. */
int ce_nearest_expand(const ce_nearest *p, const int32_t *labels, ce_partition *result,
                      ce_error *err);

#endif
