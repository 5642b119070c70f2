/*
 * cluster_table.h: tables about the clusters of base clusterings (clens-formats(5)). Either each
 * cluster has a column CLUSTERING:LABEL, or it has a row.
 */
#ifndef CE_IO_CLUSTER_TABLE_H
#define CE_IO_CLUSTER_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/biadjacency.h"
#include "core/error.h"
#include "io/label_table.h"

/*
 * Writes a data table. Its columns are the clusters of the base clusterings, in order. Row i of the
 * label table gets row of[i] of b (of NULL: row i). The id column of the label table comes first. 0
 * or a failure.
 */
int ce_cluster_table_write(const ce_biadjacency *b, const int32_t *of, const ce_label_table *labels,
                           const char *path, char delimiter, ce_error *err);

/*
 * Writes a value for each cluster, in the order of the base clusterings, as the columns
 * `clustering,cluster,size,NAME`. size: the number of objects. 0 or a failure.
 */
int ce_cluster_values_write(const double *value, const char *name, const ce_label_table *labels,
                            const char *path, char delimiter, ce_error *err);

#endif
