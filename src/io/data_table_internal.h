/*
 * data_table_internal.h: what the files of the data table share. Not for anyone else.
 *
 * data_table_read.c   text, and which kind of file it is
 * data_table_npy.c    npy files
 * data_table_check.c  whether features are numbers, and what helps where they are not
 * data_table_ids.c    features that look like ids
 * data_table.c        memory, writing
 */
#ifndef CE_IO_DATA_TABLE_INTERNAL_H
#define CE_IO_DATA_TABLE_INTERNAL_H

#include "io/data_table.h"

/* Fails at a cell that is no number where one is expected, and says which option helps. read: what
 * ce_cell_real returned. */
int ce_data_cell_refuse(ce_csv *csv, const ce_table_format *format, const char *column,
                        const char *text, size_t length, int read);

/* Tells the format's listener of a column of categories that may be numbers: with the other decimal
 * sign, with signs between thousands, or with words for missing values. 1 if it did. */
int ce_data_table_tell_text(const ce_categories *categories, const char *name,
                            const ce_table_format *format, const char *path);

/* Tells the format's listener of features that may be none: that count objects, are named like ids
 * and differ everywhere, or are numbers with commas. path: for messages. */
void ce_data_table_tell_odd(const ce_data_table *table, const ce_table_format *format,
                            const char *path);

/* A name such as id, rowID, customer_id, index, Unnamed: 0 (of pandas) or Geneid. */
int ce_data_table_named_like_id(const char *name);

/* Whether every cell of a categorical column is there, and none twice. */
int ce_data_table_is_unique_text(const ce_data_table *table, size_t s);

#endif
