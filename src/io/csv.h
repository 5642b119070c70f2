/*
 * csv.h: delimited text, cell by cell (RFC 4180, by libcsv), with line numbers for messages.
 *
 * Accepted: line ends LF, CRLF and CR, a missing last newline, a UTF-8 byte order mark at the
 * beginning, gzip. Empty lines are skipped; in a table of one column they are empty cells. Refused
 * with file and line: NUL bytes, byte order marks before other lines, broken quotes, rows of
 * unequal length, files that are no delimited text (file_kind.h). The delimiter is found from the
 * first lines when none is given (sample.h).
 *
 * When the header has one cell less than the rows, as in tables of R's write.table, it gets an
 * empty first cell.
 *
 * A row that is the header again is refused, as two tables one behind the other have it. Where both
 * lines may be objects, since words are all that the table has, a note tells of it.
 */
#ifndef CE_IO_CSV_H
#define CE_IO_CSV_H

#include <stddef.h>

#include "core/error.h"
#include "core/message.h"
#include "io/real.h"

typedef enum { CE_HEADER_AUTO, CE_HEADER_YES, CE_HEADER_NO } ce_header;
/* In the order of the enum; for option rows. */
#define CE_HEADER_NAMES "auto|yes|no"

/* A delimiter to be found like 0, but no blank: cells hold text. */
#define CE_DELIMITER_TEXT '\n'

/*
 * How a table is read. A column is given by its name, or by its number from 1. All zero: every
 * default.
 *
 * id_column NULL: a column without a name that is the first, or one named "id" in any case, if
 * there is one; "none": no column. class_column NULL: a column named "class" in any case, if there
 * is one (columns.h tells of other names); "none": no column. categorical: the columns to read as
 * categories, comma separated, or "all"; NULL: none. has_categorical: the caller takes them from an
 * option, which a message may name. spare_categorical: a table need not have them. missing: further
 * words that mean a missing value, as ce_word_next reads them; NULL: none. features: the features
 * to read from a data table, comma separated, or "numeric"; NULL: all. objects NULL: the table goes
 * with none; else a label or data table without ids is refused where a column has theirs, and one
 * with ids where a column of objects_labels has these (ids_watch.h).
 */
typedef struct {
    char delimiter; /* 0: found from the first lines */
    ce_header header;
    const char *id_column;
    const char *class_column;
    const char *class_option; /* the option that it comes from, as CE_OPT; NULL: CE_OPT("class") */
    int spare_class;          /* a data table need not have the column class_column */
    int spare_id;             /* nor this one the column id_column */
    const char *known; /* labels that no note asks about, comma separated; NULL: none */
    const char *categorical;
    int has_categorical, spare_categorical;
    const char *missing;
    char decimal; /* what stands before the fraction of a number; 0 means '.' */
    const char *features;
    int names_are_ids; /* names of the features of a data table are to be ids: they must differ */
    int map;    /* the values of a data table are not changed: they may stay in its npy file */
    int single; /* they may also be in single precision; with map */
    const struct ce_text_column *objects; /* the ids of another file that the table goes with */
    const char *objects_path;             /* that file, for messages */
    const struct ce_label_table *objects_labels; /* it, where it is a label table; or NULL */
    struct ce_table_cut *cut; /* read a part of the rows (table_cut.h); NULL: all */
    ce_listener listener; /* is told what is odd about the table, and how it is read */
} ce_table_format;

/* For a data table beside one of the truth, whose column of classes class_column is: the same
 * column of the data is held back if there is one. A number is a column of the truth only. */
void ce_format_beside_truth(ce_table_format *format);

typedef struct ce_csv ce_csv;

/* Called for each cell and each row. text has a NUL after its length bytes. Return 0, or a negative
 * status after ce_csv_fail. */
typedef int (*ce_csv_cell_fn)(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                              size_t column);
typedef int (*ce_csv_row_fn)(void *state, ce_csv *csv, size_t row, size_t columns);

/* Reads the whole file. row counts rows from 0; a header line is row 0. Rows of unequal length are
 * refused here. on_row may be NULL. *rows: the number of rows, meaningless after a failure; rows
 * may be NULL. 0 or a failure. */
int ce_csv_read(const char *path, const ce_table_format *format, ce_csv_cell_fn on_cell,
                ce_csv_row_fn on_row, void *state, size_t *rows, ce_error *err);

/* The same from a file that is open; it stays open. */
struct ce_input;
int ce_csv_read_input(struct ce_input *input, const ce_table_format *format, ce_csv_cell_fn on_cell,
                      ce_csv_row_fn on_row, void *state, size_t *rows, ce_error *err);

/* The same for a file of labels, which may also be an npy file of whole numbers: each number comes
 * as the cell that text has for it, NaN as an empty one, and messages have the number of the row
 * for that of the line. */
int ce_csv_read_labels(const char *path, const ce_table_format *format, ce_csv_cell_fn on_cell,
                       ce_csv_row_fn on_row, void *state, ce_error *err);

/* The same from a file that is open; it stays open. */
int ce_csv_read_labels_input(struct ce_input *input, const ce_table_format *format,
                             ce_csv_cell_fn on_cell, ce_csv_row_fn on_row, void *state,
                             ce_error *err);

/* 1 when the first row is a header even if its cells are numbers, unless the format says that there
 * is none (sample.h). */
int ce_csv_has_header(const ce_csv *csv);

/* 1 when the first row is no header, whatever the format says. */
int ce_csv_is_headless(const ce_csv *csv);

/* Call it from a row function, for row 0: it is a header, and these are its cells. Where all of
 * them are numbers or missing a later row may be the same, and else it is refused. 0 or CE_ENOMEM.
 */
int ce_csv_set_header(ce_csv *csv, char *const *cell, size_t cells);

/* Call it from a row function: all later cells and rows go to another receiver. */
void ce_csv_hand_over(ce_csv *csv, ce_csv_cell_fn on_cell, ce_csv_row_fn on_row, void *state);

/* The line where the current row begins. A receiver that passes on an earlier row sets the line of
 * that row meanwhile, so that messages name it. */
size_t ce_csv_line(const ce_csv *csv);
void ce_csv_set_line(ce_csv *csv, size_t line);

/* 1 when the first column has no name and holds the names of the rows (sample.h). */
int ce_csv_has_row_names(const ce_csv *csv);

/* 1 when further columns without a name hold names of the rows, too (sample.h). */
int ce_csv_has_pasted_names(const ce_csv *csv);

/* Whether these are the ids of a column `id`, too. */
int ce_csv_has_names_of_id(const ce_csv *csv);

/* Tells a listener "FILE: message". */
void ce_csv_tell(const ce_csv *csv, const ce_listener *listener, ce_message_level level,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Fails with "FILE:LINE: message" for the current row. */
int ce_csv_fail(ce_csv *csv, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fails with CE_ENOMEM, "FILE: out of memory". */
int ce_csv_fail_memory(ce_csv *csv);

/* Counts a row of a table of objects. Fails with CE_EINPUT when they are more than INT32_MAX. */
int ce_csv_count_object(ce_csv *csv, size_t *n);

/* Reads a cell as ce_parse_real does, with the format's decimal point. */
int ce_cell_real(const ce_table_format *format, const char *text, size_t length, double *value);

/* 1 for what is no number, but would be one with the other decimal sign. The other decimal sign. */
int ce_has_other_decimal(const ce_table_format *format, const char *text, size_t length);
char ce_other_decimal(const ce_table_format *format);

/* Reads a cell with either decimal sign; of both, with that of the format. */
int ce_cell_real_either(const ce_table_format *format, const char *text, size_t length,
                        double *value);

/* 1 for a number that is, in whatever way it is written, one of format->missing. These have a
 * point for a decimal sign. */
int ce_number_missing(const ce_table_format *format, double value);

/* Reads a number that may be missing: 1 with NaN for such a word or number, else as
 * ce_cell_real. */
int ce_cell_value(const ce_table_format *format, const char *text, size_t length, double *value);

/* The next word of a list, comma separated, without the blanks around it; NULL after the last one,
 * where *list is NULL. No NUL follows its length bytes. */
const char *ce_word_next(const char **list, size_t *length);

/* 1 when the text is one of the words of a list, comma separated. */
int ce_word_listed(const char *list, const char *text, size_t length);

/* 1 for a word that other programs write for a missing value, and that means none here unless the
 * format names it: NULL, nan, #N/A, -, and so on. */
int ce_is_like_missing(const char *text, size_t length);

/* 1 when the text means a missing value: empty, NA or ?. */
static inline int ce_is_missing(const char *text, size_t length)
{
    return length == 0 || (length == 1 && text[0] == '?') ||
           (length == 2 && text[0] == 'N' && text[1] == 'A');
}

/* The same, or one of the words that the format names. */
static inline int ce_cell_missing(const ce_table_format *format, const char *text, size_t length)
{
    return ce_is_missing(text, length) ||
           (format->missing && ce_word_listed(format->missing, text, length));
}

#endif
