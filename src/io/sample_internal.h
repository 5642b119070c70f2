/* sample_internal.h: the first lines of a table as one delimiter cuts them (sample.c), and what
 * their first cells say of a header and of row names (sample_names.c). */
#ifndef CE_IO_SAMPLE_INTERNAL_H
#define CE_IO_SAMPLE_INTERNAL_H

#include <stddef.h>

#include "io/sample.h"

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
    size_t parted;               /* lines of more than one cell */
    int strange;                 /* a cell holds another delimiter */
    int broken;                  /* a quote that never ends */
    int parts_text;              /* a delimiter that does not stand between two digits */
    int rows_quoted;             /* all cells of a line but the first are quoted or empty */
    int rows_spare;              /* a cell of such a line is quoted and needs no quotes */
    int rows_trail;              /* the last cell of all of them is empty */
    /* first cells of the lines but the first, quotes included */
    const char *cell[MOST_LINES];
    size_t size[MOST_LINES];
} ce_sample_lines;

/* ---- sample.c ---- */

/* The end of the cell at c. Where c goes on after blanks. Takes the blanks around a cell and its
 * quotes away: whether it had any. Whether all lines have as many cells. */
const char *ce_sample_cell_end(ce_sample_lines *lines, const char *c);
const char *ce_sample_skip_blanks(const ce_sample_lines *lines, const char *c);
int ce_sample_plain_cell(const char **c, size_t *size);
int ce_sample_is_alike(const ce_sample_lines *lines);

/* ---- sample_names.c ---- */

/* How rows are named. *pasted: 1 if further columns without a name hold row names, too. *of_id: 1
 * if the column `id` holds them again. The others:
 * whether the first line is a header by its quotes, counts columns, heads numbers, counts above
 * words, has gaps, has increasing numbers behind a word above words, and has whole numbers behind
 * an empty cell above different ones. */
ce_row_names ce_sample_row_names(ce_sample_lines *lines, const ce_table_format *format,
                                 int *pasted, int *of_id);
int ce_sample_header_is_quoted(ce_sample_lines *lines, const ce_table_format *format);
int ce_sample_counts_columns(ce_sample_lines *lines, const ce_table_format *format);
int ce_sample_heads_number(ce_sample_lines *lines, ce_row_names how, const ce_table_format *format);
int ce_sample_counts_above_words(ce_sample_lines *lines, const ce_table_format *format);
int ce_sample_has_gaps(ce_sample_lines *lines, const ce_table_format *format);
int ce_sample_numbers_above_words(ce_sample_lines *lines, const ce_table_format *format);
int ce_sample_numbers_behind_gap(ce_sample_lines *lines, const ce_table_format *format);

/* Whether the first cells of the lines but the first may be the whole parts of numbers with decimal
 * commas: the comma stands between two digits only, and they do not count the rows. Whether all
 * cells of these lines are numbers or missing. */
int ce_sample_may_be_decimals(ce_sample_lines *lines);
int ce_sample_rows_are_numbers(ce_sample_lines *lines, const ce_table_format *format);

#endif
