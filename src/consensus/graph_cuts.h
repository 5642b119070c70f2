/*
 * graph_cuts.h: graphs of an ensemble cut into k parts, by METIS or by spectral clustering.
 */
#ifndef CE_CONSENSUS_GRAPH_CUTS_H
#define CE_CONSENSUS_GRAPH_CUTS_H

#include <stddef.h>
#include <stdint.h>

#include "consensus/method.h"
#include "consensus/shared_options.h"
#include "core/row_source.h"
#include "core/similarity.h"

enum { CE_WITH_METIS, CE_WITH_SPECTRAL };
/* In the order of the enum; for option rows. */
#define CE_WITH_NAMES "metis|spectral"

/* The options of functions that cut a graph. Their rows: shared_options.h. */
typedef struct {
    int objects;           /* run on objects, not on microclusters */
    int with;              /* CE_WITH_... */
    int restarts;          /* of k-means, with CE_WITH_SPECTRAL */
    double cluster_weight; /* with CE_WITH_METIS: what a cluster vertex weighs, an object 1 */
} ce_cut_options;

/* Cuts the graph of a similarity matrix. Without options->objects rows that nothing tells apart
 * become one vertex first. size: of the rows, or NULL. */
int ce_cut_similarity(const ce_similarity *s, const double *size, const ce_cut_options *options,
                      size_t k, uint64_t seed, ce_partition *partition, ce_error *err);

/* The `run` of methods that cut the co-association graph of labels; options: a ce_cut_options. With
 * missing labels the matrix is H H^T / m [strehl2002]. */
int ce_cut_coassociation(const ce_run *run, ce_partition *result, ce_error *err);

/* Likewise the bipartite graph of objects and clusters, and with the membership of the ensemble, if
 * it has one, on the edges. */
int ce_cut_bipartite_labels(const ce_run *run, ce_partition *result, ce_error *err);
int ce_cut_bipartite(const ce_run *run, ce_partition *result, ce_error *err);

/* Cuts the bipartite graph of a source. cluster: the part of each cluster vertex, or NULL. */
int ce_cut_source(const ce_row_source *source, const ce_cut_options *options, size_t k,
                  uint64_t seed, ce_partition *partition, int32_t *cluster, ce_error *err);

/* Meta-clusters of clusters compete for objects: a microcluster goes to the one with the largest
 * share of clusters that hold it; exact fractions, ties to the lowest. meta: a label for each of
 * the N_c clusters. */
int ce_meta_clusters_compete(const ce_microclusters *micro, const ce_clusters *clusters,
                             const ce_partition *meta, ce_partition *small, ce_error *err);

/* The base clustering with exactly k clusters that has the highest mean NMI (sqrt form) with all
 * others; ties: the first. CE_EINPUT, with what there is, when none has k. */
int ce_reference_clustering(const ce_microclusters *micro, const char *method, size_t k,
                            size_t *reference, ce_error *err);

#endif
