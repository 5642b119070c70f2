/*
 * graph_cuts.h: cuts graphs of an ensemble into k parts, by METIS or by spectral clustering, and
 * two helpers of methods that match clusters.
 *
 * All functions return 0 or a failure. After a failure a partition can only be freed; it is
 * otherwise without a result.
 */
#ifndef CE_CONSENSUS_GRAPH_CUTS_H
#define CE_CONSENSUS_GRAPH_CUTS_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/method.h"
#include "consensus/shared_options.h"
#include "core/biadjacency.h"
#include "core/row_source.h"
#include "core/similarity.h"
#include "partition/graph/spectrum.h"

enum { CE_WITH_METIS, CE_WITH_SPECTRAL };
/* Above so many vertices a spectral cut of an affinity U U^T takes products with U, which is
 * faster than the matrix of all pairs and its dense eigenproblem. */
enum { CE_CUT_DENSE = 500 };
/* In the order of the enum; for option rows. */
#define CE_WITH_NAMES "metis|spectral"

/* The options of functions that cut a graph. Their rows: shared_options.h. */
typedef struct {
    int objects;           /* run on objects, not on microclusters */
    int with;              /* CE_WITH_... */
    int restarts;          /* of k-means, with CE_WITH_SPECTRAL */
    double cluster_weight; /* weight of a cluster vertex, an object has 1; with CE_WITH_METIS */
} ce_cut_options;

/* One cut. */
typedef struct {
    const ce_cut_options *options;
    size_t k;
    uint64_t seed;
    ce_spectrum *spectrum; /* shared with other cuts of the same graph; or NULL */
} ce_cut;

/* The cut that a call of a method asks for whose options are a ce_cut_options. 0 or CE_ENOMEM. */
int ce_cut_of_run(const ce_run *run, ce_cut *cut, ce_error *err);

/* Whether a spectral cut has no need of the similarities any more. */
int ce_cut_is_solved(const ce_cut *cut);

/* Cuts the graph of a similarity matrix of n rows. Unless options->objects, equal rows become one
 * vertex first. s: not read where ce_cut_is_solved. size: of the rows, or NULL. */
int ce_cut_similarity(const ce_similarity *s, const double *size, size_t n, const ce_cut *cut,
                      ce_partition *partition, ce_error *err);

/* The spectral cut of the graph of U U^T, of whose rows no two are equal. u: not read where
 * ce_cut_is_solved. */
int ce_cut_factor(const ce_biadjacency *u, const double *size, const ce_cut *cut,
                  ce_partition *partition, ce_error *err);

/* Three functions for the `run` of methods whose options are a ce_cut_options. */

/* Cuts the co-association graph of the labels. With missing labels the matrix is H H^T / m
 * (doc/readings.md, strehl2002 1). A spectral cut of more than CE_CUT_DENSE microclusters does not
 * build it. */
int ce_cut_coassociation(const ce_run *run, ce_partition *result, ce_error *err);

/* Cuts the bipartite graph of objects and clusters by the labels. */
int ce_cut_bipartite_labels(const ce_run *run, ce_partition *result, ce_error *err);

/* The same with the ensemble's memberships as edge weights, where it has them. */
int ce_cut_bipartite(const ce_run *run, ce_partition *result, ce_error *err);

/* Cuts the bipartite graph of a source. cluster: the part of each cluster vertex, CE_MISSING where
 * it has none; or NULL. */
int ce_cut_source(const ce_row_source *source, const ce_cut *cut, ce_partition *partition,
                  int32_t *cluster, ce_error *err);

/* Assigns each microcluster to the meta-cluster of which the largest share of clusters holds it
 * [strehl2002]. Shares are compared as exact fractions; ties go to the lowest. meta: a label for
 * each of the N_c clusters. small: labels below meta->k; some may not occur. */
int ce_meta_clusters_compete(const ce_microclusters *micro, const ce_clusters *clusters,
                             const ce_partition *meta, ce_partition *small, ce_error *err);

/* 0, or CE_EINPUT where no two clusters have a similarity above 0, so that spectral clustering
 * cannot group them. With k = 1, or a group for each cluster, there is nothing to find. similarity:
 * dense, of the N_c clusters. method: the name for the message. */
int ce_meta_clusters_check(const ce_similarity *similarity, const char *method, size_t k,
                           ce_error *err);

/* *reference: the base clustering with exactly k clusters that has the highest mean NMI (sqrt form)
 * with all others; ties: the first. CE_EINPUT when none has k clusters; the message says how many
 * they have. */
int ce_reference_clustering(const ce_microclusters *micro, const char *method, size_t k,
                            size_t *reference, ce_error *err);

#endif
