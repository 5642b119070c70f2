/*
 * graph_cut.h: graph partitioning by METIS (card 0.2).
 */
#ifndef CE_PARTITION_GRAPH_CUT_H
#define CE_PARTITION_GRAPH_CUT_H

#include <stdint.h>

#include "core/error.h"
#include "core/graph.h"
#include "core/labels.h"
#include "core/similarity.h"

typedef enum { CE_METIS_RECURSIVE, CE_METIS_KWAY } ce_metis_scheme;

typedef struct {
    size_t k;
    ce_metis_scheme scheme; /* RECURSIVE is the pmetis of the papers */
    double balance;         /* load of the heaviest part over the mean, e.g. 1.03; 0: METIS's own default */
    uint64_t seed;
} ce_metis_options;

/*
 * k parts of nearly equal vertex weight with little weight of cut edges. METIS takes whole numbers: edge weights are scaled so
 * that their sum over the graph is at most 1e9 (one common factor, rounded, at least 1), and vertex weights are used as they
 * are when whole (scaled likewise when their sum exceeds 2^30). partition: n labels, numbered by first appearance, k = parts
 * that are not empty. 0, CE_ENOMEM, CE_EINPUT (k > n), CE_ENUM (METIS's message).
 */
int ce_metis(const ce_graph *graph, const ce_metis_options *options, ce_partition *partition, ce_error *err);

/* The graph of a similarity matrix: an edge where s > 0, i != j; negative entries are refused (CE_EINPUT). size: vertex weights
 * (objects per row) or NULL; the weight of an edge is then s * size_i * size_j, the sum over the objects behind it. */
int ce_graph_from_similarity(ce_graph *graph, const ce_similarity *s, const double *size, ce_error *err);

/* Vertices that nothing tells apart (similarity 1 to each other and equal rows) become one, with their sizes added: so that a
 * matrix over objects and one over their microclusters give the same partition. group: n -> new vertex; merged
 * similarity and its sizes are the caller's. s dense or sparse. */
int ce_similarity_merge_identical(const ce_similarity *s, const double *size, ce_similarity *merged, double **merged_size,
                                  int32_t **group, ce_error *err);

#endif
