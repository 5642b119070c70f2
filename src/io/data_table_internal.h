/*
 * data_table_internal.h: what the files of the data table share. Not for anyone else.
 *
 * data_table_read.c   text, and which kind of file it is
 * data_table_npy.c    npy files
 * data_table_check.c  what is odd about features
 * data_table.c        memory, writing
 */
#ifndef CE_IO_DATA_TABLE_INTERNAL_H
#define CE_IO_DATA_TABLE_INTERNAL_H

#include "io/data_table.h"

/* 1 for what is no number, but would be one with the other decimal sign. */
int ce_has_other_decimal(const ce_table_format *format, const char *text, size_t length);

/* The other decimal sign. */
char ce_other_decimal(const ce_table_format *format);

/* Tells the format's listener of features that may be none: that count objects, are named like ids
 * and differ everywhere, or are numbers with commas. path: for messages. */
void ce_data_table_tell_odd(const ce_data_table *table, const ce_table_format *format,
                            const char *path);

#endif
