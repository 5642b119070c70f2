/*
 * biadjacency_table.h: a bipartite graph as a table: a row per object, a column per cluster, cells
 * of 0 or more. A membership table is one. So is a label table whose labels were made columns of 0
 * and 1.
 */
#ifndef CE_IO_BIADJACENCY_TABLE_H
#define CE_IO_BIADJACENCY_TABLE_H

#include "core/biadjacency.h"
#include "core/error.h"
#include "io/columns.h"
#include "io/data_table.h"

/* Reads such a table. b is sparse when most cells are 0. id: the id column, if there is one, else
 * id->name is NULL. Refused: what ce_data_table_read refuses, text, a missing cell, a cell below 0.
 * 0 or a failure; b is empty after one, and id as it was. */
int ce_biadjacency_read(ce_biadjacency *b, ce_text_column *id, const char *path,
                        const ce_table_format *format, ce_error *err);

#endif
