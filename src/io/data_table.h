/*
 * data_table.h: a column per feature, a row per object (clens-formats(5)).
 */
#ifndef CE_IO_DATA_TABLE_H
#define CE_IO_DATA_TABLE_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"
#include "core/numbers.h"
#include "io/columns.h"
#include "io/input.h"

/*
 * Set to zero before use. A categorical cell of values holds the number of its category (0, 1,
 * ...), and NaN is a missing value.
 *
 * Where the format says that the values are not changed (map), they may be a part of their file in
 * memory that cannot be written, and where it says that they may be in single precision, values has
 * its size only and they are in `single`. ce_data_table_numbers serves all cases.
 */
typedef struct {
    ce_matrix values;          /* n x d; its memory is a part of map, if there is one */
    const float *single;       /* a part of map; or NULL */
    void *map;                 /* owned: map_size bytes; NULL: there is none */
    size_t map_size;
    char **name;               /* owned; d: feature names */
    int is_named;              /* the names are those of a header */
    ce_categories *categories; /* owned; d; count 0 for a numeric column */
    ce_text_column id;         /* id.name NULL: none; ids are distinct and present */
    ce_text_column class_;     /* class_.name NULL: none */
} ce_data_table;

/* Reads a data table. A column is numeric when its first cell that is not missing is a number. All
 * its cells must then be finite numbers or missing. Other columns are categorical, and so are those
 * that format->categorical names. A column whose cells are all missing is numeric. Refused: no
 * rows, no feature, rows of unequal length, a repeated or missing id. 0 or a failure; the table is
 * empty after one. */
int ce_data_table_read(ce_data_table *table, const char *path, const ce_table_format *format,
                       ce_error *err);

/* The same from a file that is open; it stays open. */
int ce_data_table_read_input(ce_data_table *table, ce_input *input, const ce_table_format *format,
                             ce_error *err);

/* Reads a data table from an npy file of numbers, an array of one or two dimensions. Features are
 * called f1, f2, ...; NaN is a missing value. Refused: a format that names columns. 0 or a failure;
 * the table is empty after one. */
int ce_data_table_read_npy(ce_data_table *table, ce_input *input, const ce_table_format *format,
                           ce_error *err);

/* Writes the id column first, then the features, then the class column. Missing cells are empty, or
 * NA in a table of one column. */
int ce_data_table_write(const ce_data_table *table, const char *path, char delimiter,
                        ce_error *err);

/* The values, complete as they are. The table must outlive them. */
ce_numbers ce_data_table_numbers(const ce_data_table *table);

/* Room for n x d values; names NULL, categories empty. 0 or CE_ENOMEM; values, names and categories
 * are empty after a failure. */
int ce_data_table_alloc(ce_data_table *table, size_t n, size_t d, ce_error *err);
/* The same without values: names and categories for d features. */
int ce_data_table_alloc_names(ce_data_table *table, size_t d, ce_error *err);
void ce_data_table_free(ce_data_table *table);

/* The first feature of that name, `length` letters of it. 0, or CE_EINPUT with a message that says
 * what the name is instead, or which one it may be meant for; it does not name the file. */
int ce_data_table_find(const ce_data_table *table, const char *name, size_t length, size_t *feature,
                       ce_error *err);

/* 1 when the names of the features are only their numbers: c1, c2, ... or f1, f2, ... */
int ce_data_table_is_numbered(const ce_data_table *table);

/* The features of a table that have these names, which come from another file. feature: count.
 * Refused: a name that the table does not have, or twice the same. Paths are for messages. 0 or
 * CE_EINPUT. O(count (d + count)). */
int ce_data_table_find_all(const ce_data_table *table, const char *table_path, char *const *name,
                           size_t count, const char *path, size_t *feature, ce_error *err);

/* Puts the features of a table in the order of those of another, by name; where one of the two has
 * no names (c1, c2, ... or f1, f2, ...), they stay as they are. Refused: another number of
 * features, other names, one name twice in another order. Paths are for messages. Values must not
 * be a part of a map. 0 or a failure; the table is as it was after one. O(n d + d^2). */
int ce_data_table_match(ce_data_table *table, const char *path, const ce_data_table *other,
                        const char *other_path, ce_error *err);

/* 1 when a feature may name the objects: whole numbers that are all there and all different, under
 * a name as id or gene, or of ten objects at least. O(n log n). */
int ce_data_table_is_like_ids(const ce_data_table *table, size_t feature);

/* Fails with CE_EINPUT when a categorical column looks like ids (no two objects have the same text)
 * or like numbers with a decimal comma, and says which option helps. 0 for any other text: the
 * caller says what is expected. */
int ce_data_table_explain_text(const ce_data_table *table, size_t s, const char *path,
                               ce_error *err);

/* Fails with CE_EINPUT since column s is categorical, and says what helps; more: and what else, or
 * "". */
int ce_data_table_fail_with_categories(const ce_data_table *table, size_t s, const char *path,
                                       const char *more, ce_error *err);

/* 0 when every column is numeric; cells may be missing. Else as below. */
int ce_data_table_need_numbers(const ce_data_table *table, const char *path, ce_error *err);

/* 0 when any column is numeric. Else CE_EINPUT with a message that names a column, one of numbers
 * with another decimal sign if there is one, and says what helps. */
int ce_data_table_need_a_number(const ce_data_table *table, const ce_table_format *format,
                                const char *path, ce_error *err);

/* 0 when every column is numeric and no cell is missing. Else CE_EINPUT with a message that names
 * the column (and row) and says what helps. */
int ce_data_table_need_numeric(const ce_data_table *table, const char *path, ce_error *err);

/* 0 when no number is beyond CE_LARGEST; cells may be missing. Else CE_EINPUT with a message
 * that names object and column. */
int ce_data_table_need_squares(const ce_data_table *table, const char *path, ce_error *err);

/* 0 when the numbers of each column lie so near to each other that they can be scaled; cells may be
 * missing. Else CE_EINPUT with a message that names the column. */
int ce_data_table_need_range(const ce_data_table *table, const char *path, ce_error *err);

/* Tells the listener where no column is categorical and the numbers differ so little that squares
 * of differences vanish: every distance is then 0. */
void ce_data_table_tell_tiny(const ce_data_table *table, const char *path,
                             const ce_listener *listener);

#endif
