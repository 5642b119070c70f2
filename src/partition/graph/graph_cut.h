/*
 * graph_cut.h: graph partitioning by METIS (card 0.2).
 *
 * METIS bisects; the recursion to k parts is ours, because METIS's own prints to standard output
 * and leaves parts empty when a subgraph has fewer vertices than parts. A bisection that leaves a
 * side with fewer vertices than parts to come gives it those of the other side that cost least. So
 * every part has a vertex, for all 1 <= k <= n.
 *
 * Small graphs. METIS's answer on a few dozen vertices depends on its random start, and a vertex is
 * then a good part of a part. So a graph is cut several times (32, less when it has more than 32768
 * edges, once from 524288 on); up to 1024 vertices (and 65536 vertices times parts) each cut is
 * refined by moving single vertices (Fiduccia and Mattheyses 1982); and the best is kept: of those
 * whose parts are all within one mean vertex (or what the balance allows, if that is more) of the
 * mean load, or else come closest to that, the one with the least cut; then the one with the most
 * even loads (least sum of squares); then the first.
 */
#ifndef CE_PARTITION_GRAPH_CUT_H
#define CE_PARTITION_GRAPH_CUT_H

#include <stdint.h>

#include "core/error.h"
#include "core/graph.h"
#include "core/labels.h"
#include "core/row_source.h"
#include "core/similarity.h"

/* KWAY needs a graph large enough to be coarsened: at least 30 vertices a part, none heavier than
 * half a part. Others are cut by recursive bisection, whatever the scheme. */
typedef enum { CE_METIS_RECURSIVE, CE_METIS_KWAY } ce_metis_scheme;

typedef struct {
    size_t k;
    ce_metis_scheme scheme; /* RECURSIVE is the pmetis of the papers */
    double balance; /* load of the heaviest part over the mean, e.g. 1.03; 0: METIS's own default */
    uint64_t seed;
} ce_metis_options;

/*
 * k parts of nearly equal vertex weight with little weight of cut edges. METIS takes whole numbers:
 * edge weights are used as they are when all are whole and their sum over the graph, each edge
 * counted from both ends, is at most 1e9; else they are scaled to that sum (one common factor,
 * rounded, at least 1). Vertex weights likewise, with 2^30. partition: n labels, numbered by first
 * appearance, k = parts that are not empty. 0, CE_ENOMEM, CE_EARG (k = 0), CE_EINPUT (k > n),
 * CE_ENUM (METIS's status). METIS keeps its random state in the process: calls from several threads
 * wait for one another.
 */
int ce_metis(const ce_graph *graph, const ce_metis_options *options, ce_partition *partition,
             ce_error *err);

/* The same for the graph of ce_graph_from_similarity, without that graph's memory. */
int ce_metis_similarity(const ce_similarity *s, const double *size, const ce_metis_options *options,
                        ce_partition *partition, ce_error *err);

/*
 * The same for the bipartite graph of the rows of a source (first) and its columns, without that
 * graph's memory: a row weighs its objects and a column column_weight (>= 0) in the balance; an
 * edge weighs its entry times the objects of the row. With column_weight 0 what all rows have in a
 * column is taken off first: parts have as many objects then, and the choice between cuts does not
 * change. partition: rows + columns labels. A graph that is too large to be refined vertex by
 * vertex is refined as bipartite_refine.h says, from several cuts (8, less when it has more than
 * 1048576 entries, one from 4194305 on), of which the best counts. CE_ENOMEM also when it is not to
 * be expected that METIS has enough (40 bytes an entry).
 */
int ce_metis_bipartite(const ce_row_source *rows, double column_weight,
                       const ce_metis_options *options, ce_partition *partition, ce_error *err);

/* The graph of a similarity matrix: an edge where s > 0, i != j; negative entries are refused
 * (CE_EINPUT). size: vertex weights (objects per row) or NULL; the weight of an edge is then s *
 * size_i * size_j, the sum over the objects behind it. Where every pair has an edge, the least s is
 * taken off all: that changes no choice between cuts into parts of the same sizes, and what is left
 * is not lost in whole numbers. */
int ce_graph_from_similarity(ce_graph *graph, const ce_similarity *s, const double *size,
                             ce_error *err);

/* Vertices that nothing tells apart (as similar to each other as each to itself, which is its
 * diagonal entry or else 1, and equal rows) become one, with their sizes added: so that a matrix
 * over objects and one over their microclusters give the same partition. group: n -> new vertex,
 * numbered by first appearance; merged similarity, its sizes and group are the caller's. s dense or
 * sparse. size NULL: all 1. A merged vertex keeps their diagonal. */
int ce_similarity_merge_identical(const ce_similarity *s, const double *size, ce_similarity *merged,
                                  double **merged_size, int32_t **group, ce_error *err);

/* The same for a matrix of distances: at distance 0 of each other, and equal rows. */
int ce_distance_merge_identical(const ce_similarity *d, const double *size, ce_similarity *merged,
                                double **merged_size, int32_t **group, ce_error *err);

#endif
