#include "io/csv_internal.h"

#include <string.h>

#include "core/utf8.h"
#include "io/file_kind.h"

int ce_csv_is_mark(const char *bytes, size_t size)
{
    return size >= 3 && !memcmp(bytes, CE_UTF8_MARK, 3);
}

int ce_csv_has_mark(const char *bytes, size_t size)
{
    static const char line[] = "\n" CE_UTF8_MARK;

    return memmem(bytes, size, line, sizeof line - 1) || (size && strchr(line + 1, bytes[0]));
}

/* Takes byte order marks away, at the beginning or behind empty lines and lines of blanks. Returns
 * where the first line that is not empty begins. */
static size_t drop_mark(char *bytes, size_t *size)
{
    size_t begin = 0, at = 0;

    while (at < *size && strchr("\n\r \t", bytes[at]) && bytes[at])
        at++;
    for (; ce_csv_is_mark(bytes + at, *size - at); begin = at) {
        memmove(bytes + at, bytes + at + 3, *size - at - 3);
        *size -= 3;
    }
    while (begin < *size && (bytes[begin] == '\n' || bytes[begin] == '\r'))
        begin++;
    return begin;
}

static int tell_sample(ce_csv *csv)
{
    const ce_sample *s = &csv->sample;
    char asked = csv->format->delimiter;

    if (s->loose && !s->uneven)
        return ce_csv_fail(csv, "tabs and semicolons both cut the lines alike: say which are the "
                                "delimiter (" CE_OPT("delimiter") ")");
    if (s->loose) {
        csv->line = s->uneven;
        return ce_csv_fail(csv,
                           "no commas, and not as many %s as in the lines before: the same "
                           "number of cells expected in every line (" CE_OPT(
                               "delimiter") " ',' if it is one column)",
                           ce_delimiter_name(s->loose));
    }
    if (!s->fields && !s->is_one)
        return CE_OK; /* the message about the first row that differs names the other one */
    if (s->counts && csv->format->header == CE_HEADER_AUTO)
        ce_csv_tell(csv, &csv->format->listener, CE_NOTE,
                    "the first line counts the columns from 0 and is read as a row (" CE_OPT(
                        "header") " yes: it is the header)");
    if (s->doubt && csv->format->header == CE_HEADER_AUTO)
        ce_csv_tell(csv, &csv->format->listener, CE_NOTE,
                    "the first line has numbers behind a word and is read as a row (" CE_OPT(
                        "header") " yes: it is the header)");
    if (s->gap && csv->format->header == CE_HEADER_AUTO)
        ce_csv_tell(csv, &csv->format->listener, CE_NOTE,
                    "the first line has whole numbers behind an empty cell and is read as a row "
                    "(" CE_OPT("header") " yes: it is the header)");
    if (s->decimals)
        ce_csv_tell(csv, &csv->format->listener, CE_NOTE,
                    "what stands before the commas is read as the ids of the rows (" CE_OPT(
                        "decimal") " ,: the commas are decimal signs)");
    if (asked && asked != CE_DELIMITER_TEXT && s->other)
        ce_csv_tell(csv, &csv->format->listener, CE_NOTE,
                    CE_OPT("delimiter") " '%s' leaves each line whole; %s would cut it "
                                        "into %zu cells",
                    asked == '\t' ? "\\t" : (const char[]){asked, '\0'},
                    ce_delimiter_name(s->other), s->other_fields);
    else if (s->other && s->is_one)
        ce_csv_tell(
            csv, &csv->format->listener, CE_NOTE,
            "one column; %s would cut every line into %zu cells (" CE_OPT("delimiter") " %s)",
            ce_delimiter_name(s->other), s->other_fields, ce_delimiter_value(s->other));
    else if (s->other && s->other != ' ')
        ce_csv_tell(csv, &csv->format->listener, CE_NOTE,
                    "%s would cut every line into %zu cells, %s cut it into %zu and are taken "
                    "(" CE_OPT("delimiter") ")",
                    ce_delimiter_name(s->other), s->other_fields, ce_delimiter_name(s->delimiter),
                    s->fields);
    else if (!asked && s->delimiter != ',')
        ce_csv_tell(csv, &csv->format->listener, CE_DETAIL, "cut at %s into %zu cells",
                    ce_delimiter_name(s->delimiter), s->fields);
    return CE_OK;
}

/* Excel's first line sep=C names the delimiter. It is taken away, but for its end; *delimiter: C, 0
 * where there is no such line. Returns the bytes that are left. */
static size_t drop_separator(char *bytes, size_t size, size_t begin, char *delimiter)
{
    size_t quoted = begin < size && bytes[begin] == '"', at = begin + quoted, end = at + 5;

    *delimiter = '\0';
    if (end + quoted >= size || !ce_file_kind_separator(bytes + at, 5) ||
        (quoted && bytes[end] != '"'))
        return size;
    end += quoted;
    if (bytes[end] != '\n' && bytes[end] != '\r')
        return size;
    *delimiter = bytes[at + 4];
    memmove(bytes + begin, bytes + end, size - end);
    return size - (end - begin);
}

int ce_csv_look(ce_csv *csv, char *chunk, size_t *used, int whole)
{
    size_t size = *used, begin = drop_mark(chunk, used);
    char separator;
    int rc;

    rc = ce_file_kind_table(chunk + begin, *used - begin, csv->name, csv->err);
    if (rc)
        return csv->status = rc;
    *used = drop_separator(chunk, *used, begin, &separator);
    csv->begin = begin + (size - *used);
    if (separator && !csv->format->delimiter) {
        csv->named = *csv->format;
        csv->named.delimiter = separator;
        csv->format = &csv->named;
    }
    ce_sample_take(&csv->sample, chunk, *used, whole, csv->format);
    csv_set_delim(&csv->parser, (unsigned char)csv->sample.delimiter);
    return tell_sample(csv);
}
