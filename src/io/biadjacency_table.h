/*
 * biadjacency_table.h: a bipartite graph as a table: a row per object, a column per cluster, cells
 * 0 or more. A membership table is one, and so is a label table after ce-prepare onehot.
 */
#ifndef CE_IO_BIADJACENCY_TABLE_H
#define CE_IO_BIADJACENCY_TABLE_H

#include "core/biadjacency.h"
#include "core/error.h"
#include "io/columns.h"
#include "io/data_table.h"

/* Reads such a table; sparse when most cells are 0. id: its id column, if it has one (id->name NULL
 * otherwise). Refused: what ce_data_table_read refuses, text, a missing cell, a cell below 0. 0 or
 * a failure. */
int ce_biadjacency_read(ce_biadjacency *b, ce_text_column *id, const char *path,
                        const ce_table_format *format, ce_error *err);

#endif
