#include "io/csv.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/memory.h"
#include "io/csv_internal.h"
#include "io/input.h"
#include "io/table_cut.h"

enum { CHUNK = 1 << 18 };

int ce_csv_fail(ce_csv *csv, const char *format, ...)
{
    char text[CE_ERROR_TEXT - 300];
    va_list args;

    va_start(args, format);
    ce_error_print(text, sizeof text, format, args);
    va_end(args);
    if (csv->again)
        snprintf(text, sizeof text, "%s", CE_CSV_HEADER_AGAIN);
    return csv->status = ce_fail(csv->err, CE_EINPUT, "%.250s:%zu: %s", csv->name, csv->line, text);
}

int ce_csv_fail_memory(ce_csv *csv)
{
    return csv->status = ce_fail(csv->err, CE_ENOMEM, "%.250s: out of memory", csv->name);
}

int ce_csv_count_object(ce_csv *csv, size_t *n)
{
    if (++*n > INT32_MAX)
        return ce_csv_fail(csv, "more than %d objects", INT32_MAX);
    return CE_OK;
}

int ce_csv_has_row_names(const ce_csv *csv)
{
    return csv->sample.row_names != CE_ROWS_UNNAMED;
}

int ce_csv_has_pasted_names(const ce_csv *csv)
{
    return csv->sample.pasted;
}

int ce_csv_has_names_of_id(const ce_csv *csv)
{
    return csv->sample.of_id;
}

int ce_csv_has_header(const ce_csv *csv)
{
    return csv->sample.has_header;
}

int ce_csv_is_headless(const ce_csv *csv)
{
    return csv->is_headless;
}

void ce_csv_tell(const ce_csv *csv, const ce_listener *listener, ce_message_level level,
                 const char *format, ...)
{
    char text[CE_ERROR_TEXT - 300];
    va_list args;

    va_start(args, format);
    ce_error_print(text, sizeof text, format, args);
    va_end(args);
    ce_listener_tell(listener, level, "%.250s: %s", csv->name, text);
}

/* ---- cells ---- */

int ce_cell_real(const ce_table_format *format, const char *text, size_t length, double *value)
{
    char copy[64], *comma;

    if (format->decimal != ',')
        return ce_parse_real(text, length, value);
    if (length >= sizeof copy || memchr(text, '.', length))
        return 0;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if ((comma = strchr(copy, ',')))
        *comma = '.';
    return ce_parse_real(copy, length, value);
}

char ce_other_decimal(const ce_table_format *format)
{
    return format->decimal == ',' ? '.' : ',';
}

int ce_has_other_decimal(const ce_table_format *format, const char *text, size_t length)
{
    const ce_table_format other = {.decimal = ce_other_decimal(format)};
    double value;

    return memchr(text, other.decimal, length) && ce_cell_real(&other, text, length, &value) == 1;
}

int ce_number_missing(const ce_table_format *format, double value)
{
    const char *list = format->missing, *word;
    size_t length;
    double number;

    while ((word = ce_word_next(&list, &length)))
        if (ce_parse_real(word, length, &number) == 1 && number == value)
            return 1;
    return 0;
}

int ce_cell_real_either(const ce_table_format *format, const char *text, size_t length,
                        double *value)
{
    const ce_table_format other = {.decimal = ce_other_decimal(format)};
    int is = ce_cell_real(format, text, length, value);

    return is == 1 || !memchr(text, other.decimal, length)
               ? is
               : ce_cell_real(&other, text, length, value);
}

int ce_cell_value(const ce_table_format *format, const char *text, size_t length, double *value)
{
    int is = 1;

    if (ce_cell_missing(format, text, length))
        *value = NAN;
    else if ((is = ce_cell_real(format, text, length, value)) == 1 &&
             ce_number_missing(format, *value))
        *value = NAN;
    return is;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

const char *ce_word_next(const char **list, size_t *length)
{
    const char *word = *list;
    size_t end;

    if (!word)
        return NULL;
    end = strcspn(word, ",");
    *list = word[end] ? word + end + 1 : NULL;
    for (; end && is_blank(*word); end--)
        word++;
    while (end && is_blank(word[end - 1]))
        end--;
    *length = end;
    return word;
}

int ce_word_listed(const char *list, const char *text, size_t length)
{
    const char *word;
    size_t size;

    while ((word = ce_word_next(&list, &size)))
        if (size == length && !memcmp(word, text, length))
            return 1;
    return 0;
}

int ce_is_like_missing(const char *text, size_t length)
{
    return length &&
           ce_word_listed("nan,NaN,NAN,None,none,null,NULL,Null,nil,N/A,n/a,na,<NA>,#N/A,"
                          "#NA,-,--,.,missing,Missing,unknown,Unknown,not available,Not Available",
                          text, length);
}

/* ---- rows ---- */

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

/* Looks at a cell before the receiver gets it; it may fail. */
static inline void meet(ce_csv *csv, const char *text, size_t length)
{
    if (!csv->column) {
        csv->hash = *text == '#';
        csv->again = 0;
        if ((csv->row || csv->is_headless) && (!csv->has_quotes || csv->has_mark) &&
            ce_csv_is_mark(text, length))
            ce_csv_fail(csv, "a byte order mark, which only the beginning of a file may have: two "
                             "files, one behind the other?");
        csv->again = csv->head && *text == *csv->head && ce_csv_is_head(csv, text, length);
    } else if (csv->again) {
        csv->again = ce_csv_is_head(csv, text, length);
    }
}

static void cell(void *text, size_t length, void *state)
{
    const char *content = text ? text : "";
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
    if (csv->column == 0 && csv->row == 0 && csv->sample.row_names == CE_ROWS_SHORT &&
        (rc = csv->on_cell(csv->state, csv, "", 0, 0, csv->column++))) {
        csv->status = csv->status ? csv->status : rc;
        return;
    }
    meet(csv, content, length);
    if (csv->status)
        return;
    rc = csv->on_cell(csv->state, csv, content, length, csv->row, csv->column++);
    if (rc && !csv->status)
        csv->status = rc;
}

static void refuse_width(ce_csv *csv)
{
    const ce_sample *sample = &csv->sample;
    const char *plural = csv->column == 1 ? "" : "s";

    if (csv->hash)
        ce_csv_fail(csv,
                    "%zu field%s, %zu expected; the line begins with '#', but tables have no "
                    "comments",
                    csv->column, plural, csv->width);
    else if (sample->other && !sample->fields)
        ce_csv_fail(csv,
                    "%zu field%s, %zu expected; " CE_OPT("delimiter") " %s cuts every line "
                                                                      "into %zu",
                    csv->column, plural, csv->width, ce_delimiter_value(sample->other),
                    sample->other_fields);
    else if (sample->trails)
        ce_csv_fail(
            csv, "%zu field%s, %zu expected: the lines end with a delimiter, the header does not",
            csv->column, plural, csv->width);
    else
        ce_csv_fail(csv, "%zu field%s, %zu expected", csv->column, plural, csv->width);
}

static void end_row(ce_csv *csv)
{
    int rc;

    if (csv->row == 0)
        csv->width = csv->column;
    else if (csv->column != csv->width) {
        csv->again = 0;
        refuse_width(csv);
        return;
    }
    if (csv->again && ce_csv_meet_header(csv))
        return;
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
    else if (!second_half && c >= 0 && (csv->row ? csv->width == 1 : csv->begins_inside)) {
        /* in a table of one column an empty line is an empty cell: a missing label */
        cell("", 0, csv);
        if (!csv->status)
            end_row(csv);
    }
    if (csv->status || c == '\r')
        return;
    csv->line++;
    if (csv->row && csv->next_line) {
        csv->line = csv->next_line;
        csv->next_line = 0;
    }
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
    int maybe = 0; /* the row may be the header again, or begin with a byte order mark */

    for (char *c = bytes, *end = bytes + size, *start = c; c < end && !csv->status; start = ++c) {
        while (*c != delimiter && *c != '\n')
            c++;
        int last = *c == '\n', rc;
        *c = '\0';
        if (!csv->column) {
            csv->hash = *start == '#';
            csv->again = 0;
            maybe = (csv->head && *start == *csv->head) || *start == '\xef';
        }
        if (csv->row && csv->column < csv->width && (!last || c > start || csv->column)) {
            if (maybe)
                meet(csv, start, (size_t)(c - start));
            if (csv->status)
                break;
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
    csv->has_mark |= ce_csv_has_mark(bytes, size);
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

/* ---- blanks ---- */

/* Leaves of each run of blanks outside quotes one, and none at the ends of a line. Returns the
 * number of bytes that are left at the beginning. */
static size_t squeeze(ce_csv *csv, char *bytes, size_t size)
{
    size_t kept = 0;

    for (size_t at = 0; at < size; at++) {
        char c = bytes[at];
        int line_ends = c == '\n' || c == '\r';
        if (c == ' ' && !csv->quoted) {
            csv->pending = !csv->at_start;
            continue;
        }
        if (csv->pending && !line_ends)
            bytes[kept++] = ' ';
        csv->pending = 0;
        csv->quoted ^= c == '"';
        csv->at_start = line_ends && !csv->quoted;
        bytes[kept++] = c;
    }
    return kept;
}

/* ---- a file ---- */

/* Fills the chunk as far as the file goes. */
static int read_first(ce_input *input, char *chunk, size_t *used, ce_error *err)
{
    size_t got = 1;
    int rc = CE_OK;

    for (*used = 0; *used < CHUNK && got && !rc; *used += got) {
        rc = ce_input_read(input, chunk + *used, CHUNK - *used, &got, err);
        if (rc)
            return rc;
    }
    return rc;
}

/* What the whole file tells of a part of it. */
static void take_place(ce_csv *csv, const ce_cut_place *place)
{
    csv->sample = place->sample;
    csv_set_delim(&csv->parser, (unsigned char)place->sample.delimiter);
    csv->is_headless = !place->has_header;
    csv->begins_inside = place->rows && place->one_column && !place->has_header;
    csv->line = place->has_header ? place->header_line : place->line;
    csv->next_line = place->has_header ? place->line : 0;
}

static int parse_input(ce_csv *csv, ce_input *input, ce_error *err)
{
    const ce_cut_place *place = ce_table_cut_place(input);
    char *chunk = ce_alloc(CHUNK + 1, 1, err), delimiter;
    size_t got, used = 0;
    int rc, plain = 1;

    if (!chunk)
        return CE_ENOMEM;
    rc = read_first(input, chunk, &got, err);
    if (!rc && place)
        take_place(csv, place);
    else if (!rc)
        rc = ce_csv_look(csv, chunk, &got, got < CHUNK);
    delimiter = csv->sample.delimiter;
    while (!rc && got) {
        size_t fresh = csv->sample.blanks ? squeeze(csv, chunk + used, got) : got;
        used += fresh;
        if (fresh && (rc = parse_fresh(csv, chunk, &used, fresh, delimiter, &plain)))
            break;
        rc = ce_input_read(input, chunk + used, CHUNK - used, &got, err);
    }
    if (!rc && plain)
        rc = split_rest(csv, chunk, used, delimiter);
    else if (!rc && csv_fini(&csv->parser, cell, line_end, csv) && !csv->status)
        rc = ce_csv_fail(csv, "a quoted cell that never ends");
    free(chunk);
    return rc ? rc : csv->status;
}

int ce_csv_read_input(ce_input *input, const ce_table_format *format, ce_csv_cell_fn on_cell,
                      ce_csv_row_fn on_row, void *state, size_t *rows, ce_error *err)
{
    ce_csv csv = {.name = ce_input_name(input),
                  .format = format,
                  .on_cell = on_cell,
                  .on_row = on_row,
                  .state = state,
                  .line = 1,
                  .at_start = 1,
                  .err = err};
    int rc;

    if (csv_init(&csv.parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL | CSV_REPALL_NL))
        return ce_fail(err, CE_ENOMEM, "out of memory for the CSV parser");
    csv_set_blk_size(&csv.parser, 4096);
    rc = parse_input(&csv, input, err);
    csv_free(&csv.parser);
    if (!rc)
        ce_csv_tell_repeated(&csv);
    ce_csv_forget_header(&csv);
    if (rows)
        *rows = csv.row;
    return rc;
}

int ce_csv_read(const char *path, const ce_table_format *format, ce_csv_cell_fn on_cell,
                ce_csv_row_fn on_row, void *state, size_t *rows, ce_error *err)
{
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_csv_read_input(input, format, on_cell, on_row, state, rows, err);
    ce_input_close(input, err);
    return rc;
}
