/*
 * membership_table.h: a row per object, a column CLUSTERING:CLUSTER for each cluster of each base
 * clustering (clens-formats(5)).
 */
#ifndef CE_IO_MEMBERSHIP_TABLE_H
#define CE_IO_MEMBERSHIP_TABLE_H

#include <stddef.h>

#include "core/error.h"
#include "core/membership.h"
#include "io/columns.h"
#include "io/label_table.h"

/* Set to zero before use. cluster[c] is the name of the cluster in column c of the memberships:
 * what follows the last colon. If cluster is NULL, the clusters of each clustering are called 1, 2,
 * ... */
typedef struct {
    ce_membership membership;
    char **name;           /* owned; m: names of the clusterings */
    char **cluster;        /* owned; membership.columns; or NULL */
    ce_text_column id;     /* id.name NULL: none */
    ce_text_column class_; /* class_.name NULL: none */
} ce_membership_table;

/*
 * Reads a membership table. 0 or a failure; the table is empty after one.
 *
 * Refused with file, line and column: what ce_label_table_read refuses; no header; a column not
 * named CLUSTERING:CLUSTER; clusters of one clustering that are not side by side; the same name
 * twice; a cell that is no number or outside [0, 1]; cells of one clustering of which only some are
 * missing, or whose sum differs from 1 by more than CE_MEMBERSHIP_SLACK.
 *
 * If all cells of a clustering are missing for an object, the clustering says nothing of it (NaN).
 * Values are kept as read, not scaled to sum to 1.
 */
int ce_membership_table_read(ce_membership_table *table, const char *path,
                             const ce_table_format *format, ce_error *err);

/* Writes the id column first. Numbers are the shortest that read back as the same float; missing
 * cells are NA. */
int ce_membership_table_write(const ce_membership_table *table, const char *path, char delimiter,
                              ce_error *err);
void ce_membership_table_free(ce_membership_table *table);

/*
 * Reads an ensemble of either kind, in one pass, so the input can be a pipe. Both tables are empty
 * after a failure.
 *
 * It is a membership table when every column but id and class is named CLUSTERING:CLUSTER, two
 * neighbours are of one clustering, and the first row fits. The first row fits in two cases:
 *
 * 1. It holds a fraction between 0 and 1, and all cells before that are 0, 1 or missing.
 * 2. In each clustering it holds one 1 and zeros, or missing cells only.
 *
 * Any other table is a label table, and membership->membership.n is then 0.
 *
 * For a membership table, labels gets the most likely clusters (ce_membership_harden), the names of
 * clusterings and clusters, and a copy of the id and class columns.
 */
int ce_ensemble_table_read(ce_label_table *labels, ce_membership_table *membership,
                           const char *path, const ce_table_format *format, ce_error *err);

/* The same from a file that is open; it stays open. path: its name for messages. */
struct ce_input;
int ce_ensemble_table_read_input(ce_label_table *labels, ce_membership_table *membership,
                                 struct ce_input *input, const char *path,
                                 const ce_table_format *format, ce_error *err);

#endif
