/*
 * diclens.h: what the files of diclens share, and no other. Its steps stand in diclens.c.
 *
 * diclens_tree.c   the graph of all clusters, its tree, and groups that its edges join
 * diclens_votes.c  the group of each object, and how good each division is
 * diclens.c        the choice among the divisions, and the method
 */
#ifndef CE_CONSENSUS_DICLENS_H
#define CE_CONSENSUS_DICLENS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "similarity/clusters.h"

/* An edge of the tree, a < b. */
typedef struct {
    double weight; /* without the factor 1 / M */
    int32_t a, b;
} ce_tree_edge;

/* A division. within and between have the factor 1 / M. */
typedef struct {
    double within, between, quality;
    int32_t clusters;
} ce_division;

/* The clusters of the base clusterings and how they are grouped. */
typedef struct {
    const ce_microclusters *micro;
    const ce_clusters *list;
    size_t m;         /* base clusterings */
    double labelled;  /* base clusterings with a label: M */
    double *overlap;  /* owned; N_c x N_c: O, until the tree is there */
    int32_t *cluster; /* owned; microclusters x m: the cluster of each, or -1 */
    double *near;     /* owned; microclusters x m: mean co-association with that cluster, times M */
    int32_t *member;  /* owned; the microclusters of each cluster, one cluster after the other */
    size_t *from;     /* owned; N_c + 1: where those of each begin */
    ce_tree_edge *edge; /* owned; N_c - 1, the strongest first */
    int32_t *group;     /* owned; N_c: of each cluster, the number of one of its clusters */
    int32_t *next;      /* owned; N_c: the next cluster of its group, or -1 */
    int32_t *last;      /* owned; N_c: the last cluster of a group */
    size_t *entries;    /* owned; N_c: labels of microclusters in a group */
} ce_forest;

/* Set to zero before. micro and list are borrowed, and list is the clusters of micro. Every cluster
 * is a group of its own. 0 or CE_ENOMEM; the forest is to be freed in any case. */
int ce_forest_init(ce_forest *f, const ce_microclusters *micro, const ce_clusters *list,
                   ce_error *err);
void ce_forest_free(ce_forest *f);

/* Steps 1 and 2, and what votes need. O(N_c^3) time and O(N_c^2) memory while it runs. 0 or a
 * failure. */
int ce_forest_grow(ce_forest *f, ce_error *err);

/* Every cluster is a group of its own again. */
void ce_forest_separate(ce_forest *f);

/* Puts an edge back. *small: the group that ceases; its clusters, a chain that begins at its
 * number, become the end of the chain of *large. */
void ce_forest_join(ce_forest *f, const ce_tree_edge *edge, int32_t *large, int32_t *small);

/* Step 3 for all microclusters. place: the group that each goes to. O(microclusters m^2). */
void ce_forest_vote(const ce_forest *f, int32_t *place);

/* Steps 3 and 4 for every division, from separate groups on. d: N_c; d[s] is the division into N_c
 * - s groups, without its quality. The groups are joined when it returns. 0 or CE_ENOMEM. */
int ce_forest_measure(ce_forest *f, ce_division *d, ce_error *err);

#endif
