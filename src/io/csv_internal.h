/*
 * csv_internal.h: what the files of the reader of delimited text share. Not for anyone else.
 *
 * csv.c      text
 * csv_npy.c  npy files, as if they were text
 */
#ifndef CE_IO_CSV_INTERNAL_H
#define CE_IO_CSV_INTERNAL_H

#include <csv.h>

#include "io/csv.h"
#include "io/sample.h"

struct ce_csv {
    struct csv_parser parser;
    const char *name;
    const ce_table_format *format;
    ce_sample sample; /* how the file is cut */
    ce_table_format named; /* the format, with the delimiter that the file names */
    ce_csv_cell_fn on_cell;
    ce_csv_row_fn on_row;
    void *state;
    size_t row, column, width;
    size_t line;                   /* where the current row began */
    int begins_inside; /* a part of a table of one column: an empty first line is a row */
    size_t begin;                  /* bytes of the file that are left out before the first line */
    size_t next_line;              /* where the row behind the header stands; 0: in the next line */
    size_t before;                 /* rows of an npy file before the part that is read */
    size_t inner;                  /* line breaks in quoted cells of this row */
    int has_quotes;                /* a quote has occurred: cells can hold line breaks */
    int after_cr;                  /* the last line ended with CR: skip an LF after it */
    int hash;                      /* the row begins with # */
    char *head;                    /* owned: the cells of the header, each with a NUL; or NULL */
    size_t *head_at;               /* owned: width + 1: where each begins, and the end of all */
    int head_differs;              /* two of its cells are not the same */
    int again;                     /* the cells of this row so far are those of the header */
    size_t repeated, repeated_line; /* rows that are the header's cells, and where the first is */
    int is_headless;               /* the first row is no header, whatever the format says */
    int pending, at_start, quoted; /* while runs of blanks are squeezed */
    int status;
    ce_error *err;
};

#endif
