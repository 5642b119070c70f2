/* What the first cells of lines say of a header and of row names. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/sample_internal.h"

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
static first_cells look_at_first(ce_sample_lines *lines, size_t skip, int pasted,
                                 const ce_table_format *format)
{
    const char *c = lines->cell[0];
    int number = 0, counts = 1;
    size_t from = 0;

    for (size_t j = 0; j < lines->first; j++, c++) {
        const char *end = ce_sample_cell_end(lines, c = ce_sample_skip_blanks(lines, c)), *text = c;
        size_t size = (size_t)(end - c);
        c = end;
        if (j < skip)
            continue;
        ce_sample_plain_cell(&text, &size);
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
static int is_quoted_as_header(ce_sample_lines *lines, const ce_table_format *format)
{
    const char *c = lines->cell[0];
    int any = 0, bare = 0, empty = 0, numbers = 0;

    for (size_t j = 0; j < lines->first; j++, c++) {
        const char *end = ce_sample_cell_end(lines, c = ce_sample_skip_blanks(lines, c)), *text = c;
        size_t size = (size_t)(end - c);
        int quoted = ce_sample_plain_cell(&text, &size), number = is_real(text, size, format);
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
int ce_sample_header_is_quoted(ce_sample_lines *lines, const ce_table_format *format)
{
    return lines->lines > 1 && !(lines->rows_quoted && lines->rows_spare) &&
           is_quoted_as_header(lines, format);
}

/* Takes the cell at *c, and goes on to the next. */
static void take_cell(ce_sample_lines *lines, const char **c, const char **text, size_t *size)
{
    const char *begin = ce_sample_skip_blanks(lines, *c), *end = ce_sample_cell_end(lines, begin);

    *text = begin;
    *size = (size_t)(end - begin);
    ce_sample_plain_cell(text, size);
    *c = end + 1;
}

/* Whether a word of the first line stands above a number of the second. */
int ce_sample_heads_number(ce_sample_lines *lines, ce_row_names how, const ce_table_format *format)
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
int ce_sample_has_gaps(ce_sample_lines *lines, const ce_table_format *format)
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

static void take_column(ce_sample_lines *lines, size_t column, column_cells *cells)
{
    for (size_t i = 1; i < lines->lines; i++) {
        const char *c = lines->cell[i];
        for (size_t j = 0; j < column; j++)
            c = ce_sample_cell_end(lines, ce_sample_skip_blanks(lines, c)) + 1;
        if (i == 1)
            cells->quoted = *ce_sample_skip_blanks(lines, c) == '"';
        take_cell(lines, &c, &cells->text[i], &cells->size[i]);
    }
}

static int is_same(const column_cells *a, size_t i, const column_cells *b, size_t j)
{
    return a->size[i] == b->size[j] && !memcmp(a->text[i], b->text[j], a->size[i]);
}

/* Whether no cell of a column is a number. */
static int are_words(const ce_sample_lines *lines, const column_cells *cells,
                     const ce_table_format *format)
{
    for (size_t i = 1; i < lines->lines; i++)
        if (is_real(cells->text[i], cells->size[i], format))
            return 0;
    return 1;
}

/* Whether the cells of a column can name the rows: none is missing or there twice. One word in ten
 * may be there again: these are names still, and whoever reads them refuses the second one with its
 * line. A single row shows it by its cell: by quotes, or as a whole number below an empty cell. */
static int can_name(const ce_sample_lines *lines, const column_cells *cells, ce_row_names how,
                    const ce_table_format *format)
{
    size_t again = 0;

    for (size_t i = 1; i < lines->lines; i++) {
        size_t j = 1;
        if (ce_is_missing(cells->text[i], cells->size[i]))
            return 0;
        while (j < i && !is_same(cells, i, cells, j))
            j++;
        again += j < i;
    }
    if (again && (10 * again >= lines->lines || !are_words(lines, cells, format)))
        return 0;
    return lines->lines > 2 || cells->quoted ||
           (how == CE_ROWS_EMPTY_CELL && is_whole(cells->text[1], cells->size[1]));
}

/* Whether the cells of a column are words, whole numbers or quoted: names rather than values. */
static int are_names(const ce_sample_lines *lines, const column_cells *cells,
                     const ce_table_format *format)
{
    for (size_t i = 1; i < lines->lines && !cells->quoted; i++)
        if (!is_whole(cells->text[i], cells->size[i]) &&
            is_real(cells->text[i], cells->size[i], format))
            return 0;
    return 1;
}

/* Whether columns without a name, `least` or more, hold row names, as paste leaves those of several
 * tables: a column with a name is behind each. */
static int has_pasted_names(ce_sample_lines *lines, size_t least, const ce_table_format *format)
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
        if (!can_name(lines, &cells, CE_ROWS_EMPTY_CELL, format) ||
            !are_names(lines, &cells, format))
            return 0;
        found++;
    }
    return found >= least;
}

static int is_id(const char *text, size_t size)
{
    return size == 2 && !strncasecmp(text, "id", 2);
}

/* Whether the row names in the first cells are those of a column `id`, in any order: a word of one
 * is in the other. skipped: the cells that the header lacks, 0 or 1. */
static int are_of_id(ce_sample_lines *lines, const column_cells *names, size_t skipped,
                     const ce_table_format *format)
{
    const char *c = lines->cell[0], *text;
    column_cells cells;
    size_t size, j = 0;

    do
        take_cell(lines, &c, &text, &size);
    while (!is_id(text, size) && ++j < lines->first);
    if (j == lines->first)
        return 0;
    take_column(lines, j + skipped, &cells);
    for (size_t i = 1; i < lines->lines; i++)
        for (size_t at = 1; at < lines->lines; at++)
            if (is_same(names, i, &cells, at) && !is_real(cells.text[at], cells.size[at], format) &&
                !ce_is_missing(cells.text[at], cells.size[at]))
                return 1;
    return 0;
}

/* Whether the cells of a column are the names of the columns behind it, in order. */
static int are_columns(ce_sample_lines *lines, const column_cells *cells)
{
    const char *c = lines->cell[0], *text;
    size_t size;

    if (lines->lines != lines->first)
        return 0;
    for (size_t j = 0; j < lines->first; j++) {
        take_cell(lines, &c, &text, &size);
        if (j && (size != cells->size[j] || memcmp(text, cells->text[j], size)))
            return 0;
    }
    return 1;
}

/* Whether the cells of a column count the rows, from 0 or from 1. */
static int are_counts(const ce_sample_lines *lines, const column_cells *cells)
{
    size_t from = is_count(cells->text[1], cells->size[1], 1);

    for (size_t i = 1; i < lines->lines; i++)
        if (!is_count(cells->text[i], cells->size[i], from + i - 1))
            return 0;
    return 1;
}

/* What a first line with whole numbers in all cells but the first says, where the others have them
 * in their first cell: numbers of genes above those of patients. NO: there is another cell. SURE:
 * half of the others have a number behind it that is not whole, as pandas writes them. */
typedef enum { NO, MAYBE, SURE } numbers_of_names;

static numbers_of_names find_numbers_of_names(ce_sample_lines *lines, const column_cells *cells,
                                              const ce_table_format *format)
{
    size_t with_decimals = 0;

    for (size_t i = 0; i < lines->lines; i++) {
        const char *c = lines->cell[i], *text;
        size_t size, decimals = 0;
        if (i && !is_whole(cells->text[i], cells->size[i]))
            return NO;
        for (size_t j = 0; j < (i ? lines->fields : lines->first); j++) {
            take_cell(lines, &c, &text, &size);
            if (j && !is_whole(text, size)) {
                if (!i || (!is_real(text, size, format) && !ce_is_missing(text, size)))
                    return NO;
                decimals += is_real(text, size, format) != 0;
            }
        }
        with_decimals += decimals > 0;
    }
    return 2 * with_decimals + 1 >= lines->lines ? SURE : MAYBE;
}

/* Whether numbers behind an empty cell are names by what stands below that cell: rows have no names
 * without a header. Each number must be there. */
static int are_above_names(ce_sample_lines *lines, const column_cells *cells,
                           const ce_table_format *format)
{
    const char *c = lines->cell[0], *text;
    size_t size;

    for (size_t j = 0; j < lines->first; j++) {
        take_cell(lines, &c, &text, &size);
        if (j && ce_is_missing(text, size))
            return 0;
    }
    return (lines->lines > 2 && are_words(lines, cells, format)) ||
           (lines->lines > 3 && are_counts(lines, cells)) || are_columns(lines, cells) ||
           (lines->lines > 3 && find_numbers_of_names(lines, cells, format) == SURE);
}

/* Whether the first line can be a header behind or above row names. With CE_HEADER_YES it is one.
 * Numbers that count the columns are one above whole numbers or words: row names, not values. */
static int can_head(ce_sample_lines *lines, ce_row_names how, int pasted, const column_cells *cells,
                    const ce_table_format *format)
{
    if (format->header == CE_HEADER_YES)
        return 1;
    switch (look_at_first(lines, how == CE_ROWS_EMPTY_CELL, pasted, format)) {
    case NAMES: return 1;
    case COUNTS: break;
    default:
        return ce_sample_header_is_quoted(lines, format) ||
               (how == CE_ROWS_EMPTY_CELL && !pasted && are_above_names(lines, cells, format));
    }
    for (size_t i = 1; i < lines->lines; i++)
        if (!is_whole(cells->text[i], cells->size[i]) &&
            is_real(cells->text[i], cells->size[i], format))
            return ce_sample_header_is_quoted(lines, format);
    return lines->lines > 3 || ce_sample_header_is_quoted(lines, format);
}

/* Whether the cells of the first line count the columns from 0 above words: pandas writes such
 * headers of an array. */
int ce_sample_counts_above_words(ce_sample_lines *lines, const ce_table_format *format)
{
    if (lines->lines < 3 || lines->cell[0][0] != '0' ||
        look_at_first(lines, 0, 0, format) != COUNTS)
        return 0;
    for (size_t i = 1; i < lines->lines; i++) {
        const char *text = lines->cell[i];
        size_t size = lines->size[i];
        ce_sample_plain_cell(&text, &size);
        if (ce_is_missing(text, size) || is_real(text, size, format))
            return 0;
    }
    return 1;
}

/* *pasted: 1 if further columns without a name hold row names, too; else 0. *of_id: 1 if the column
 * `id` holds the same ones; else 0. */
ce_row_names ce_sample_row_names(ce_sample_lines *lines, const ce_table_format *format, int *pasted,
                                 int *of_id)
{
    const char *first = lines->cell[0];
    size_t size = lines->size[0];
    ce_row_names how = CE_ROWS_UNNAMED;
    column_cells cells;

    *pasted = *of_id = 0;
    if (format->header == CE_HEADER_NO || lines->broken || lines->uneven || lines->lines < 2)
        return how;
    ce_sample_plain_cell(&first, &size);
    if (lines->first + 1 == lines->fields)
        how = CE_ROWS_SHORT;
    else if (lines->first == lines->fields && lines->fields > 1 && !size)
        how = CE_ROWS_EMPTY_CELL;
    if (!how && is_id(first, size) && lines->first == lines->fields)
        *pasted = has_pasted_names(lines, 1, format);
    if (!how)
        return how;
    *pasted = how == CE_ROWS_EMPTY_CELL && has_pasted_names(lines, 2, format);
    take_column(lines, 0, &cells);
    if (how == CE_ROWS_SHORT && lines->rows_trail && !cells.quoted)
        return CE_ROWS_UNNAMED;
    if (can_name(lines, &cells, how, format) && can_head(lines, how, *pasted, &cells, format)) {
        *of_id = are_of_id(lines, &cells, how == CE_ROWS_SHORT, format);
        return how;
    }
    *pasted = 0;
    return CE_ROWS_UNNAMED;
}

int ce_sample_numbers_behind_gap(ce_sample_lines *lines, const ce_table_format *format)
{
    const char *first = lines->cell[0];
    size_t size = lines->size[0];
    column_cells cells;

    ce_sample_plain_cell(&first, &size);
    if (size || lines->lines < 4 || lines->fields < 2)
        return 0;
    take_column(lines, 0, &cells);
    return can_name(lines, &cells, CE_ROWS_EMPTY_CELL, format) &&
           find_numbers_of_names(lines, &cells, format) != NO;
}

int ce_sample_counts_columns(ce_sample_lines *lines, const ce_table_format *format)
{
    return look_at_first(lines, 0, 0, format) == COUNTS;
}

/* A word, and increasing whole numbers behind it, above different words: a header of numbers of
 * clusters or years over names, or a first row whose id is a word. */
int ce_sample_numbers_above_words(ce_sample_lines *lines, const ce_table_format *format)
{
    const char *c = lines->cell[0], *text, *before = NULL;
    size_t size, size_before = 0;
    column_cells cells;

    if (lines->lines < 3 || lines->fields < 3)
        return 0;
    take_cell(lines, &c, &text, &size);
    if (ce_is_missing(text, size) || is_real(text, size, format))
        return 0;
    take_column(lines, 0, &cells);
    if (!can_name(lines, &cells, CE_ROWS_EMPTY_CELL, format) || !are_words(lines, &cells, format))
        return 0;
    for (size_t i = 1; i < lines->lines; i++)
        if (size == cells.size[i] && !memcmp(text, cells.text[i], size))
            return 0;
    for (size_t j = 1; j < lines->first; j++) {
        take_cell(lines, &c, &text, &size);
        if (!is_whole(text, size) || size < size_before ||
            (before && size == size_before && memcmp(text, before, size) <= 0))
            return 0;
        before = text;
        size_before = size;
    }
    return 1;
}

int ce_sample_may_be_decimals(ce_sample_lines *lines)
{
    column_cells cells;

    take_column(lines, 0, &cells);
    return lines->fields == 2 && !are_counts(lines, &cells);
}

int ce_sample_rows_are_numbers(ce_sample_lines *lines, const ce_table_format *format)
{
    for (size_t i = 1; i < lines->lines; i++) {
        const char *c = lines->cell[i], *end;
        do {
            const char *text = c = ce_sample_skip_blanks(lines, c);
            size_t size;
            end = ce_sample_cell_end(lines, c);
            size = (size_t)(end - c);
            ce_sample_plain_cell(&text, &size);
            if (!ce_is_missing(text, size) && !is_real(text, size, format))
                return 0;
            c = end + 1;
        } while (end < lines->end && *end == lines->delimiter);
    }
    return 1;
}
