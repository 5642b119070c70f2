/*
 * sample.h: how a delimited file is cut, found from its first lines.
 */
#ifndef CE_IO_SAMPLE_H
#define CE_IO_SAMPLE_H

#include <stddef.h>

#include "io/csv.h"

/* A first column without a name: the names of the rows. */
typedef enum {
    CE_ROWS_UNNAMED,    /* there is none */
    CE_ROWS_EMPTY_CELL, /* the header begins with an empty cell */
    CE_ROWS_SHORT       /* the header has one cell less than the rows */
} ce_row_names;

typedef struct {
    char delimiter;
    int blanks; /* the delimiter is a blank, and a run of them is one; those at the ends are none */
    size_t fields; /* of the rows; 0: it does not cut all lines alike, or not at all */
    int is_one;    /* it is in no line */
    ce_row_names row_names;
    int pasted;     /* further columns without a name hold row names, too */
    int of_id;      /* a column `id` has one of the first cells of the rows: it holds them again */
    int has_header; /* the first line is a header, even if its cells are numbers */
    int heads;      /* a cell of it that is no number stands above one */
    int counts;     /* it counts the columns from 0, and may be one */
    int doubt;      /* it has a word and increasing numbers above different words, and may be one */
    int gap; /* it has whole numbers behind an empty cell above different ones, and may be one */
    int trails;     /* all lines but the first end with a delimiter too many */
    int decimals;   /* the row names may be the whole parts of numbers with decimal commas */
    /* Another delimiter that cuts all lines alike although this one does not, or not at all; 0:
     * none. It may be a vertical bar, which is never taken unasked. other_fields: into how many
     * cells. */
    char other;
    size_t other_fields;
    /* A tab or semicolon that the first line and at least half of the others have, where there is
     * no comma, but not all as often: line `uneven` is the first that differs. Or blanks that every
     * line has, if the others are numbers. uneven 0: tabs and semicolons both cut all lines alike.
     * loose 0: none. */
    char loose;
    size_t uneven;
} ce_sample;

/*
 * Looks at the first lines of a file, at most some hundreds. bytes: from the beginning of the file
 * on, without a byte order mark. whole: they are all of it. format->delimiter 0: the delimiter is
 * the only one of comma, tab and semicolon that cuts all lines into the same number of cells, above
 * 1; if there is none, blanks, when they do so and no cell holds another one; if they do not, what
 * leaves the first line one cell short and all others alike, in the same order; else the comma. If
 * the comma is the decimal sign, it comes last, and must cut somewhere else than between two
 * digits, or into three cells or more; else the semicolon.
 *
 * The first column holds row names when the header is as in ce_row_names and the other cells of it
 * are names, and no two rows have the same first cell, or fewer than one in ten if all are words.
 * One row is not enough, unless its first cell is quoted, or a whole number below an empty cell.
 * Where the header is one cell short, the last cell of some row is there, or the first cells are
 * quoted: else every row ends with a delimiter too many.
 *
 * Further columns without a name hold row names, too, in a header that begins with an empty cell or
 * with id, if in all columns without a name no cell is missing or there twice, but for such words,
 * or a number with decimals without quotes, and a column with a name is behind each: paste leaves
 * the row names of several tables so.
 *
 * Names are neither missing nor numbers. Numbers are names, too, in five cases. In the first line
 * they are all quoted, and either no other line is quoted as a whole, as R writes tables, or no
 * quotes of the other lines can be spared, as Clens writes them (ce_output_name). They count the
 * columns from 0 or 1 above row names that are words or whole numbers, in three rows or more, or
 * from 0 above a first column of words in two rows or more: pandas writes such tables of an array.
 * They stand behind an empty cell above row names that are words, in two rows or more, or that
 * count three rows or more from 0 or 1, or that are the names of the columns again, or that are
 * whole numbers in three rows or more, if they are whole too and half of the rows have a number
 * that is not. The first cell is id or size.
 */
void ce_sample_take(ce_sample *sample, const char *bytes, size_t size, int whole,
                    const ce_table_format *format);

/* "a tab", "','": for messages. */
const char *ce_delimiter_name(char delimiter);

/* The same as an option's value: "'\t'", "','". */
const char *ce_delimiter_value(char delimiter);

#endif
