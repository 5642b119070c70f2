/*
 * partition.h: what the methods of ce-partition share: the options, and what one call reads and
 * makes. A method is some functions of this folder and a line in ../ce-partition.c.
 */
#ifndef CE_TOOLS_PARTITION_H
#define CE_TOOLS_PARTITION_H

#include "cli/tool.h"
#include "core/biadjacency.h"
#include "core/dendrogram.h"
#include "core/error.h"
#include "core/hypergraph.h"
#include "core/labels.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "io/label_table.h"

typedef struct {
    ce_common common;
    double height, theta, balance, beta, core, imbalance;
    int lifetime, tree_format, input, leftover, tie, vertices, scheme, solver, restarts, start,
        iterations, neighbours, runs, edge_weight, from, distance_to;
    const char *tree, *sizes, *seeds, *program, *hgr;
} partition_options;

/* One call: what came in, and what the method keeps between its two steps. */
typedef struct {
    const ce_cli *cli;
    const partition_options *options;
    const char *noun, *path;
    size_t n, found;      /* rows; the number of clusters that seeds or --lifetime ask for */
    ce_similarity matrix; /* one of these is read */
    ce_biadjacency table;
    ce_hypergraph hypergraph; /* or made of */
    ce_label_table labels;
    ce_microclusters micro; /* of labels: the vertices of the hypergraph */
    ce_text_column id;
    double *objects; /* behind each row; NULL: one */
    int32_t *seeds;  /* cluster of each row, or missing; NULL: to be found */
    ce_dendrogram tree;
    ce_similarity
        merged; /* the graph methods' vertices, with their sizes, unless objects are the vertices */
    double *size;
    int32_t *vertex; /* object -> vertex */
} partition_job;

/* Reads what the method cuts into the job. 0 or a failure. */
typedef int partition_read(partition_job *j, const ce_table_format *format, ce_error *err);
partition_read partition_read_matrix, partition_read_table, partition_read_hypergraph;

/* Once, before the first cut. 0 or a failure. */
typedef int partition_prepare(partition_job *j, ce_error *err);
partition_prepare partition_grow_linkage, partition_grow_hne, partition_merge_vertices,
    partition_make_hypergraph;

/* For each k. 0 or a failure. */
typedef int partition_cut(partition_job *j, size_t k, ce_partition *partition, ce_error *err);
partition_cut partition_cut_tree, partition_cut_hne, partition_cut_graph, partition_cut_table,
    partition_cut_hypergraph, partition_cut_colors;

/* The message of a failed cut gets the file's name; fewer clusters than asked for get a note. */
int partition_tell(const partition_job *j, int rc, const ce_error *inner, size_t k,
                   const ce_partition *labels, ce_error *err);

#endif
