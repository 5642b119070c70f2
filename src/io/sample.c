#include "io/sample.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/output.h"
#include "io/sample_internal.h"

static int ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static int is_digit(const char *c, const char *begin, const char *end)
{
    return c >= begin && c < end && *c >= '0' && *c <= '9';
}

/* The end of a cell that begins at c. */
const char *ce_sample_cell_end(ce_sample_lines *lines, const char *c)
{
    const char *begin = c, *end = lines->end;

    while (c < end && !lines->blanks && *c == ' ' && lines->delimiter != ' ')
        c++;
    if (c < end && *c == '"') {
        for (c++; c < end; c++)
            if (*c == '"') {
                if (c + 1 == end || c[1] != '"')
                    break;
                c++;
            }
        lines->broken |= c == end;
    }
    for (; c < end && *c != lines->delimiter && !ends_line(*c); c++)
        if (strchr("\t;", *c) ||
            (*c == ',' && !(is_digit(c - 1, begin, end) && is_digit(c + 1, begin, end))))
            lines->strange = 1;
    return c;
}

const char *ce_sample_skip_blanks(const ce_sample_lines *lines, const char *c)
{
    while (lines->blanks && c < lines->end && *c == ' ')
        c++;
    return c;
}

/* Takes the blanks around a cell and its quotes away (quotes within stay doubled). Returns whether
 * it had any. */
int ce_sample_plain_cell(const char **c, size_t *size)
{
    while (*size && strchr(" \t", **c)) {
        ++*c;
        --*size;
    }
    while (*size && strchr(" \t", (*c)[*size - 1]))
        --*size;
    if (*size < 2 || **c != '"')
        return 0;
    ++*c;
    *size -= 2;
    return 1;
}

/* Whether a cell is quoted and needs no quotes. */
static int is_spare(const char *text, size_t size, char delimiter)
{
    return ce_sample_plain_cell(&text, &size) && !ce_text_needs_quotes(text, size, delimiter);
}

typedef struct {
    size_t cells;
    const char *first; /* the first cell, quotes included */
    size_t size;
    int quoted; /* all cells are, if not empty */
    int trails; /* the last cell is empty */
    int spare;  /* a cell is quoted and needs no quotes */
} line_cells;

/* Cuts the line at c. */
static const char *cut_line(ce_sample_lines *lines, const char *c, line_cells *line)
{
    const char *end;

    *line = (line_cells){.quoted = 1};
    for (;; c++) {
        int is_last;
        c = ce_sample_skip_blanks(lines, c);
        if (line->cells && lines->blanks && (c == lines->end || ends_line(*c)))
            return c;
        end = ce_sample_cell_end(lines, c);
        is_last = end == lines->end || ends_line(*end);
        line->quoted &= end == c || *c == '"';
        line->spare |=
            is_spare(c, (size_t)(end - c), line->cells || !is_last ? lines->delimiter : '\0');
        if (!line->cells++) {
            line->first = c;
            line->size = (size_t)(end - c);
        }
        line->trails = end == c;
        if (is_last)
            return end;
        lines->parts_text |= !(is_digit(end - 1, c, end) && is_digit(end + 1, end, lines->end));
        c = end;
    }
}

static void count_line(ce_sample_lines *lines, const line_cells *line, size_t number)
{
    if (!lines->lines)
        lines->first = lines->least = line->cells;
    else {
        lines->rows_quoted |= line->quoted;
        lines->rows_spare |= line->spare;
        lines->rows_trail = (lines->rows_trail || lines->lines == 1) && line->trails;
    }
    if (lines->lines == 1) {
        lines->fields = line->cells;
        lines->second = number;
    } else if (lines->lines && line->cells != lines->fields && !lines->uneven)
        lines->uneven = number;
    lines->cell[lines->lines] = line->first;
    lines->size[lines->lines++] = line->size;
    lines->least = line->cells < lines->least ? line->cells : lines->least;
    lines->parted += line->cells > 1;
}

/* A last line that is cut off is left out, unless it is the only one. */
static void cut_lines(ce_sample_lines *lines, const char *bytes, int whole)
{
    const char *c = bytes;
    line_cells cells;
    size_t line = 1;

    while (c < lines->end && lines->lines < MOST_LINES) {
        int crlf;
        c = ce_sample_skip_blanks(lines, c);
        if (c < lines->end && !ends_line(*c)) {
            c = cut_line(lines, c, &cells);
            if (c == lines->end && !whole && lines->lines) {
                lines->broken = 0;
                break;
            }
            count_line(lines, &cells, line);
        }
        if (c == lines->end)
            break;
        crlf = *c == '\r' && c + 1 < lines->end && c[1] == '\n';
        c += 1 + crlf;
        line++;
    }
    if (lines->lines == 1)
        lines->fields = lines->first;
}

int ce_sample_is_alike(const ce_sample_lines *lines)
{
    return lines->lines && !lines->broken && !lines->uneven && lines->first == lines->fields;
}

/* ---- the sample ---- */

static const char known[] = ",\t; ";
enum { COMMA, TAB, SEMICOLON, BLANK, KNOWN };

/* It may be a delimiter, but is never taken for one. */
static const char BAR = '|';

typedef struct {
    ce_row_names row_names;
    /* as in ce_sample */
    int pasted, of_id, has_header, heads, counts, doubt, gap, trails, decimals;
    int parts_text;
    size_t fields; /* 0: it does not cut all lines alike into several cells */
    int is_short;  /* the first line has one cell less: the rows have names */
    int only_one;  /* it is in no line */
    size_t uneven;
    int loose; /* it cuts the first line and most others, but not alike */
} verdict;

/* Whether this delimiter cuts lines, alike or not: the first and half of the others. Words of a
 * text stand between blanks, too, and numbers do not. */
static int is_loose(ce_sample_lines *lines, const ce_table_format *format)
{
    if (lines->first < 2)
        return 0;
    if (lines->blanks)
        return lines->least > 1 && lines->uneven && ce_sample_rows_are_numbers(lines, format);
    return lines->least > 1 || 2 * lines->parted >= lines->lines + 1;
}

/* Whether the first line begins as our own headers do, whatever the names behind it are. */
static int begins_header(const ce_sample_lines *lines)
{
    const char *text = lines->cell[0];
    size_t size = lines->size[0];

    ce_sample_plain_cell(&text, &size);
    return (size == 2 && !strncasecmp(text, "id", 2)) || (size == 4 && !memcmp(text, "size", 4));
}

static verdict judge(char delimiter, const char *bytes, size_t size, int whole,
                     const ce_table_format *format)
{
    ce_sample_lines lines = {.end = bytes + size,
                             .delimiter = delimiter,
                             .blanks = delimiter == ' ' && format->delimiter != ' '};
    verdict v = {0};

    cut_lines(&lines, bytes, whole);
    v.loose = is_loose(&lines, format);
    v.parts_text = lines.parts_text;
    v.uneven = lines.uneven ? lines.uneven : lines.second;
    v.only_one = lines.first == 1 && lines.fields == 1 && !lines.uneven;
    v.row_names = ce_sample_row_names(&lines, format, &v.pasted, &v.of_id);
    v.has_header =
        v.row_names ||
        (ce_sample_is_alike(&lines) &&
         (ce_sample_header_is_quoted(&lines, format) || begins_header(&lines) ||
          ce_sample_counts_above_words(&lines, format) || ce_sample_has_gaps(&lines, format)));
    v.heads = (ce_sample_is_alike(&lines) || v.row_names) &&
              ce_sample_heads_number(&lines, v.row_names, format);
    v.counts = !v.has_header && ce_sample_is_alike(&lines) && lines.fields > 2 &&
               lines.lines != lines.fields && lines.cell[0][0] == '0' &&
               ce_sample_counts_columns(&lines, format);
    if ((ce_sample_is_alike(&lines) || v.row_names) && !(lines.blanks && lines.strange))
        v.fields = lines.fields > 1 ? lines.fields : 0;
    v.is_short = v.row_names == CE_ROWS_SHORT;
    v.doubt = !v.has_header && !v.counts && ce_sample_is_alike(&lines) &&
              ce_sample_numbers_above_words(&lines, format);
    v.gap = !v.has_header && !v.counts && ce_sample_is_alike(&lines) &&
            ce_sample_numbers_behind_gap(&lines, format);
    v.trails = !lines.broken && !lines.uneven && lines.lines > 1 && lines.rows_trail &&
               lines.first + 1 == lines.fields;
    v.decimals = v.is_short && delimiter == ',' && format->decimal != ',' && !v.parts_text &&
                 ce_sample_may_be_decimals(&lines);
    return v;
}

/* The comma as a delimiter where it is the decimal sign, too: it must be seen that it cuts. Cells
 * with decimals are quoted then. */
static verdict judge_both(const char *bytes, size_t size, int whole, const ce_table_format *format)
{
    verdict v = judge(',', bytes, size, whole, format);

    return v.fields > 2 || v.parts_text ? v : (verdict){0};
}

/* Of the known delimiters, those that cut the lines: the one that does so alone, or KNOWN. Where
 * one cuts all lines alike, those that leave the first one cell short are no longer among them. */
static int find_alone(verdict *v, int *several)
{
    int found = KNOWN, alike = 0;

    *several = 0;
    for (int d = 0; d < KNOWN; d++)
        alike |= v[d].fields && !v[d].is_short;
    for (int d = 0; d < KNOWN; d++)
        if (alike && v[d].is_short)
            v[d].fields = 0;
    for (int d = 0; d < KNOWN; d++)
        if (v[d].fields) {
            *several |= found != KNOWN;
            found = d;
        }
    return *several ? KNOWN : found;
}

void ce_sample_take(ce_sample *sample, const char *bytes, size_t size, int whole,
                    const ce_table_format *format)
{
    int is_text = format->delimiter == CE_DELIMITER_TEXT, several, alone;
    char asked = is_text ? '\0' : format->delimiter;
    char otherwise = format->decimal == ',' ? ';' : ',';
    verdict v[KNOWN] = {{0}}, own;

    for (int d = 0; d < BLANK; d++)
        if ((d != COMMA || format->decimal != ',') && known[d] != asked)
            v[d] = judge(known[d], bytes, size, whole, format);
    alone = find_alone(v, &several);
    if (!several && (alone == KNOWN || v[alone].is_short) && !is_text && asked != ' ') {
        v[BLANK] = judge(' ', bytes, size, whole, format);
        if (alone != KNOWN && v[BLANK].is_short)
            v[BLANK].fields = 0;
        alone = find_alone(v, &several);
    }
    if (alone == KNOWN && !several && format->decimal == ',') {
        v[COMMA] = judge_both(bytes, size, whole, format);
        alone = v[COMMA].fields ? COMMA : KNOWN;
    }
    *sample = (ce_sample){.delimiter = asked};
    if (!asked)
        sample->delimiter = alone == KNOWN ? otherwise : known[alone];
    own = judge(sample->delimiter, bytes, size, whole, format);
    sample->blanks = !asked && alone == BLANK;
    sample->fields = own.fields;
    sample->row_names = own.row_names;
    sample->pasted = own.pasted;
    sample->of_id = own.of_id;
    sample->has_header = own.has_header;
    sample->heads = own.heads;
    sample->counts = own.counts;
    sample->doubt = own.doubt;
    sample->gap = own.gap;
    sample->trails = own.trails;
    sample->decimals = own.decimals;
    sample->is_one = own.only_one;
    for (int d = 0; d < KNOWN; d++)
        if (v[d].fields && known[d] != sample->delimiter && (!own.fields || !asked)) {
            sample->other = known[d];
            sample->other_fields = v[d].fields;
        }
    if (!is_text && own.only_one && !sample->other && asked != BAR) {
        sample->other_fields = judge(BAR, bytes, size, whole, format).fields;
        sample->other = sample->other_fields ? BAR : '\0';
    }
    for (int d = TAB; d <= BLANK && !asked && alone == KNOWN && own.only_one && !is_text; d++)
        if (v[d].loose && !sample->loose) {
            sample->loose = known[d];
            sample->uneven = several ? 0 : v[d].uneven;
        }
}

const char *ce_delimiter_name(char delimiter)
{
    switch (delimiter) {
    case ',': return "commas";
    case '\t': return "tabs";
    case ';': return "semicolons";
    case ' ': return "blanks";
    case '|': return "bars";
    default: return "this delimiter";
    }
}

const char *ce_delimiter_value(char delimiter)
{
    switch (delimiter) {
    case ',': return "','";
    case '\t': return "'\\t'";
    case ';': return "';'";
    case ' ': return "auto";
    case '|': return "'|'";
    default: return "C";
    }
}
