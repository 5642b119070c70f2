/*
 * internal.h: indices of a clustering that need no truth: how close the objects of a cluster are,
 * and how far from those of others.
 *
 * [rousseeuw1987] Silhouette. [calinski1974] Calinski-Harabasz index. [davies1979] Davies-Bouldin
 * index. [dunn1974] Dunn index. [handl2005] Connectivity.
 *
 * Notation: n objects with a label, k clusters, n_c objects in cluster c, d(i, j) a distance
 * (distance_tiles.h). An object without a label is left out, and a cluster without an object does
 * not count. With one cluster, or with as many as objects, no index is defined.
 *
 *   silhouette    the mean of s_i = (b_i - a_i) / max(a_i, b_i). a_i is the mean distance to the
 *                 other objects of the cluster of i, b_i the smallest mean distance to those of
 *                 another cluster. 0 for an object alone in its cluster, and where a_i = b_i = 0.
 *   ch            (B / (k - 1)) / (W / (n - k)). From data W sums the squared distances of objects
 *                 to the centroid of their cluster, and B sums n_c times that of the centroid to
 *                 the centroid of all. From distances W is the sum over c of (1 / n_c) times the
 *                 squared distances inside c, and B that of all pairs times 1 / n, minus W: the
 *                 same number where the distances are Euclidean. Not defined when W is 0.
 *   db            the mean over c of the largest (S_c + S_e) / ||c - e|| over other clusters e, S
 *                 the mean distance to the centroid. A pair of equal centroids is left out; not
 *                 defined when all are equal. Only from data.
 *   dunn          the smallest distance between clusters over the largest inside one. Not defined
 *                 where that is 0.
 *   connectivity  the sum over objects i of 1 / r for each r <= L whose r-th nearest object is in
 *                 another cluster. Ties, from data of the squares: the object that comes first. An
 *                 object is not its own
 *                 neighbour. With fewer than L others, all of them count.
 *
 * Missing values: a pair of objects that share no feature has no distance and is left out of every
 * mean. A centroid has the means of the values that are there; its squared distance to an object is
 * scaled as that of two objects is.
 */
#ifndef CE_SCORE_INTERNAL_H
#define CE_SCORE_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "score/distance_tiles.h"

/* What is computed. Each is a bit. */
enum {
    CE_INTERNAL_SILHOUETTE = 1,
    CE_INTERNAL_CH = 2,
    CE_INTERNAL_DB = 4,
    CE_INTERNAL_DUNN = 8,
    CE_INTERNAL_CONNECTIVITY = 16
};

typedef struct {
    const ce_matrix *data;         /* n x d; NULL: there is only a matrix */
    const ce_distances *distances; /* of the same; needed for all but ch and db from data */
    size_t neighbours;             /* L > 0 */
    /* Silhouettes of these objects only, ascending; the distances are those to all objects. NULL:
     * of all. With a sample the other indices from distances cannot be asked for. */
    const size_t *sample;
    size_t samples;
    const ce_progress *progress;   /* or NULL */
} ce_internal_input;

/* Of one clustering; NaN: not defined, or not asked for. */
typedef struct {
    double silhouette, ch, db, dunn, connectivity;
    double error;    /* standard error of the silhouette of a sample of the objects; else NaN */
    size_t clusters; /* k */
    size_t labelled; /* objects with a label */
    size_t counted;  /* those that have a silhouette */
    int is_defined;  /* 2 <= k < labelled */
} ce_internal;

/* Silhouettes one by one, clusterings x targets, row-major; targets are all objects, or those of
 * the sample. Set to zero before use. own, next: a and b. NaN: there is none. */
typedef struct {
    size_t targets;
    double *own, *next, *silhouette; /* owned */
    int32_t *nearest;                /* owned: the cluster of b (ties: the lowest), -1: none */
} ce_silhouettes;

void ce_silhouettes_free(ce_silhouettes *silhouettes);

/*
 * The indices of all columns of labels, in one pass over the pairs. wanted: CE_INTERNAL_..., added.
 * index: labels->m, set here. silhouettes: filled, or NULL. O(n^2 (d + m)) on all threads without a
 * matrix, O(n d m) for ch and db of data alone. Every sum is taken in the order of the objects, so
 * neither other columns nor threads change a bit. 0 or CE_ENOMEM; silhouettes are empty after a
 * failure.
 */
int ce_internal_compute(const ce_labels *labels, const ce_internal_input *input, unsigned wanted,
                        ce_internal *index, ce_silhouettes *silhouettes, ce_error *err);

/* ---- for the files of this room ---- */

/* What the passes know of a clustering. */
typedef struct {
    const int32_t *label; /* n: 0 .. k-1, each of them occurs, or CE_MISSING */
    int32_t k;
    size_t labelled;
    size_t *size;        /* owned: k, objects of each cluster */
    size_t start;        /* how many clusters the columns before it have */
    int skip;            /* nothing is defined */
    int32_t *renumbered; /* owned: label, where some clusters have no object; else NULL */
    int32_t *number;     /* owned: k, what these clusters were before; NULL: the same */
} ce_internal_column;

/* ch and db (of those wanted) of one clustering from the data. O(n d + k^2 d). 0 or CE_ENOMEM. */
int ce_centroid_indices(const ce_matrix *data, const ce_internal_column *column, unsigned wanted,
                        ce_internal *index, ce_error *err);

#endif
