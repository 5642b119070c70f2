/*
 * similarity.h: what the similarities of ce-similarity share: what each of them is, one call, and
 * the ways from a label table to a matrix or a table. A similarity is a descriptor in a file of
 * this folder and a line in ../ce-similarity.c.
 */
#ifndef CE_TOOLS_SIMILARITY_H
#define CE_TOOLS_SIMILARITY_H

#include <stddef.h>

#include "cli/tool.h"
#include "core/biadjacency.h"
#include "core/descriptor.h"
#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "io/label_table.h"
#include "similarity/clusters.h"

/* The tool's own options. */
typedef struct {
    ce_common common;
    int format;
    const char *weights;
} similarity_options;

/* One call: noun points to the options of the similarity. */
typedef struct {
    const ce_cli *cli;
    const similarity_options *options;
    const void *noun;
} similarity_call;

typedef struct {
    ce_descriptor noun;
    /* Checks the options, reads FILE, computes and writes. Wrong use ends the program. 0 or a
     * failure. */
    int (*run)(const similarity_call *call, ce_error *err);
} similarity_noun;

/* One for each name. */
extern const similarity_noun similarity_ca, similarity_ne, similarity_pts, similarity_elite,
    similarity_wct, similarity_srs, similarity_asrs, similarity_ecmc, similarity_lwca,
    similarity_pacc, similarity_eca, similarity_eeac, similarity_psi, similarity_euclidean,
    similarity_gaussian, similarity_pearson, similarity_spearman, similarity_cosine;

/* A label table as its microclusters. Zero-initialise before use. */
typedef struct {
    ce_label_table table;
    double *weight; /* owned: of --weights; NULL without */
    ce_microclusters micro;
    ce_clusters clusters;
} similarity_ensemble;

/* Reads FILE, and --weights. 0 or a failure. */
int similarity_read(const similarity_call *call, similarity_ensemble *e, ce_error *err);

/* The same, and finds the microclusters and the clusters. */
int similarity_read_micro(const similarity_call *call, similarity_ensemble *e, ce_error *err);
void similarity_ensemble_free(similarity_ensemble *e);

/* Writes a matrix in the form of --format. id: of the objects; a CSV has them. */
int similarity_write(const similarity_call *call, const ce_similarity *s, const ce_text_column *id,
                     ce_error *err);

/* Computes a matrix of microclusters. *twin: a value for each microcluster, the similarity of two
 * different objects in it, which the caller frees; NULL stays where that is 1. Says what it did. 0
 * or a failure. */
typedef int similarity_pairs(const similarity_call *call, const ce_microclusters *micro,
                             ce_similarity *s, double **twin, ce_error *err);

/* Reads FILE and writes the matrix of its rows. */
int similarity_write_pairs(const similarity_call *call, similarity_pairs *pairs, ce_error *err);

/* Room for *twin. 0 or CE_ENOMEM. */
int similarity_twin_alloc(const ce_microclusters *micro, double **twin, ce_error *err);

/* --to: similarities of objects to objects, or of objects to clusters. */
enum { SIMILARITY_TO_OBJECTS, SIMILARITY_TO_CLUSTERS };
/* In the order of the enum; for option rows. */
#define SIMILARITY_TO_NAMES "objects|clusters"
#define SIMILARITY_ROW_TO(type) \
    {0, "to", CE_CHOICE, "WHAT", 0, 0, SIMILARITY_TO_NAMES, "objects", offsetof(type, to), NULL, \
     "similarities of objects to objects; or to clusters, as a table, for ce-partition " \
     "transfer-cut"}

/* Computes the bipartite graph of microclusters and clusters. 0 or a failure. */
typedef int similarity_graph(const similarity_call *call, const similarity_ensemble *e,
                             ce_biadjacency *b, ce_error *err);

/* --to clusters: reads FILE and writes the table of its rows and clusters. */
int similarity_write_graph(const similarity_call *call, similarity_graph *graph, ce_error *err);

#endif
