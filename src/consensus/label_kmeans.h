/*
 * label_kmeans.h: k-means on rows of labels, for distances that are sums over the labels of a row.
 *
 * A cluster is known by its counts: how many of its objects have each label of each base
 * clustering. The method makes a table out of them: what a label adds to the distance of a row to
 * each centre. The distance of a row with m labels is then m entries of the table, whatever the
 * method.
 *
 * 1. k different rows are drawn, each as likely as its size, and are the first centres.
 * 2. Each row goes to the centre of the least distance. Ties: the lowest centre. A missing label
 *    adds nothing.
 * 3. A cluster without rows takes the row that is farthest from its centre, out of the clusters of
 *    two rows or more. Ties: the first row. Clusters are filled in ascending order.
 * 4. Counts follow, and from them the table. Steps 2 and 3 repeat until no row moves, the value
 *    no longer grows, or `iterations` is reached.
 * 5. Of all restarts the one of largest value is kept; ties: the first.
 *
 * Rows are microclusters. Equal objects always go to one cluster, so their sizes as weights give
 * what the objects give. Counts are sums of whole numbers, exact in any order: threads do not
 * change a bit. For each row a bound is kept of how much nearer its own centre is than any other.
 * While it is larger than what the tables have changed since, the row stays where it is and is not
 * looked at. This changes no label.
 */
#ifndef CE_CONSENSUS_LABEL_KMEANS_H
#define CE_CONSENSUS_LABEL_KMEANS_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/method.h"

/* The shape of counts and tables: label v of base clustering q and cluster c are at
 * [(start[q] + v) * stride + c]. */
typedef struct {
    size_t m, k, stride;
    size_t *start; /* owned; m + 1 */
} ce_label_shape;

/*
 * The table for given counts. count: how many objects have each label, exact; `first`: each cluster
 * is a single row that was drawn, counted once. table: the entries of clusters 0 .. k-1 are to be
 * set, +INFINITY allowed where no object of the cluster has the label. Returns the value of the
 * counts, to be maximised. Called from several threads at a time.
 */
typedef double ce_label_centres(const void *state, const ce_label_shape *shape, const double *count,
                                int first, double *table);

typedef struct {
    double value;
    size_t iterations; /* of the restart that was kept: how often rows moved in step 2 */
} ce_label_kmeans_result;

/* A consensus function that is such a k-means. state: what ce_label_kmeans gets as own. */
typedef struct {
    ce_label_centres *centres;

    /* Sets what does not depend on the partition. *extra, NULL before: what is to be added to the
     * distance of each row to all centres, where rows are compared with each other (step 3); one a
     * microcluster, owned by the state. 0 or a negative status. */
    int (*init)(void *state, const ce_run *run, const ce_microclusters *micro,
                const ce_label_shape *shape, const double **extra, ce_error *err);

    /* Tells the messages of the run what was found. */
    void (*tell)(const void *state, const ce_run *run, const ce_label_kmeans_result *result);
} ce_label_kmeans_method;

/* Runs the method on the microclusters of the ensemble. O(restarts iterations count m k) time, and
 * count (m + 3) numbers and three tables of memory for each thread. 0, CE_EINPUT or CE_ENOMEM; the
 * caller frees what the state owns either way. */
int ce_label_kmeans(const ce_run *run, const ce_label_kmeans_method *method, void *own,
                    int restarts, int iterations, ce_partition *result, ce_error *err);

#endif
