/*
 * label_table.h: a column per clustering, a row per object (clens-formats(5)).
 *
 * After a failure outputs are empty.
 */
#ifndef CE_IO_LABEL_TABLE_H
#define CE_IO_LABEL_TABLE_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "io/columns.h"

/*
 * Set to zero before use. categories holds the labels as they were read: cluster v of clustering q
 * is called categories[q].text[v]. If it is NULL, clusters are called 1, 2, ...
 *
 * size is that of a microcluster table (its first column `size`): the number of objects of each
 * row.
 */
typedef struct ce_label_table {
    ce_labels labels;          /* n x m */
    char **name;               /* owned; m: names of the clusterings */
    ce_categories *categories; /* owned; m; or NULL */
    double *size;              /* owned; n; NULL when each row is one object */
    ce_text_column id;         /* id.name NULL: none; ids are distinct and present */
    ce_text_column class_;     /* class_.name NULL: none */
} ce_label_table;

/* Reads a label table. Refused: no rows, no clustering, rows of unequal length, a repeated or
 * missing id. A column whose labels are all missing is kept; its k is 0. 0 or a failure. */
int ce_label_table_read(ce_label_table *table, const char *path, const ce_table_format *format,
                        ce_error *err);

/* The same from a file that is open; it stays open. */
struct ce_input;
int ce_label_table_read_input(ce_label_table *table, struct ce_input *input,
                              const ce_table_format *format, ce_error *err);

/* Reads a label table from an npy file, an array of whole numbers of one or two dimensions. Columns
 * are called c1, c2, ...; a label is called by its number; NaN is a missing one. Refused: other
 * numbers, an option that makes one of the columns the id or class. The table is empty after a
 * failure. ce_label_table_read and the others find by the first bytes that a file is one. */
int ce_label_table_read_npy(ce_label_table *table, struct ce_input *input,
                            const ce_table_format *format, ce_error *err);
/* The classes of such a file, which has one column. truth is untouched after a failure. */
int ce_truth_read_npy(ce_text_column *truth, struct ce_input *input, const ce_table_format *format,
                      ce_error *err);

/* Writes the clusterings as an npy array of n x m whole numbers of the fewest bytes that hold them,
 * in C order. Missing labels are -1; the listener is told of them, and of ids, which are left out.
 * CE_EINPUT: a label that is no whole number; one that is -1 where others are missing; sizes. */
int ce_label_table_write_npy(const ce_label_table *table, const char *path,
                             const ce_listener *listener, ce_error *err);

/* Writes the id column first, then `size`, then the clusterings. Missing labels are NA. */
int ce_label_table_write(const ce_label_table *table, const char *path, char delimiter,
                         ce_error *err);

/* Room for n x m labels and m names. The names are NULL at first: set each to memory that free()
 * takes. 0, CE_ENOMEM or CE_EARG; labels and names are empty after a failure. */
int ce_label_table_alloc(ce_label_table *table, size_t n, size_t m, ce_error *err);
void ce_label_table_free(ce_label_table *table);

/* Moves the id column of one table into another with as many rows, so that results carry the ids of
 * their input. */
void ce_text_column_move(ce_text_column *to, ce_text_column *from);

/* Reads the classes of the objects of `table`, in its order, from any table: its class column, or
 * its only column. Rows are matched by id if both tables have ids, else by their order, which a
 * note says if one has ids. table_path: where `table` was read from, for messages. By id, objects
 * that the truth lacks have no class, and its rows about others are ignored; notes tell of both.
 * Refused: no object with a class, or only one where some were not matched; a column of the truth
 * with the ids of `table` where the format names none (ids_watch.h); without ids, another number of
 * objects or another size of a row. truth is empty after a failure. */
int ce_truth_read_for(ce_text_column *truth, const char *path, const ce_table_format *format,
                      const ce_label_table *table, const char *table_path, ce_error *err);

/* 0, or CE_EINPUT where a row is a microcluster: constraints are about objects. */
int ce_label_table_need_objects(const ce_label_table *table, const char *path, ce_error *err);

/* Reads a label table about the objects of `table` and puts its rows in that order, by id if both
 * tables have ids, else as above. Clusters are numbered by first appearance in it. about->id is
 * empty. table_path as above. Refused: another number of objects, an id that it lacks. */
int ce_label_table_read_for(ce_label_table *about, const char *path, const ce_table_format *format,
                            const ce_label_table *table, const char *table_path, ce_error *err);

#endif
