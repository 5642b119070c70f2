/*
 * partition.h: what the methods of ce-partition share. A method is a file of this folder, which
 * describes its options and ends with a partition_method, and its place in the list of
 * ../ce-partition.c.
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
#include "io/dendrogram_file.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "partition/medoids.h"
#include "partition/tie.h"

/* The options of the tool. */
typedef struct {
    ce_common common;
    const char *sizes;
} partition_options;

typedef struct partition_method partition_method;

/* One call: what came in, and what the method keeps from one step to the next. */
typedef struct {
    const ce_cli *cli;
    const partition_options *tool;
    const partition_method *method;
    const void *options; /* the struct of the method */
    const char *path;
    const char *cutter;   /* a program that may leave clusters empty; NULL: none does */
    size_t n;             /* rows */
    ce_similarity matrix; /* one of these is read */
    ce_biadjacency table;
    ce_hypergraph hypergraph; /* or made of */
    ce_label_table labels;
    ce_microclusters micro; /* of labels: the vertices of the hypergraph */
    ce_text_column id;
    double *objects; /* behind each row; NULL: one */
    int32_t *seeds;  /* cluster of each row, or missing; NULL: to be found */
    size_t seed_clusters;
    ce_dendrogram tree;
    ce_medoids *distances; /* of pam */
    ce_medoid *medoid;     /* of all cuts, one after the other */
    size_t medoids, medoid_room;
    ce_similarity merged; /* the vertices of a graph where several objects are one, */
    double *size;         /* their sizes, */
    int32_t *vertex;      /* and the vertex of each object; NULL: objects are the vertices */
} partition_job;

/* A file that a method writes besides its labels: its option, and its path or NULL. */
typedef struct {
    const char *option, *path;
} partition_file;

/*
 * The steps of a method, in this order. Each but check and beside returns 0 or a failure.
 * check: wrong use of the options ends the program. 1 when they say which clusters are wanted, so
 *   that -k is not needed; NULL: none of them does.
 * beside: the file that is written besides the labels; NULL: none.
 * read: what is cut, into the job.
 * prepare: what is done once for all cuts. NULL: nothing.
 * cut: for each k; with k = 0 once, for the clusters that the options ask for.
 * write: the file of beside.
 */
struct partition_method {
    ce_descriptor about;
    int (*check)(const partition_job *j);
    partition_file (*beside)(const void *options);
    int (*read)(partition_job *j, const ce_table_format *format, ce_error *err);
    int (*prepare)(partition_job *j, ce_error *err);
    int (*cut)(partition_job *j, size_t k, ce_partition *partition, ce_error *err);
    int (*write)(const partition_job *j, const char *path, ce_error *err);
};

extern const partition_method partition_single, partition_complete, partition_average,
    partition_ward, partition_hne, partition_coloring, partition_metis, partition_spectral,
    partition_random_walk, partition_transfer_cut, partition_hypergraph, partition_pam;

/* ---- what several methods do ---- */

/* read: a matrix of similarities whose entries are the weights of a graph. Where it looks like one
 * of distances a note says so. */
int partition_read_graph(partition_job *j, const ce_table_format *format, ce_error *err);

/* read: similarities or distances, as PARTITION_ROW_INPUT says; refuses one that looks like the
 * other. Who says that a
 * matrix with a diagonal of 0 is one of similarities is believed, and gets the note. */
int partition_read_pairs(partition_job *j, const ce_table_format *format, ce_error *err);

#define PARTITION_ROW_INPUT(type) \
    { \
        0, "input", CE_CHOICE, "KIND", 0, 0, CE_INPUT_NAMES, "similarity", offsetof(type, input), \
            NULL, "values of the matrix; a similarity s is the distance 1 - s" \
    }

/* Methods that grow a tree: their struct begins with these options. */
typedef struct {
    const char *path;
    int form; /* ce_tree_format */
} partition_tree;

#define PARTITION_ROWS_TREE(type) \
    {0, \
     "tree", \
     CE_OUTPUT, \
     "FILE", \
     0, \
     0, \
     NULL, \
     NULL, \
     offsetof(type, tree.path), \
     NULL, \
     "write the tree of merges here; without -k, nothing else is written"}, \
    { \
        0, "tree-format", CE_CHOICE, "FORM", 0, 0, CE_TREE_FORMAT_NAMES, "scipy", \
            offsetof(type, tree.form), "tree", "format of the tree" \
    }

#define PARTITION_ROW_TIE(type) \
    { \
        0, "tie", CE_CHOICE, "RULE", 0, 0, CE_TIE_NAMES, "index", offsetof(type, tie), NULL, \
            "which of several nearest pairs merges: the first, or the one with the largest mean " \
            "similarity" \
    }

partition_file partition_tree_file(const void *options);
int partition_write_tree(const partition_job *j, const char *path, ce_error *err);

/* Methods that cut a graph of vertices. What a vertex is: objects that nothing tells apart, or one
 * object. */
enum { PARTITION_VERTICES_DISTINCT, PARTITION_VERTICES_OBJECTS };
/* In the order of the enum; for option rows. */
#define PARTITION_VERTICES_NAMES "distinct|objects"

#define PARTITION_ROW_VERTICES(type, only) \
    { \
        0, "vertices", CE_CHOICE, "WHAT", 0, 0, PARTITION_VERTICES_NAMES, "distinct", \
            offsetof(type, vertices), only, "distinct: equal objects are one vertex of the graph" \
    }

/* Objects that nothing tells apart become one vertex. is_distance: of what the matrix holds. */
int partition_merge_vertices(partition_job *j, int is_distance, ce_error *err);

/* Fails where no two different objects have a similarity above 0. 0 or CE_EINPUT. O(entries). */
int partition_need_edges(const ce_similarity *graph, ce_error *err);

/* Cuts the graph of the vertices, and gives every object the cluster of its vertex. k: as in the
 * step cut. */
typedef int partition_cut_vertices(const partition_job *j, const ce_similarity *graph,
                                   const double *size, size_t k, ce_partition *labels,
                                   ce_error *err);
int partition_cut_graph(partition_job *j, partition_cut_vertices *cut, size_t k,
                        ce_partition *partition, ce_error *err);

/* The message of a failed cut gets the file's name; fewer clusters than asked for get a note. */
int partition_tell(const partition_job *j, int rc, const ce_error *inner, size_t k,
                   const ce_partition *labels, ce_error *err);

#endif
