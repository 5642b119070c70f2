#include "io/sample.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/output.h"

enum { MOST_LINES = 300 };

/* The lines as one delimiter cuts them. */
typedef struct {
    const char *end;
    char delimiter;
    int blanks;
    size_t lines, first, fields; /* cells of the first line, and of all others */
    size_t second;               /* where the second line is, from 1 */
    size_t uneven;               /* the first line that differs from the second, from 1; 0: none */
    size_t least;                /* the smallest number of cells of a line */
    int strange;                 /* a cell holds another delimiter */
    int broken;                  /* a quote that never ends */
    int parts_text;              /* a delimiter that does not stand between two digits */
    int rows_quoted;             /* all cells of a line but the first are quoted or empty */
    int rows_spare;              /* a cell of such a line is quoted and needs no quotes */
    /* first cells of the lines but the first, quotes included */
    const char *cell[MOST_LINES];
    size_t size[MOST_LINES];
} cut;

static int ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static int is_digit(const char *c, const char *begin, const char *end)
{
    return c >= begin && c < end && *c >= '0' && *c <= '9';
}

/* The end of a cell that begins at c. */
static const char *cell_end(cut *lines, const char *c)
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

static const char *skip_blanks(const cut *lines, const char *c)
{
    while (lines->blanks && c < lines->end && *c == ' ')
        c++;
    return c;
}

/* Takes the blanks around a cell and its quotes away (quotes within stay doubled). Returns whether
 * it had any. */
static int plain_cell(const char **c, size_t *size)
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
    return plain_cell(&text, &size) && !ce_text_needs_quotes(text, size, delimiter);
}

typedef struct {
    size_t cells;
    const char *first; /* the first cell, quotes included */
    size_t size;
    int quoted; /* all cells are, if not empty */
    int spare;  /* a cell is quoted and needs no quotes */
} line_cells;

/* Cuts the line at c. */
static const char *cut_line(cut *lines, const char *c, line_cells *line)
{
    const char *end;

    *line = (line_cells){.quoted = 1};
    for (;; c++) {
        int is_last;
        c = skip_blanks(lines, c);
        if (line->cells && lines->blanks && (c == lines->end || ends_line(*c)))
            return c;
        end = cell_end(lines, c);
        is_last = end == lines->end || ends_line(*end);
        line->quoted &= end == c || *c == '"';
        line->spare |=
            is_spare(c, (size_t)(end - c), line->cells || !is_last ? lines->delimiter : '\0');
        if (!line->cells++) {
            line->first = c;
            line->size = (size_t)(end - c);
        }
        if (is_last)
            return end;
        lines->parts_text |= !(is_digit(end - 1, c, end) && is_digit(end + 1, end, lines->end));
        c = end;
    }
}

static void count_line(cut *lines, const line_cells *line, size_t number)
{
    if (!lines->lines)
        lines->first = lines->least = line->cells;
    else {
        lines->rows_quoted |= line->quoted;
        lines->rows_spare |= line->spare;
    }
    if (lines->lines == 1) {
        lines->fields = line->cells;
        lines->second = number;
    } else if (lines->lines && line->cells != lines->fields && !lines->uneven)
        lines->uneven = number;
    lines->cell[lines->lines] = line->first;
    lines->size[lines->lines++] = line->size;
    lines->least = line->cells < lines->least ? line->cells : lines->least;
}

/* A last line that is cut off is left out, unless it is the only one. */
static void cut_lines(cut *lines, const char *bytes, int whole)
{
    const char *c = bytes;
    line_cells cells;
    size_t line = 1;

    while (c < lines->end && lines->lines < MOST_LINES) {
        int crlf;
        c = skip_blanks(lines, c);
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

static int is_alike(const cut *lines)
{
    return lines->lines && !lines->broken && !lines->uneven && lines->first == lines->fields;
}

/* ---- row names ---- */

/* What the cells of the first line are. */
typedef enum {
    VALUES, /* some are numbers, or missing */
    COUNTS, /* they count the columns, from 0 or from 1 */
    NAMES
} first_cells;

static int is_real(const char *text, size_t size, const ce_table_format *format)
{
    char copy[64];
    double value;

    if (size >= sizeof copy)
        return 0;
    memcpy(copy, text, size);
    copy[size] = '\0';
    return ce_cell_real(format, copy, size, &value) != 0;
}

/* Whether a cell is the number `at`, and nothing else. */
static int is_count(const char *text, size_t size, size_t at)
{
    char number[32];
    int length = snprintf(number, sizeof number, "%zu", at);

    return size == (size_t)length && !memcmp(text, number, size);
}

/* Looks at the cells of the first line, but the first `skip`. pasted: empty ones head row names,
 * and those behind them are counted anew. */
static first_cells look_at_first(cut *lines, size_t skip, int pasted, const ce_table_format *format)
{
    const char *c = lines->cell[0];
    int number = 0, counts = 1;
    size_t from = 0;

    for (size_t j = 0; j < lines->first; j++, c++) {
        const char *end = cell_end(lines, c = skip_blanks(lines, c)), *text = c;
        size_t size = (size_t)(end - c);
        c = end;
        if (j < skip)
            continue;
        plain_cell(&text, &size);
        if (!size && pasted) {
            skip = j + 1;
            continue;
        }
        if (ce_is_missing(text, size))
            return VALUES;
        if (j == skip)
            from = is_count(text, size, 1);
        counts = counts && is_count(text, size, from + j - skip);
        number = number || is_real(text, size, format);
    }
    if (!number)
        return NAMES;
    return counts ? COUNTS : VALUES;
}

/* Whether the first line is quoted as a header: its words may be bare, its numbers not. Quotes that
 * a number needs, since the delimiter is within, say nothing. A bare word beside an empty cell says
 * nothing either. */
static int is_quoted_as_header(cut *lines, const ce_table_format *format)
{
    const char *c = lines->cell[0];
    int any = 0, bare = 0, empty = 0, numbers = 0;

    for (size_t j = 0; j < lines->first; j++, c++) {
        const char *end = cell_end(lines, c = skip_blanks(lines, c)), *text = c;
        size_t size = (size_t)(end - c);
        int quoted = plain_cell(&text, &size), number = is_real(text, size, format);
        c = end;
        if ((number && memchr(text, lines->delimiter, size)) ||
            (size && !quoted && (number || ce_is_missing(text, size))))
            return 0;
        any |= quoted;
        empty |= !size;
        bare |= size && !quoted;
        numbers |= number || ce_is_missing(text, size);
    }
    return any && (!bare || (numbers && !empty));
}

/* Whether numbers of the first line are names all the same. R quotes them, and in each other line
 * leaves a number bare. Clens quotes them, and beside them only what needs quotes. */
static int is_header_quoted(cut *lines, const ce_table_format *format)
{
    return lines->lines > 1 && !(lines->rows_quoted && lines->rows_spare) &&
           is_quoted_as_header(lines, format);
}

/* Takes the cell at *c, and goes on to the next. */
static void take_cell(cut *lines, const char **c, const char **text, size_t *size)
{
    const char *begin = skip_blanks(lines, *c), *end = cell_end(lines, begin);

    *text = begin;
    *size = (size_t)(end - begin);
    plain_cell(text, size);
    *c = end + 1;
}

/* Whether a word of the first line stands above a number of the second. */
static int heads_number(cut *lines, ce_row_names how, const ce_table_format *format)
{
    const char *c[2] = {lines->cell[0], lines->cell[1]}, *text[2];
    size_t size[2];

    if (lines->lines < 2)
        return 0;
    if (how == CE_ROWS_SHORT)
        take_cell(lines, &c[1], &text[1], &size[1]);
    for (size_t j = 0; j < lines->first; j++) {
        for (int i = 0; i < 2; i++)
            take_cell(lines, &c[i], &text[i], &size[i]);
        if (!ce_is_missing(text[0], size[0]) && !is_real(text[0], size[0], format) &&
            is_real(text[1], size[1], format))
            return 1;
    }
    return 0;
}

/* Whether the first line is a header with names left out, as spreadsheets have them: what is not
 * empty are words, and one of them stands above a number. */
static int has_gaps(cut *lines, const ce_table_format *format)
{
    const char *c[2] = {lines->cell[0], lines->cell[1]}, *text[2];
    int gaps = 0, above = 0;
    size_t size[2];

    if (lines->lines < 2 || lines->blanks)
        return 0;
    for (size_t j = 0; j < lines->fields; j++) {
        for (int i = 0; i < 2; i++)
            take_cell(lines, &c[i], &text[i], &size[i]);
        if (!size[0])
            gaps = 1;
        else if (ce_is_missing(text[0], size[0]) || is_real(text[0], size[0], format))
            return 0;
        else
            above |= is_real(text[1], size[1], format);
    }
    return gaps && above;
}

static int is_whole(const char *c, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (c[i] < '0' || c[i] > '9')
            return 0;
    return size > 0;
}

/* The cells of one column in the lines but the first, without quotes. */
typedef struct {
    const char *text[MOST_LINES];
    size_t size[MOST_LINES];
    int quoted; /* that of the second line is */
} column_cells;

static void take_column(cut *lines, size_t column, column_cells *cells)
{
    for (size_t i = 1; i < lines->lines; i++) {
        const char *c = lines->cell[i];
        for (size_t j = 0; j < column; j++)
            c = cell_end(lines, skip_blanks(lines, c)) + 1;
        if (i == 1)
            cells->quoted = *skip_blanks(lines, c) == '"';
        take_cell(lines, &c, &cells->text[i], &cells->size[i]);
    }
}

/* Whether the cells of a column can name the rows: none is missing or there twice. A single row
 * shows it by its cell: by quotes, or as a whole number below an empty cell. */
static int can_name(const cut *lines, const column_cells *cells, ce_row_names how)
{
    for (size_t i = 1; i < lines->lines; i++) {
        if (ce_is_missing(cells->text[i], cells->size[i]))
            return 0;
        for (size_t j = 1; j < i; j++)
            if (cells->size[i] == cells->size[j] &&
                !memcmp(cells->text[i], cells->text[j], cells->size[i]))
                return 0;
    }
    return lines->lines > 2 || cells->quoted ||
           (how == CE_ROWS_EMPTY_CELL && is_whole(cells->text[1], cells->size[1]));
}

/* Whether the cells of a column are words, whole numbers or quoted: names rather than values. */
static int are_names(const cut *lines, const column_cells *cells, const ce_table_format *format)
{
    for (size_t i = 1; i < lines->lines && !cells->quoted; i++)
        if (!is_whole(cells->text[i], cells->size[i]) &&
            is_real(cells->text[i], cells->size[i], format))
            return 0;
    return 1;
}

/* Whether several columns hold row names, as paste leaves those of several tables: they have no
 * name, the first is one of them, and a column with a name is behind each. */
static int has_pasted_names(cut *lines, const ce_table_format *format)
{
    const char *c = lines->cell[0], *text;
    size_t size, found = 0;
    column_cells cells;
    int before = 0;

    for (size_t j = 0; j < lines->first; j++, before = !size) {
        take_cell(lines, &c, &text, &size);
        if (size)
            continue;
        if (before || j + 1 == lines->first)
            return 0;
        take_column(lines, j, &cells);
        if (!can_name(lines, &cells, CE_ROWS_EMPTY_CELL) || !are_names(lines, &cells, format))
            return 0;
        found++;
    }
    return found > 1;
}

/* Whether the first line can be a header behind or above row names. With CE_HEADER_YES it is one.
 * Numbers that count the columns are one above whole numbers or words: row names, not values. */
static int can_head(cut *lines, ce_row_names how, int pasted, const column_cells *cells,
                    const ce_table_format *format)
{
    if (format->header == CE_HEADER_YES)
        return 1;
    switch (look_at_first(lines, how == CE_ROWS_EMPTY_CELL, pasted, format)) {
    case NAMES: return 1;
    case COUNTS: break;
    default: return is_header_quoted(lines, format);
    }
    for (size_t i = 1; i < lines->lines; i++)
        if (!is_whole(cells->text[i], cells->size[i]) &&
            is_real(cells->text[i], cells->size[i], format))
            return is_header_quoted(lines, format);
    return lines->lines > 3 || is_header_quoted(lines, format);
}

/* Whether the cells of the first line count the columns from 0 above words: pandas writes such
 * headers of an array. */
static int counts_above_words(cut *lines, const ce_table_format *format)
{
    if (lines->lines < 3 || lines->cell[0][0] != '0' ||
        look_at_first(lines, 0, 0, format) != COUNTS)
        return 0;
    for (size_t i = 1; i < lines->lines; i++) {
        const char *text = lines->cell[i];
        size_t size = lines->size[i];
        plain_cell(&text, &size);
        if (ce_is_missing(text, size) || is_real(text, size, format))
            return 0;
    }
    return 1;
}

/* *pasted: 1 if further columns without a name hold row names, too; else 0. */
static ce_row_names find_row_names(cut *lines, const ce_table_format *format, int *pasted)
{
    const char *first = lines->cell[0];
    size_t size = lines->size[0];
    ce_row_names how = CE_ROWS_UNNAMED;
    column_cells cells;

    *pasted = 0;
    if (format->header == CE_HEADER_NO || lines->broken || lines->uneven || lines->lines < 2)
        return how;
    plain_cell(&first, &size);
    if (lines->first + 1 == lines->fields)
        how = CE_ROWS_SHORT;
    else if (lines->first == lines->fields && lines->fields > 1 && !size)
        how = CE_ROWS_EMPTY_CELL;
    if (!how)
        return how;
    *pasted = how == CE_ROWS_EMPTY_CELL && has_pasted_names(lines, format);
    take_column(lines, 0, &cells);
    if (can_name(lines, &cells, how) && can_head(lines, how, *pasted, &cells, format))
        return how;
    *pasted = 0;
    return CE_ROWS_UNNAMED;
}

/* ---- the whole ---- */

static const char known[] = ",\t; ";
enum { COMMA, TAB, SEMICOLON, BLANK, KNOWN };

/* It may be a delimiter, but is never taken for one. */
static const char BAR = '|';

typedef struct {
    ce_row_names row_names;
    int pasted, has_header, heads, counts; /* as in ce_sample */
    int parts_text;
    size_t fields; /* 0: it does not cut all lines alike into several cells */
    int is_short;  /* the first line has one cell less: the rows have names */
    int only_one;  /* it is in no line */
    size_t least, uneven;
} verdict;

/* Whether the first line begins as our own headers do, whatever the names behind it are. */
static int begins_header(const cut *lines)
{
    const char *text = lines->cell[0];
    size_t size = lines->size[0];

    plain_cell(&text, &size);
    return (size == 2 && !strncasecmp(text, "id", 2)) || (size == 4 && !memcmp(text, "size", 4));
}

static verdict judge(char delimiter, const char *bytes, size_t size, int whole,
                     const ce_table_format *format)
{
    cut lines = {.end = bytes + size,
                 .delimiter = delimiter,
                 .blanks = delimiter == ' ' && format->delimiter != ' '};
    verdict v = {0};

    cut_lines(&lines, bytes, whole);
    v.least = lines.least;
    v.parts_text = lines.parts_text;
    v.uneven = lines.uneven ? lines.uneven : lines.second;
    v.only_one = lines.first == 1 && lines.fields == 1 && !lines.uneven;
    v.row_names = find_row_names(&lines, format, &v.pasted);
    v.has_header =
        v.row_names ||
        (is_alike(&lines) && (is_header_quoted(&lines, format) || begins_header(&lines) ||
                              counts_above_words(&lines, format) || has_gaps(&lines, format)));
    v.heads = (is_alike(&lines) || v.row_names) && heads_number(&lines, v.row_names, format);
    v.counts = !v.has_header && is_alike(&lines) && lines.fields > 2 &&
               lines.lines != lines.fields && lines.cell[0][0] == '0' &&
               look_at_first(&lines, 0, 0, format) == COUNTS;
    if ((is_alike(&lines) || v.row_names) && !(lines.blanks && lines.strange))
        v.fields = lines.fields > 1 ? lines.fields : 0;
    v.is_short = v.row_names == CE_ROWS_SHORT;
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
    sample->has_header = own.has_header;
    sample->heads = own.heads;
    sample->counts = own.counts;
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
    for (int d = TAB; d <= SEMICOLON && !asked && alone == KNOWN && own.only_one && !is_text; d++)
        if (v[d].least > 1) {
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
