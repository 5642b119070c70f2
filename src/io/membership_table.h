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

/* Zero-initialise before use. */
typedef struct {
    ce_membership membership;
    char **name;           /* owned: m names of clusterings */
    char **cluster; /* owned: membership.columns names of clusters, what stands behind the last
                       colon; NULL: 1, 2, ... in each clustering */
    ce_text_column id;     /* id.name NULL when there is no id column */
    ce_text_column class_; /* class_.name NULL when there is no class column */
} ce_membership_table;

/*
 * Reads a membership table. Refused with file, line and column: what ce_label_table_read refuses;
 * no header; a column that is not named CLUSTERING:CLUSTER; clusters of one clustering that do not
 * stand side by side; the same name twice; a cell that is no number or outside [0, 1]; cells of one
 * clustering some of which are missing; cells of one clustering that do not sum to 1 within
 * CE_MEMBERSHIP_SLACK. A clustering all of whose cells are missing for an object says nothing of it
 * (NaN). Values are kept as read, not scaled to sum to 1. 0 or a failure; empty after one.
 */
int ce_membership_table_read(ce_membership_table *table, const char *path,
                             const ce_table_format *format, ce_error *err);

/* Writes it: the id column first if there is one; the shortest numbers that read back as the same
 * float; missing cells as NA. */
int ce_membership_table_write(const ce_membership_table *table, const char *path, char delimiter,
                              ce_error *err);
void ce_membership_table_free(ce_membership_table *table);

/*
 * Reads an ensemble of either kind. A membership table, when every column but id and class is named
 * CLUSTERING:CLUSTER, two neighbours are of one clustering, and the first row holds a fraction
 * between 0 and 1, all others up to it being 0, 1 or missing, or else in each clustering one 1 and
 * zeros, or missing cells only; any other table is a label table. From a membership table *labels
 * gets the most likely clusters too (ce_membership_harden), with the names of the clusterings and
 * of their clusters, and a copy of the id and class columns. membership->membership.n is 0 when it
 * was a label table. One pass over the input, which can be a pipe. Both empty after a failure.
 */
int ce_ensemble_table_read(ce_label_table *labels, ce_membership_table *membership,
                           const char *path, const ce_table_format *format, ce_error *err);

#endif
