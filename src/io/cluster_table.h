/*
 * cluster_table.h: tables about the clusters of base clusterings: with a column for each,
 * CLUSTERING:LABEL, or a row for each (clens-formats(5)).
 */
#ifndef CE_IO_CLUSTER_TABLE_H
#define CE_IO_CLUSTER_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/biadjacency.h"
#include "core/error.h"
#include "io/label_table.h"

/*
 * Writes a data table: for row i of the label table, row of[i] of b (of NULL: row i), whose columns
 * are the clusters of its base clusterings side by side, in their order. The id column of the label
 * table comes first. 0 or a failure.
 */
int ce_cluster_table_write(const ce_biadjacency *b, const int32_t *of, const ce_label_table *labels,
                           const char *path, char delimiter, ce_error *err);

/*
 * Writes a value for each cluster, those of the first base clustering first:
 * `clustering,cluster,size,NAME`, the size in objects. 0 or a failure.
 */
int ce_cluster_values_write(const double *value, const char *name, const ce_label_table *labels,
                            const char *path, char delimiter, ce_error *err);

#endif
