/*
 * label_table_internal.h: what the files that read label tables share. Not for anyone else.
 *
 * label_table.c      a table by itself
 * label_table_for.c  a table about the objects of another one
 */
#ifndef CE_IO_LABEL_TABLE_INTERNAL_H
#define CE_IO_LABEL_TABLE_INTERNAL_H

#include "io/csv.h"
#include "io/label_table.h"

/* Reads the class column of a table alone, with ids and sizes. 0 or a failure. */
int ce_label_table_read_classes(ce_label_table *table, const char *path,
                                const ce_table_format *format, ce_error *err);

#endif
