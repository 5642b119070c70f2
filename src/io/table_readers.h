/*
 * table_readers.h: the tables of an ensemble as receivers of CSV cells, for ce_ensemble_table_read,
 * which learns from the first object which of them it reads. Else use ce_label_table_read and
 * ce_membership_table_read.
 */
#ifndef CE_IO_TABLE_READERS_H
#define CE_IO_TABLE_READERS_H

#include "io/csv.h"
#include "io/label_table.h"
#include "io/membership_table.h"

typedef struct ce_label_reader ce_label_reader;
typedef struct ce_membership_reader ce_membership_reader;

/* A reader that fills an empty table; table, format and err must stay. NULL: no memory. */
ce_label_reader *ce_label_reader_alloc(ce_label_table *table, const ce_table_format *format,
                                       ce_error *err);
ce_membership_reader *ce_membership_reader_alloc(ce_membership_table *table,
                                                 const ce_table_format *format, ce_error *err);

/* What ce_csv_read takes, with the reader as its state. */
int ce_label_reader_cell(void *reader, ce_csv *csv, const char *text, size_t length, size_t row,
                         size_t column);
int ce_label_reader_row(void *reader, ce_csv *csv, size_t row, size_t columns);
int ce_membership_reader_cell(void *reader, ce_csv *csv, const char *text, size_t length,
                              size_t row, size_t column);
int ce_membership_reader_row(void *reader, ce_csv *csv, size_t row, size_t columns);

/* The end of the file, whose cells came with status rc: completes the table, or empties it. Frees
 * the reader. rc, or a failure of its own. */
int ce_label_reader_end(ce_label_reader *reader, int rc, const char *path);
int ce_membership_reader_end(ce_membership_reader *reader, int rc, const char *path);

#endif
