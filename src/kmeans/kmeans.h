/*
 * kmeans.h: Lloyd's k-means (card G1): the engine under ce-generate kmeans and under the spectral
 * methods.
 *
 * x goes to argmin_l ||x - c_l||^2 (ties: the lowest l), c_l is the weighted mean of its objects,
 * until no label changes or max_iterations; then once more, so that labels belong to the centres
 * returned. Results do not depend on the number of threads.
 *
 * Distances decide as computed in doubles from differences, with eight partial sums
 * (kmeans_internal.h): not by the expanded square, whose terms cancel for data far from the origin.
 * Means are correct to the last bit, but for some 1e-32 of what has been in the cluster. Bounds
 * (Elkan, Yinyang, Hamerly) only spare distances that cannot decide. Equal rows are one row with
 * their joint weight, in every rule below.
 */
#ifndef CE_PARTITION_KMEANS_H
#define CE_PARTITION_KMEANS_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"

typedef enum {
    CE_INIT_RANDOM, /* objects one after another, each as likely as its weight; equal to one before:
                       drawn again */
    CE_INIT_PLUSPLUS, /* k-means++ (Arthur & Vassilvitskii 2007) */
    CE_INIT_FARTHEST, /* a random object, then always the one farthest from those chosen */
    CE_INIT_GIVEN     /* options.start, of which the first k when there are fewer distinct rows */
} ce_kmeans_init;

typedef enum {
    CE_EMPTY_SINGLETON, /* the centre moves to the row farthest from its own centre, out of a
                           cluster of more than one row; ties: the first row; empty clusters in
                           ascending order, a row serves once. The last assignment of a run that is
                           stopped by max_iterations is not repaired: a cluster can then be empty */
    CE_EMPTY_KEEP,      /* the centre stays */
    CE_EMPTY_DROP       /* k shrinks */
} ce_kmeans_empty;

/*
 * What may send rows elsewhere than to their nearest centre (constraints). After every assignment
 * settle gets label: count, the nearest centre of each row, and changes those of held rows, no
 * others; centre: k x stride, rows of d values, filled up with zeros. What it returns, if not 0,
 * ends the run, and ce_kmeans returns it. It is called by one thread at a time for one run, state
 * is that run's alone. A run with a rule ends when the labels that settle leaves are those of the
 * iteration before, or the same clusters under other numbers: a rule may exchange two for ever.
 * Sums and inertia follow these labels. Empty clusters take no held row and none that lies on its
 * centre; where nothing is left to take, the centre stays.
 */
typedef struct {
    int (*settle)(void *state, const double *centre, size_t stride, size_t k, int32_t *label,
                  ce_error *err);
    void *state;
    const unsigned char *held; /* count: 1 for rows that settle decides on */
} ce_kmeans_rule;

typedef struct {
    size_t k;
    ce_kmeans_init init;
    ce_kmeans_empty empty;
    size_t max_iterations; /* 0: 100 */
    size_t restarts;       /* 0: 1; the run of least inertia is kept, ties: the first */
    const double *start;   /* k x d, for CE_INIT_GIVEN */
    const ce_kmeans_rule
        *rule; /* or NULL. Needs data whose rows are not merged (ce_kmeans_prepare_rows), restarts
                * <= 1, and no CE_EMPTY_DROP. There are then as many clusters as asked for even with
                * fewer distinct rows: the first starting centres come again */
    size_t bound_bytes; /* at most so much memory for bounds, which spare distances and change no
                         * label; 0: as much as the data, or 64 MiB when that is more */
} ce_kmeans_options;

/* Zero-initialise before use; owned memory, ce_kmeans_free. */
typedef struct {
    size_t n, d, k; /* k: clusters returned: fewer than asked when there are fewer distinct rows, or
                       by CE_EMPTY_DROP */
    int32_t *labels;   /* n, 0 .. k-1: the number of the centre */
    double *centres;   /* k x d */
    double inertia;    /* sum of weighted squared distances to the own centre */
    size_t iterations; /* of the run kept */
    int converged;     /* 0: stopped by max_iterations */
} ce_kmeans_result;

/* Beyond this, squares of differences and their sums could overflow: refused. */
#define CE_KMEANS_LARGEST 1e150

/* What all runs on the same data share: equal rows merged, the range of values. Prepared once, then
 * read by any number of threads at a time. weight: n (> 0) or NULL. The values must stay valid
 * while it is used. 0, CE_ENOMEM, CE_EARG (nothing to cluster), CE_EINPUT (a value that is NaN or
 * beyond CE_KMEANS_LARGEST). O(n d), on all threads. */
typedef struct ce_kmeans_data ce_kmeans_data;
int ce_kmeans_prepare(ce_kmeans_data **data, const ce_matrix *x, const double *weight,
                      ce_error *err);
/* The same without merging: every object is a row of its own, and equal ones can go to different
 * clusters. ce_kmeans_distinct is then still the number of distinct rows, and starting centres are
 * those that the merged rows give. */
int ce_kmeans_prepare_rows(ce_kmeans_data **data, const ce_matrix *x, ce_error *err);
size_t ce_kmeans_distinct(const ce_kmeans_data *data);
void ce_kmeans_data_free(ce_kmeans_data *data);

/* The starting centres of CE_INIT_RANDOM alone, for other methods that start like k-means: k (1 ..
 * ce_kmeans_distinct) rows of d values into centre. 0, CE_ENOMEM. O(count log k). */
int ce_kmeans_random_start(const ce_kmeans_data *data, size_t k, gsl_rng *rng, double *centre,
                           ce_error *err);

/* The same for CE_INIT_FARTHEST. O(n k d), on as many threads. */
int ce_kmeans_farthest_start(const ce_kmeans_data *data, size_t k, gsl_rng *rng, int threads,
                             double *centre, ce_error *err);

/* One clustering. threads: how many this run may use by itself (1 when members run side by side).
 * 0, CE_ENOMEM, CE_EARG. O(n k d) a time. */
int ce_kmeans(const ce_kmeans_data *data, const ce_kmeans_options *options, gsl_rng *rng,
              int threads, ce_kmeans_result *result, ce_error *err);
void ce_kmeans_free(ce_kmeans_result *result);

/*
 * The nearest of k centres that move from call to call (self-organising maps), with the bounds of
 * k-means: what cannot have changed is not looked at again. Keeps data. find: labels: n, ties the
 * lowest; squared: n squared distances to that centre, or NULL. The first call, and one with a
 * centre farther out than any row or centre at the first, looks at all. Neither bounds nor threads
 * change a label. O(n k d) at most.
 */
typedef struct ce_kmeans_nearest ce_kmeans_nearest;
int ce_kmeans_nearest_alloc(ce_kmeans_nearest **nearest, const ce_kmeans_data *data, size_t k,
                            int threads, ce_error *err);
void ce_kmeans_nearest_find(ce_kmeans_nearest *nearest, const double *centres, int32_t *labels,
                            double *squared);
void ce_kmeans_nearest_free(ce_kmeans_nearest *nearest);

/* The nearest centre (k x d) of each row of x: for objects that took no part. labels: n. Ties: the
 * lowest. */
int ce_kmeans_assign(const ce_matrix *x, const double *centres, size_t k, int32_t *labels,
                     ce_error *err);

#endif
