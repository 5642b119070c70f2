/*
 * plot.h: what the pictures of ce-plot share. Each picture is a noun. To add one:
 * 1. Write a file in this folder that has its options and ends with a plot_noun.
 * 2. Declare the plot_noun below.
 * 3. Add it to the list in ../ce-plot.c.
 */
#ifndef CE_TOOLS_PLOT_H
#define CE_TOOLS_PLOT_H

#include "cli/tool.h"
#include "core/dendrogram.h"
#include "core/error.h"
#include "io/columns.h"
#include "io/data_table.h"
#include "io/label_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"

/* The tool has no options of its own. */
typedef struct {
    ce_common common;
} plot_options;

/* What is written. */
enum { PLOT_AUTO, PLOT_SVG, PLOT_PNG, PLOT_PDF, PLOT_CSV };
/* In the order of the enum; for option rows. */
#define PLOT_NAMES "auto|svg|png|pdf|csv"

/* The struct of every noun begins with these options. height 0: as high as the picture needs. */
typedef struct {
    const char *title;
    int width, height, format;
} plot_picture;

#define PLOT_ROWS_SIZE(type)                                                                       \
    {0, "title", CE_TEXT, "TEXT", 0, 0, NULL, NULL, offsetof(type, picture.title), NULL,           \
     "line above the picture"},                                                                    \
        {0, "width", CE_INTEGER, "PX", 100, 20000, NULL, "800", offsetof(type, picture.width),     \
         NULL, "width of the picture"}

#define PLOT_ROWS_PICTURE(type)                                                                    \
    PLOT_ROWS_SIZE(type),                                                                          \
        {0, "height", CE_INTEGER, "PX", 100, 20000, NULL, "700", offsetof(type, picture.height),   \
         NULL, "height of the picture"},                                                           \
        {0, "format", CE_CHOICE, "WHAT", 0, 0, PLOT_NAMES, "auto",                                 \
         offsetof(type, picture.format), NULL,                                                     \
         "kind of picture, or a table; auto: by the name of the output, svg on standard output"}

/* One call. */
typedef struct {
    const ce_cli *cli;
    const ce_common *common;
    const void *options; /* the struct of the noun */
    ce_picture picture;
} plot_call;

/*
 * check ends the program after wrong use of the options. format: PLOT_SVG, PLOT_PNG, PLOT_PDF or
 *   PLOT_CSV. It
 *   is NULL where there is nothing to check.
 * draw makes the picture. *bytes: its bytes, which the caller frees with free(). It returns 0 or a
 *   failure; *bytes is then untouched.
 * write writes what the picture shows as a table. It returns 0 or a failure.
 */
typedef struct {
    ce_descriptor about;
    void (*check)(const plot_call *call, int format);
    int (*draw)(const plot_call *call, char **bytes, size_t *length, ce_error *err);
    int (*write)(const plot_call *call, ce_error *err);
} plot_noun;

extern const plot_noun plot_matrix, plot_scatter, plot_curve, plot_cdf, plot_stability,
    plot_weights, plot_tree, plot_silhouette, plot_item_consensus, plot_cluster_consensus,
    plot_null, plot_tracking, plot_members, plot_flow, plot_clustree, plot_ranks;

/* ---- what several nouns do ---- */

/* Labels of the objects, which a picture shows as groups. */
typedef struct {
    const char *file, *column;
} plot_labels;

#define PLOT_ROWS_LABELS(type, help)                                                               \
    {0, "labels", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(type, labels.file), NULL, help},    \
        {0, "column", CE_TEXT, "NAME", 0, 0, NULL, NULL, offsetof(type, labels.column), "labels",  \
         "column of the label file; default: its class column, or its only one"}

/* column: gets the labels in the order of the rows of table, which was read from the operand: by id
 * if both have ids. Of table only the number of objects and their ids are needed. column is
 * untouched without a file. 0 or a failure. */
int plot_read_labels(const plot_call *call, const plot_labels *labels, const ce_label_table *table,
                     ce_text_column *column, ce_error *err);

/* CE_EINPUT where no object of the operand has a label: there is nothing to show. */
int plot_check_labels(const plot_call *call, const ce_labels *labels, ce_error *err);

/* The delimiter of a table that is written; and its end: rc, or what ce_output_close returns. */
char plot_between(const plot_call *call);
int plot_close(ce_output *output, int rc, ce_error *err);

/* Wrong use: one of these options of the noun, up to NULL, for a table. And the same of those that
 * all pictures have. For `check`. */
void plot_refuse_for_table(const plot_call *call, int format, const char *const *names);
void plot_check_table(const plot_call *call, int format);

/* CE_EINPUT where the tree of the file `path` cannot be cut into k clusters: it has fewer leaves,
 * or falls into more trees. k 0: no cut. */
int plot_check_cut(const ce_dendrogram *tree, const char *path, int k, ce_error *err);

/* Notes that so many merges of a tree have no room in the picture. */
void plot_tell_hidden(const plot_call *call, size_t hidden);

/* *feature: the number of the feature of this name, or with name NULL `otherwise`. CE_EINPUT where
 * there is none. path: of data, for messages. */
int plot_find_feature(const ce_data_table *data, const char *path, const char *name,
                      size_t otherwise, size_t *feature, ce_error *err);

/* CE_EINPUT where a number of a feature is too large for gnuplot, which would leave it out. */
int plot_check_range(const ce_data_table *data, const char *path, size_t feature, ce_error *err);

#endif
