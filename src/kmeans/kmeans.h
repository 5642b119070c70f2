/*
 * kmeans.h: Lloyd's k-means, the engine of k-means ensembles and spectral methods; doc/readings.md,
 * kmeans.
 *
 * 1. Each row x goes to argmin_l ||x - c_l||^2. Ties: the lowest l.
 * 2. Each centre c_l becomes the weighted mean of its rows.
 * 3. These steps repeat until no label changes or max_iterations is reached. Step 1 is then done
 *    once more, so that labels belong to the centres returned.
 *
 * Equal rows count as one row with their joint weight. Results do not depend on the number of
 * threads.
 *
 * Distances decide as if computed in doubles from differences, with eight partial sums
 * (squared_distance.h). The expanded square is not used: its terms cancel for data far from the
 * origin. Means are correct to the last bit, but for some 1e-32 of what was in the cluster earlier.
 * Bounds (Elkan, Yinyang, Hamerly) only save distances that cannot decide.
 */
#ifndef CE_KMEANS_KMEANS_H
#define CE_KMEANS_KMEANS_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/exact_sum.h"
#include "core/matrix.h"
#include "linalg/sketch.h"

/* Starting centres. CE_INIT_RANDOM draws a row that equals an earlier centre again. CE_INIT_GIVEN
 * takes the first k rows of options.start when there are fewer distinct rows than were asked for.
 */
typedef enum {
    CE_INIT_RANDOM,   /* objects, each as likely as its weight */
    CE_INIT_PLUSPLUS, /* k-means++ [Arthur & Vassilvitskii 2007] */
    CE_INIT_FARTHEST, /* a random object, then always the farthest from those chosen */
    CE_INIT_GIVEN     /* options.start */
} ce_kmeans_init;
/* In the order of the enum, without CE_INIT_GIVEN; for option rows. */
#define CE_KMEANS_INIT_NAMES "random|plusplus|farthest"

/*
 * What becomes of empty clusters.
 *
 * CE_EMPTY_SINGLETON: the centre moves to the row farthest from its own centre, out of the clusters
 * of more than one row. Ties: the first row. Empty clusters are filled in ascending order, and a
 * row serves once. The last assignment of a run that max_iterations stops is not repaired, so a
 * cluster can then be empty.
 */
typedef enum {
    CE_EMPTY_SINGLETON,
    CE_EMPTY_KEEP, /* the centre stays */
    CE_EMPTY_DROP  /* k shrinks */
} ce_kmeans_empty;
/* In the order of the enum; for option rows. */
#define CE_KMEANS_EMPTY_NAMES "singleton|keep|drop"

/*
 * CE_KMEANS_HARTIGAN: when Lloyd's steps have ended, single rows move to other clusters while this
 * lowers the inertia (kmeans_transfer.c). Where it ends Lloyd's steps end too, but not the other
 * way: the fewer rows a cluster has, the more a row draws its own centre to itself.
 *
 * CE_KMEANS_EITHER: Hartigan's method where there are more features than objects, up to
 * CE_KMEANS_HARTIGAN_MOST of these, and neither a rule nor centres_only.
 */
typedef enum { CE_KMEANS_LLOYD, CE_KMEANS_HARTIGAN, CE_KMEANS_EITHER } ce_kmeans_algorithm;
/* In the order of the enum; for option rows. */
#define CE_KMEANS_ALGORITHM_NAMES "lloyd|hartigan|auto"
enum { CE_KMEANS_HARTIGAN_MOST = 5000 };

/*
 * A rule can override the nearest centre, for constraints.
 *
 * 1. After each assignment ce_kmeans calls settle with the nearest centre of every row in label
 *    (count labels). centre: k x stride, rows of d values filled up with zeros.
 * 2. settle changes the labels of held rows only. Sums and inertia follow these labels.
 * 3. If settle returns something other than 0, the run ends and ce_kmeans returns it.
 * 4. The run stops when the labels repeat, or differ only in cluster numbers: a rule may swap two
 *    clusters for ever.
 *
 * One thread at a time calls settle for a run. state belongs to that run alone. An empty cluster
 * takes no held row and none that lies on its centre. If no row is left to take, the centre stays.
 */
typedef struct {
    int (*settle)(void *state, const double *centre, size_t stride, size_t k, int32_t *label,
                  ce_error *err);
    void *state;
    const unsigned char *held; /* count: 1 for the rows that settle decides on */
} ce_kmeans_rule;

/*
 * restarts: the run of least inertia is kept; ties: the first.
 *
 * A rule needs data whose rows are not merged (ce_kmeans_prepare_rows), restarts <= 1, and empty
 * other than CE_EMPTY_DROP. There are then as many clusters as asked for, even with fewer distinct
 * rows: the first starting centres come again.
 *
 * bound_bytes: the most memory for bounds, which save distances and change no label. 0: as much as
 * the data, or 64 MiB when that is more.
 *
 * algorithm: CE_KMEANS_HARTIGAN goes without a rule, and not with centres_only. O(n k d) a pass
 * over the rows, on one thread.
 *
 * centres_only: of the result only k, the centres and iterations are wanted. The last assignment is
 * left out, and labels are NULL. It needs one start, and empty CE_EMPTY_KEEP.
 */
typedef struct {
    size_t k;
    ce_kmeans_init init;
    ce_kmeans_empty empty;
    size_t max_iterations;      /* 0: 100 */
    size_t restarts;            /* 0: 1 */
    const double *start;        /* k x d, for CE_INIT_GIVEN */
    const ce_kmeans_rule *rule; /* or NULL */
    size_t bound_bytes;
    int centres_only;
    ce_kmeans_algorithm algorithm;
} ce_kmeans_options;

/* Set to zero before use; ce_kmeans_free frees its arrays. k is smaller than the k asked for when
 * there are fewer distinct rows, or with CE_EMPTY_DROP. */
typedef struct {
    size_t n, d, k;    /* objects, features, clusters returned */
    int32_t *labels;   /* n: 0 .. k-1, the number of the centre */
    double *centres;   /* k x d */
    double inertia;    /* sum of weighted squared distances to own centres */
    size_t iterations; /* of the run that was kept */
    int converged;     /* 0: stopped by max_iterations */
} ce_kmeans_result;

/* What all runs on the same data share: merged equal rows, and the range of values. Prepare it
 * once; any number of threads can then read it. It borrows the values of x, which must outlive it.
 * weight: n values > 0, or NULL (all 1). O(n d), on all threads. 0, CE_ENOMEM, CE_EARG (nothing to
 * cluster) or CE_EINPUT (a value is NaN or beyond CE_LARGEST); *data is untouched after a
 * failure. */
typedef struct ce_kmeans_data ce_kmeans_data;
int ce_kmeans_prepare(ce_kmeans_data **data, const ce_matrix *x, const double *weight,
                      ce_error *err);
/* The same without merging. Every object is a row of its own, and equal ones can go to different
 * clusters. ce_kmeans_distinct is still the number of distinct rows. Starting centres are those of
 * merged rows. */
int ce_kmeans_prepare_rows(ce_kmeans_data **data, const ce_matrix *x, ce_error *err);
size_t ce_kmeans_distinct(const ce_kmeans_data *data);

/* Sketches of all objects of the data, drawn by these axes: n x CE_SKETCH, times scale, a power of
 * two that brings no distance above 1. They save drawing them in each run. The data borrow them. */
void ce_kmeans_lend_sketches(ce_kmeans_data *data, const ce_sketch *axes, const float *row,
                             double scale);
/* Some objects of prepared data, in the order that is given and none twice, as data of their own,
 * which borrow the others. chosen NULL: all. *part is NULL where equal objects were merged. 0 or
 * CE_ENOMEM. O(count). */
int ce_kmeans_part(ce_kmeans_data **part, const ce_kmeans_data *whole, const size_t *chosen,
                   size_t count, ce_error *err);
void ce_kmeans_data_free(ce_kmeans_data *data);

/* The starting centres of CE_INIT_RANDOM alone, for other methods that start like k-means. centre:
 * k x d; 1 <= k <= ce_kmeans_distinct. O(count log k). 0 or CE_ENOMEM; centre is untouched after a
 * failure. */
int ce_kmeans_random_start(const ce_kmeans_data *data, size_t k, gsl_rng *rng, double *centre,
                           ce_error *err);

/* The starting centres of any init but CE_INIT_GIVEN. k <= ce_kmeans_distinct. threads: how many it
 * may use. 0 or CE_ENOMEM; centre (k x d) is then undefined. */
int ce_kmeans_starting_centres(const ce_kmeans_data *data, ce_kmeans_init init, size_t k,
                               gsl_rng *rng, int threads, double *centre, ce_error *err);

/* The same for CE_INIT_FARTHEST. threads: how many it may use. O(n k d). */
int ce_kmeans_farthest_start(const ce_kmeans_data *data, size_t k, gsl_rng *rng, int threads,
                             double *centre, ce_error *err);

/* One clustering. threads: how many this run may use; 1 when several runs go on at once. O(n k
 * d) per iteration. 0, CE_ENOMEM, CE_EARG, or what a rule returned; result is empty after a
 * failure. */
int ce_kmeans(const ce_kmeans_data *data, const ce_kmeans_options *options, gsl_rng *rng,
              int threads, ce_kmeans_result *result, ce_error *err);
void ce_kmeans_free(ce_kmeans_result *result);

/*
 * One assignment to given centres (k x d) and what each cluster then has, for a part of the rows
 * (doc/parts.md). k >= 1.
 *
 * label: n, the nearest centre of each object. rows: k, distinct rows of each cluster. sum: k x d
 * exact sums, to which those of the clusters are added. squared: n, or NULL; the squared distances
 * to the own centres. 0 or CE_ENOMEM; what was given is undefined after a failure.
 */
int ce_kmeans_sum_up(const ce_kmeans_data *data, const double *centre, size_t k, int threads,
                     int32_t *label, int32_t *rows, ce_exact_sums *sum, double *squared,
                     ce_error *err);

/*
 * The nearest of k centres that move from call to call, for self-organising maps. It uses the
 * bounds of k-means and skips what cannot have changed. It borrows data.
 *
 * ce_kmeans_nearest_find gives labels (n; ties: the lowest) and the squared distances to those
 * centres (n, or NULL). Two calls look at everything: the first one, and one with a centre farther
 * out than any row or any centre of the first call. Neither bounds nor threads change a label. O(n
 * k d) at most.
 *
 * ce_kmeans_nearest_alloc returns 0 or CE_ENOMEM; *nearest is NULL after a failure.
 */
typedef struct ce_kmeans_nearest ce_kmeans_nearest;
int ce_kmeans_nearest_alloc(ce_kmeans_nearest **nearest, const ce_kmeans_data *data, size_t k,
                            int threads, ce_error *err);
void ce_kmeans_nearest_find(ce_kmeans_nearest *nearest, const double *centres, int32_t *labels,
                            double *squared);
void ce_kmeans_nearest_free(ce_kmeans_nearest *nearest);

/* The nearest centre of each row of x, for objects that took no part in the clustering. centres: k
 * x d. labels: n, untouched after a failure. Ties: the lowest. 0 or CE_ENOMEM. */
int ce_kmeans_assign(const ce_matrix *x, const double *centres, size_t k, int32_t *labels,
                     ce_error *err);

#endif
