/*
 * agglomerate.h: the generic algorithm of Muellner (2011), whatever keeps the costs of pairs: a
 * matrix (linkage.c) or the labels that a matrix would be made of (linkage_labels.c).
 *
 * Each cluster i knows a lower bound of its distance to the nearest cluster j > i; the smallest
 * bound is looked up, made exact when it was not, and then is the pair to merge: the first one in
 * the order (distance, i, j), which is the tie rule of linkage.h. Clusters are numbered by their
 * smallest member, in the order of the rows; when a quarter of them are gone they are packed
 * together.
 *
 * Entries are costs, small where clusters are near:
 *   complete  the largest -s, or the largest distance
 *   average   the sum of -s (or of distances) over all pairs of objects; the key of a pair is this
 * sum / (n_a n_b). When there is a common denominator q, sums are in units of 1/q and whole, so
 * that equal means are equal doubles. Ward      2 n_a n_b / (n_a + n_b) times the squared distance
 * of the centres
 */
#ifndef CE_PARTITION_AGGLOMERATE_H
#define CE_PARTITION_AGGLOMERATE_H

#include <stddef.h>
#include <stdint.h>

#include "core/dendrogram.h"
#include "core/error.h"
#include "partition/linkage/linkage.h"

typedef struct ce_agglomeration ce_agglomeration;

/* How costs are kept. Numbers of clusters are below g->width; of those that have merged into others
 * anything may be written. */
typedef struct {
    void (*read)(ce_agglomeration *g, size_t a); /* the costs of a with all x > a into g->row */
    int (*merge)(
        ce_agglomeration *g, size_t a,
        size_t b); /* b joins a: calls ce_agglomeration_drop once what it needs of b is read, and
                    * leaves the costs of a with all others in g->row. 0 or CE_ENOMEM */
    double (*at)(const ce_agglomeration *g, size_t a, size_t b); /* of one pair, a < b */
    void (*pack)(
        ce_agglomeration *g); /* keeps the g->live clusters of g->order, renumbered 0 .. live-1 */
    int (*packed)(ce_agglomeration *g); /* or NULL: called when everything is renumbered; may put
                                         * another store in its place. 0 or CE_ENOMEM */
} ce_cost_store;

struct ce_agglomeration {
    ce_linkage_method method;
    int is_distance;
    double q;         /* common denominator; 0: none */
    const ce_cost_store *store;
    void *costs;      /* the store's own */
    size_t width;     /* clusters, merged ones included until the next packing */
    size_t live;      /* clusters left */
    double *size;     /* objects; NaN once merged into another: the cost of such a pair is NaN, and
                         never the least */
    double *bound; /* lower bound of the key to the nearest j > i; NaN for merged ones, infinite for
                      the last */
    int32_t *nearest; /* that j, where the bound is exact */
    unsigned char *stale; /* 1: the bound need not be exact */
    int32_t *node;    /* number in the tree */
    int32_t *order;   /* the live ones, ascending */
    double *key;      /* work: keys of a row */
    double *row;      /* work: costs of a row; CE_TRIANGLE_ROW(n) numbers */
};

/* n clusters of size[i] objects each, or NULL: 1. 0 or CE_ENOMEM. */
int ce_agglomeration_alloc(ce_agglomeration *g, size_t n, const double *size, ce_error *err);
void ce_agglomeration_free(ce_agglomeration *g);

/* Sets the first bound of cluster a from its costs with all x > a in g->row. */
void ce_agglomeration_begin(ce_agglomeration *g, size_t a);

/* For ce_cost_store.merge: b is no cluster any more, a has its objects. */
void ce_agglomeration_drop(ce_agglomeration *g, size_t a, size_t b);

/* Merges until one is left; every cluster has its first bound. */
int ce_agglomerate(ce_agglomeration *g, ce_dendrogram *tree, ce_error *err);

/* 0, or CE_EINPUT for a size that is not above 0 and finite. */
int ce_sizes_of_rows_check(const double *size, size_t n, ce_error *err);

#endif
