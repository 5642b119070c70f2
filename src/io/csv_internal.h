/*
 * csv_internal.h: what the files of the reader of delimited text share. Not for anyone else.
 *
 * csv.c         text
 * csv_look.c    what the first bytes of a text tell
 * csv_header.c  rows that are the header again
 * csv_npy.c     npy files, as if they were text
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
    int has_mark;                  /* a line that has no quote there may begin with such a mark */
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

/* ---- the first bytes ---- */

/* Whether they begin with a byte order mark. */
int ce_csv_is_mark(const char *bytes, size_t size);

/* Whether a line begins with one outside quotes, or may begin with one that began in the chunk
 * before. */
int ce_csv_has_mark(const char *bytes, size_t size);

/* Finds out what the first bytes are and how they are cut, and tells of it. Takes away byte order
 * marks and Excel's line sep=C; *used: the bytes that are left. whole: the file has no more. 0 or a
 * failure. */
int ce_csv_look(ce_csv *csv, char *chunk, size_t *used, int whole);

/* ---- the header again ---- */

/* What is wrong with such a row. While the cells so far are those of the header, every failure says
 * this and not that a name is no number. */
#define CE_CSV_HEADER_AGAIN "the header again: two tables, one behind the other? A row expected"

/* Whether this text is the header's cell of the current column. There must be a header. */
int ce_csv_is_head(const ce_csv *csv, const char *text, size_t length);

/* A row that is the header again. A name above a number shows that the first line is one; so does
 * whoever says so. Of words alone, both lines may be objects: if they are of one text, as those of
 * a single column are, the first line is doubted, and else the second is no object in any case.
 * A label may have the name of its only column: who says that there is a header is believed.
 * 0 or a failure. */
int ce_csv_meet_header(ce_csv *csv);

/* Tells where the first line was doubted. */
void ce_csv_tell_repeated(const ce_csv *csv);

void ce_csv_forget_header(ce_csv *csv);

#endif
