/*
 * table_readers.h: the readers of ensemble tables as receivers of CSV cells.
 *
 * ce_ensemble_table_read needs them, because only the first object tells which kind of table it
 * reads. All others use ce_label_table_read and ce_membership_table_read.
 */
#ifndef CE_IO_TABLE_READERS_H
#define CE_IO_TABLE_READERS_H

#include "io/csv.h"
#include "io/label_table.h"
#include "io/membership_table.h"

typedef struct ce_label_reader ce_label_reader;
typedef struct ce_membership_reader ce_membership_reader;

/* A reader that fills an empty table. It borrows table, format and err. NULL when memory is out. */
ce_label_reader *ce_label_reader_alloc(ce_label_table *table, const ce_table_format *format,
                                       ce_error *err);
ce_membership_reader *ce_membership_reader_alloc(ce_membership_table *table,
                                                 const ce_table_format *format, ce_error *err);

/* Receivers for ce_csv_read, with the reader as their state. */
int ce_label_reader_cell(void *reader, ce_csv *csv, const char *text, size_t length, size_t row,
                         size_t column);
int ce_label_reader_row(void *reader, ce_csv *csv, size_t row, size_t columns);
int ce_membership_reader_cell(void *reader, ce_csv *csv, const char *text, size_t length,
                              size_t row, size_t column);
int ce_membership_reader_row(void *reader, ce_csv *csv, size_t row, size_t columns);

/* Columns with one name get different ones, NAME#1 and NAME#2, as pasted tables may have them: all
 * that is reported goes by names. name: m, replaced. 0 or CE_ENOMEM. */
int ce_names_tell_apart(char **name, size_t m, ce_error *err);

/* Ends the reading of a file and frees the reader. rc: the status with which its cells came.
 * Completes the table, or empties it after a failure. Returns rc, or a failure of its own. */
int ce_label_reader_end(ce_label_reader *reader, int rc, const char *path);
int ce_membership_reader_end(ce_membership_reader *reader, int rc, const char *path);

#endif
