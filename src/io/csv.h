/*
 * csv.h: delimited text, cell by cell (RFC 4180, by libcsv), with positions for messages.
 *
 * Accepted: LF, CRLF and CR line ends, a missing last newline, a UTF-8 byte order mark, gzip; empty
 * lines are skipped (in a table of one column they are empty cells). Refused with a message that
 * names file and line: NUL bytes, broken quotes, rows of unequal length.
 */
#ifndef CE_IO_CSV_H
#define CE_IO_CSV_H

#include <stddef.h>

#include "core/error.h"
#include "io/real.h"

/* How a table is to be read; the command line's -d, --header, --id, --class. */
typedef enum { CE_HEADER_AUTO, CE_HEADER_YES, CE_HEADER_NO } ce_header;

typedef struct {
    char delimiter;           /* 0 means ',' */
    ce_header header;
    const char
        *id_column; /* a name, or a number from 1; NULL: a column named "id", if there is one */
    const char *class_column; /* likewise; NULL: a column named "class"; "none": no column is */
    const char *categorical; /* names or numbers, comma separated, of columns to read as categories,
                                or "all"; NULL: none */
} ce_table_format;

typedef struct ce_csv ce_csv;

/* Called per cell and per row; text is NUL terminated after length bytes. Return 0, or a negative
 * status after ce_csv_fail. */
typedef int (*ce_csv_cell_fn)(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                              size_t column);
typedef int (*ce_csv_row_fn)(void *state, ce_csv *csv, size_t row, size_t columns);

/* Reads the whole file. row counts the rows from 0 (a header line is row 0); unequal rows are
 * refused here. on_row may be NULL. *rows: how many rows there were (may be NULL). 0 or a failure.
 */
int ce_csv_read(const char *path, char delimiter, ce_csv_cell_fn on_cell, ce_csv_row_fn on_row,
                void *state, size_t *rows, ce_error *err);

/* The same from a file that is open already; it stays open. */
struct ce_input;
int ce_csv_read_input(struct ce_input *input, char delimiter, ce_csv_cell_fn on_cell,
                      ce_csv_row_fn on_row, void *state, size_t *rows, ce_error *err);

/* From a row function: the cells and rows that follow go to another receiver. */
void ce_csv_hand_over(ce_csv *csv, ce_csv_cell_fn on_cell, ce_csv_row_fn on_row, void *state);

/* The line on which the row that is being read began; and a receiver that gives on an earlier row
 * sets that row's line meanwhile, so that messages name it. */
size_t ce_csv_line(const ce_csv *csv);
void ce_csv_set_line(ce_csv *csv, size_t line);

/* Fails with "FILE:LINE: message" at the row that is being read. */
int ce_csv_fail(ce_csv *csv, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* 1 when the text stands for a missing value: empty, NA, ?. */
static inline int ce_is_missing(const char *text, size_t length)
{
    return length == 0 || (length == 1 && text[0] == '?') ||
           (length == 2 && text[0] == 'N' && text[1] == 'A');
}

#endif
