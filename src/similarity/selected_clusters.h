/*
 * selected_clusters.h: co-association by the most stable clusters only: EEAC.
 *
 * [alizadeh2014] Alizadeh, Minaei-Bidgoli and Parvin, Intelligent Data Analysis 18(3), 2014
 * (doc/readings.md, alizadeh2014).
 */
#ifndef CE_SIMILARITY_SELECTED_CLUSTERS_H
#define CE_SIMILARITY_SELECTED_CLUSTERS_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "score/cluster_stability.h"

/* What becomes of objects in no cluster that is kept. ADD: the most stable cluster of each of them
 * is kept too (ties: the lowest). LAST: they have similarity 0. */
typedef enum { CE_UNCOVERED_ADD, CE_UNCOVERED_LAST } ce_uncovered;
/* In the order of the enum; for option rows. */
#define CE_UNCOVERED_NAMES "add|last"

typedef struct {
    ce_stability_index index;
    double share; /* of the clusters, (0, 1]; 0: .5 */
    int by_value; /* 1: not by share, but those with a stability of at_least or more */
    double at_least;
    ce_uncovered uncovered;
} ce_cluster_choice;

/* What was chosen. */
typedef struct {
    size_t kept, clusters; /* of N_c, without those added */
    size_t added;          /* for objects that these do not hold */
    double least;          /* the smallest stability that was kept */
    double uncovered;      /* objects that some base clustering labels, in no cluster kept */
} ce_cluster_selection;

/*
 * s_ij = n_ij / max(n_i, n_j): n_i of the clusters kept hold i, and n_ij hold both; 0/0 = 0; s_ii =
 * 1. In [0, 1], dense. The ceil(share N_c) most stable clusters are kept; ties: the lowest; and
 * those added. Two objects of one microcluster have 1. So have those in no cluster that was kept,
 * since no base clustering tells them apart.
 *
 * O(count^2 m) beside the stability. 0, CE_ENOMEM, CE_EINPUT (no cluster is so stable;
 * ce_cluster_stability); after a failure s is empty, selection undefined.
 */
int ce_selected_coassociation(const ce_microclusters *micro, const ce_cluster_choice *choice,
                              ce_similarity *s, ce_cluster_selection *selection, ce_error *err);

#endif
