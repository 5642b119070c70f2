/*
 * agglomerate.h: the generic algorithm of agglomerative clustering (Muellner 2011). The costs of
 * pairs are kept in a matrix (linkage.c), or counted from the labels that a matrix would be made of
 * (linkage_labels.c).
 *
 * Each cluster i has a lower bound of its distance to the nearest cluster j > i.
 *
 * 1. The cluster with the smallest bound is chosen.
 * 2. If its bound is not exact, the bound is computed again, and 1. follows.
 * 3. Otherwise the cluster and its nearest one merge. This pair is the first in the order
 *    (distance, i, j), as the tie rule of linkage.h says.
 *
 * Clusters are numbered by their smallest member, in the order of the rows. When a quarter of them
 * are gone, the rest are packed together and renumbered.
 *
 * The cost of a pair is small where clusters are near:
 *
 * - complete: the largest -s, or the largest distance.
 * - average: the sum of -s (or of distances) over all pairs of objects. The key of a pair is this
 *   sum / (n_a n_b). With a common denominator q, sums are whole numbers in units of 1/q, so equal
 *   means are equal doubles.
 * - Ward: 2 n_a n_b / (n_a + n_b) times the squared distance of the centres.
 */
#ifndef CE_PARTITION_AGGLOMERATE_H
#define CE_PARTITION_AGGLOMERATE_H

#include <stddef.h>
#include <stdint.h>

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/progress.h"
#include "partition/linkage/linkage.h"

typedef struct ce_agglomeration ce_agglomeration;

/* How costs are kept. Clusters are numbers below g->width. The cost of a pair with a cluster that
 * has merged into another may be anything. */
typedef struct {
    /* Writes the costs of a with all x > a into g->row. */
    void (*read)(ce_agglomeration *g, size_t a);

    /* Cluster b joins a. It calls ce_agglomeration_drop once what it needs of b is read, and leaves
     * the costs of a with all others in g->row, or with later_only those with all x > a. Returns 0
     * or CE_ENOMEM. */
    int (*merge)(ce_agglomeration *g, size_t a, size_t b);

    /* The cost of one pair, a < b. */
    double (*at)(const ce_agglomeration *g, size_t a, size_t b);

    /* Keeps the g->live clusters of g->order, renumbered 0 .. live-1. */
    void (*pack)(ce_agglomeration *g);

    /* Called when all else is renumbered, or NULL. It may put another store in its own place.
     * Returns 0 or CE_ENOMEM. */
    int (*packed)(ce_agglomeration *g);

    /* For costs of average linkage that are whole numbers: the mean of two keys is then never below
     * the smaller one, not even by rounding, so that the rows before a merged cluster need only be
     * looked at where it was their nearest. */
    int later_only;
} ce_cost_store;

struct ce_agglomeration {
    ce_linkage_method method;
    int is_distance;
    double q; /* common denominator; 0: none */
    const ce_cost_store *store;
    void *costs;  /* the store's own */
    size_t width; /* clusters, merged ones included until the next packing */
    size_t live;  /* clusters left */

    /* Objects. A cluster that has merged into another has NaN: so the cost of a pair with it is
     * NaN, and never the least. */
    double *size;

    /* Lower bound of the key to the nearest j > i: NaN for merged clusters, infinite for the last
     * one. */
    double *bound;
    int32_t *nearest;     /* that j, where the bound is exact */
    unsigned char *stale; /* 1: the bound need not be exact */
    int32_t *node;        /* number in the tree */
    int32_t *order;       /* the live ones, ascending */
    double *key;          /* work: keys of a row */
    double *row;          /* work: costs of a row; CE_TRIANGLE_ROW(n) numbers */

    /* Where to report, or NULL. What counts are pairs of clusters: `before` for the first bounds,
     * where these take time, and n (n-1) / 2 until one cluster is left. */
    const ce_progress *progress;
    size_t pairs, before;
};

/* n clusters of size[i] objects each (NULL: 1 each). Returns 0 or CE_ENOMEM; g can then only be
 * freed. */
int ce_agglomeration_alloc(ce_agglomeration *g, size_t n, const double *size, ce_error *err);
void ce_agglomeration_free(ce_agglomeration *g);

/* Sets the first bound of cluster a from its costs with all x > a in g->row. */
void ce_agglomeration_begin(ce_agglomeration *g, size_t a);

/* For ce_cost_store.merge: b is no longer a cluster, a has its objects. */
void ce_agglomeration_drop(ce_agglomeration *g, size_t a, size_t b);

/* Merges until one cluster is left. Every cluster must have its first bound. Returns 0 or
 * CE_ENOMEM; the tree is then incomplete, and the caller frees it. */
int ce_agglomerate(ce_agglomeration *g, ce_dendrogram *tree, ce_error *err);

/* Returns 0, or CE_EINPUT for a size that is not above 0 and finite. */
int ce_sizes_of_rows_check(const double *size, size_t n, ce_error *err);

#endif
