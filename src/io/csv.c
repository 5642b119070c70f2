#include "io/csv.h"

#include <csv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"

enum { CHUNK = 1 << 18 };

struct ce_csv {
    struct csv_parser parser;
    const char *name;
    ce_csv_cell_fn on_cell;
    ce_csv_row_fn on_row;
    void *state;
    size_t row, column, width;
    size_t line;    /* where the current row began */
    size_t inner;   /* line breaks in quoted cells of this row */
    int has_quotes; /* a quote has occurred: cells can hold line breaks */
    int after_cr;   /* the last line ended with CR: skip an LF after it */
    int status;
    ce_error *err;
};

int ce_csv_fail(ce_csv *csv, const char *format, ...)
{
    char text[CE_ERROR_TEXT - 300];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return csv->status = ce_fail(csv->err, CE_EINPUT, "%.250s:%zu: %s", csv->name, csv->line, text);
}

void ce_csv_hand_over(ce_csv *csv, ce_csv_cell_fn on_cell, ce_csv_row_fn on_row, void *state)
{
    csv->on_cell = on_cell;
    csv->on_row = on_row;
    csv->state = state;
}

size_t ce_csv_line(const ce_csv *csv)
{
    return csv->line;
}

void ce_csv_set_line(ce_csv *csv, size_t line)
{
    csv->line = line;
}

static void cell(void *text, size_t length, void *state)
{
    ce_csv *csv = state;
    int rc;

    if (csv->status)
        return;
    if (csv->has_quotes)
        for (const char *c = text, *end = c + length; c && (c = memchr(c, '\n', (size_t)(end - c)));
             c++)
            csv->inner++;
    if (csv->row && csv->column >= csv->width) {
        csv->column++; /* counted for the message at the end of the row */
        return;
    }
    rc = csv->on_cell(csv->state, csv, text ? text : "", length, csv->row, csv->column++);
    if (rc && !csv->status)
        csv->status = rc;
}

static void end_row(ce_csv *csv)
{
    int rc;

    if (csv->row == 0)
        csv->width = csv->column;
    else if (csv->column != csv->width) {
        ce_csv_fail(csv, "%zu fields, %zu expected", csv->column, csv->width);
        return;
    }
    if (csv->on_row && (rc = csv->on_row(csv->state, csv, csv->row, csv->column)) && !csv->status)
        csv->status = rc;
    csv->row++;
    csv->column = 0;
    csv->line += csv->inner;
    csv->inner = 0;
}

/* c: the character that ended the line, or -1 at the end of the file. libcsv calls this for empty
 * lines too, and for the LF of a CRLF. */
static void line_end(int c, void *state)
{
    ce_csv *csv = state;
    int second_half = c == '\n' && csv->after_cr && csv->column == 0;

    if (csv->status)
        return;
    csv->after_cr = c == '\r';
    if (csv->column)
        end_row(csv);
    else if (!second_half && c >= 0 && csv->row && csv->width == 1) {
        /* in a table of one column an empty line is an empty cell: a missing label */
        cell("", 0, csv);
        if (!csv->status)
            end_row(csv);
    }
    if (!csv->status && c != '\r')
        csv->line++;
}

/*
 * ---- plain files ----
 *
 * Most files hold nothing but cells, delimiters and line feeds. They are split here, three times as
 * fast as by libcsv.
 */

/* 1 when libcsv would do no more than split these bytes: they have no quotes, CRs or NULs, and no
 * blanks that it might trim. */
static int is_plain(const char *bytes, size_t size, char delimiter)
{
    return !memchr(bytes, '"', size) && !memchr(bytes, '\r', size) && !memchr(bytes, '\0', size) &&
           (delimiter == ' ' || !memchr(bytes, ' ', size)) &&
           (delimiter == '\t' || !memchr(bytes, '\t', size));
}

/* Splits whole lines: bytes[size - 1] is a line feed. */
static int split_lines(ce_csv *csv, char *bytes, size_t size, char delimiter)
{
    for (char *c = bytes, *end = bytes + size, *start = c; c < end && !csv->status; start = ++c) {
        while (*c != delimiter && *c != '\n')
            c++;
        int last = *c == '\n', rc;
        *c = '\0';
        if (csv->row && csv->column < csv->width && (!last || c > start || csv->column)) {
            if ((rc = csv->on_cell(csv->state, csv, start, (size_t)(c - start), csv->row,
                                   csv->column++)) &&
                !csv->status)
                csv->status = rc;
        } else if (!last || c > start || csv->column) {
            cell(start, (size_t)(c - start), csv);
        }
        if (last)
            line_end('\n', csv);
    }
    return csv->status;
}

/* Splits what follows the last line feed of the file. */
static int split_rest(ce_csv *csv, char *bytes, size_t size, char delimiter)
{
    if (!size)
        return CE_OK;
    bytes[size] = delimiter;
    for (char *c = bytes, *start = c; c <= bytes + size && !csv->status; c++)
        if (*c == delimiter) {
            *c = '\0';
            cell(start, (size_t)(c - start), csv);
            start = c + 1;
        }
    line_end(-1, csv);
    return csv->status;
}

/* ---- all other files, by libcsv ---- */

static int parse_chunk(ce_csv *csv, const char *bytes, size_t size)
{
    const char *zero = memchr(bytes, '\0', size);
    size_t usable = zero ? (size_t)(zero - bytes) : size;

    if (!csv->has_quotes && memchr(bytes, '"', size))
        csv->has_quotes = 1;
    if (csv_parse(&csv->parser, bytes, usable, cell, line_end, csv) != usable && !csv->status) {
        if (csv_error(&csv->parser) == CSV_EPARSE)
            return ce_csv_fail(csv, "a quote inside a cell that does not begin with one");
        return csv->status = ce_fail(csv->err, CE_ENOMEM, "%s: %s", csv->name,
                                     csv_strerror(csv_error(&csv->parser)));
    }
    if (zero && !csv->status)
        return ce_csv_fail(csv, "a NUL byte, text expected");
    return csv->status;
}

/* Parses a chunk: `used` bytes from the beginning of a line on, of which the last `fresh` are new.
 * In a plain file it splits the whole lines, moves the rest to the front, and sets *used to its
 * size. The first chunk that is not plain sets *plain to 0, and libcsv parses everything from there
 * on. */
static int parse_fresh(ce_csv *csv, char *chunk, size_t *used, size_t fresh, char delimiter,
                       int *plain)
{
    size_t whole;
    int rc;

    *plain = *plain && is_plain(chunk + *used - fresh, fresh, delimiter);
    if (!*plain) {
        rc = parse_chunk(csv, chunk, *used);
        *used = 0;
        return rc;
    }
    for (whole = *used; whole && chunk[whole - 1] != '\n';)
        whole--;
    if (!whole && *used == CHUNK) { /* a line that does not fit */
        *plain = 0;
        *used = 0;
        return parse_chunk(csv, chunk, CHUNK);
    }
    if (whole && (rc = split_lines(csv, chunk, whole, delimiter)))
        return rc;
    memmove(chunk, chunk + whole, *used -= whole);
    return CE_OK;
}

static int parse_input(ce_csv *csv, ce_input *input, char delimiter, ce_error *err)
{
    char *chunk = ce_alloc(CHUNK + 1, 1, err);
    size_t got, used = 0;
    int rc, plain = 1, first = 1;

    if (!chunk)
        return CE_ENOMEM;
    while (!(rc = ce_input_read(input, chunk + used, CHUNK - used, &got, err)) && got) {
        if (first && got >= 3 && !memcmp(chunk, "\xef\xbb\xbf", 3))
            memmove(chunk, chunk + 3, got -= 3);
        first = 0;
        used += got;
        if ((rc = parse_fresh(csv, chunk, &used, got, delimiter, &plain)))
            break;
    }
    if (!rc && plain)
        rc = split_rest(csv, chunk, used, delimiter);
    else if (!rc && csv_fini(&csv->parser, cell, line_end, csv) && !csv->status)
        rc = ce_csv_fail(csv, "a quoted cell that never ends");
    free(chunk);
    return rc ? rc : csv->status;
}

int ce_csv_read_input(ce_input *input, char delimiter, ce_csv_cell_fn on_cell, ce_csv_row_fn on_row,
                      void *state, size_t *rows, ce_error *err)
{
    ce_csv csv = {.name = ce_input_name(input),
                  .on_cell = on_cell,
                  .on_row = on_row,
                  .state = state,
                  .line = 1,
                  .err = err};
    int rc;

    if (csv_init(&csv.parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL | CSV_REPALL_NL))
        return ce_fail(err, CE_ENOMEM, "out of memory for the CSV parser");
    delimiter = delimiter ? delimiter : ',';
    csv_set_delim(&csv.parser, (unsigned char)delimiter);
    csv_set_blk_size(&csv.parser, 4096);
    rc = parse_input(&csv, input, delimiter, err);
    csv_free(&csv.parser);
    if (rows)
        *rows = csv.row;
    return rc;
}

int ce_csv_read(const char *path, char delimiter, ce_csv_cell_fn on_cell, ce_csv_row_fn on_row,
                void *state, size_t *rows, ce_error *err)
{
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_csv_read_input(input, delimiter, on_cell, on_row, state, rows, err);
    ce_input_close(input);
    return rc;
}
