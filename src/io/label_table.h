/*
 * label_table.h: a column per clustering, a row per object (clens-formats(5)).
 */
#ifndef CE_IO_LABEL_TABLE_H
#define CE_IO_LABEL_TABLE_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "io/columns.h"

/* Zero-initialise before use. */
typedef struct {
    ce_labels labels;          /* n x m */
    char **name;               /* owned: m column names */
    ce_categories
        *categories; /* owned: m; the label that each cluster number stands for; NULL: number + 1 */
    double *size; /* owned: n objects in each row of a microcluster table (a first column "size");
                     else NULL */
    ce_text_column id; /* id.name NULL when there is no id column; ids are distinct and present */
    ce_text_column class_;     /* class_.name NULL when there is no class column */
} ce_label_table;

/* Reads a label table. Refused: no rows, no clustering column, ragged rows, a repeated or missing
 * id. A column all of whose labels are missing is kept (k = 0). 0 or a failure; the table is empty
 * after one. */
int ce_label_table_read(ce_label_table *table, const char *path, const ce_table_format *format,
                        ce_error *err);

/* The same from a file that is open already; it stays open. */
struct ce_input;
int ce_label_table_read_input(ce_label_table *table, struct ce_input *input,
                              const ce_table_format *format, ce_error *err);

/* Writes it: id column first if there is one, then `size` if there is one, then the clusterings;
 * missing labels as NA. */
int ce_label_table_write(const ce_label_table *table, const char *path, char delimiter,
                         ce_error *err);

/* Room for n x m labels and m names (NULL so far: the caller sets each to memory that free()
 * takes). */
int ce_label_table_alloc(ce_label_table *table, size_t n, size_t m, ce_error *err);
void ce_label_table_free(ce_label_table *table);

/* Moves the id column of one table into another with as many rows (results carry the ids of their
 * input). */
void ce_text_column_move(ce_text_column *to, ce_text_column *from);

/* The classes in any table: its class column, or its only column, and its ids into id (may be NULL;
 * id->name NULL when there are none). One pass, nothing else is kept. */
int ce_truth_read(ce_text_column *truth, ce_text_column *id, const char *path,
                  const ce_table_format *format, ce_error *err);

/* The classes of the objects of `table` (read from table_path, for messages), in its order: by id
 * where both tables have ids, else row by row. Refused: another number of objects, an id that the
 * truth does not have, no object with a class. */
int ce_truth_read_for(ce_text_column *truth, const char *path, const ce_table_format *format,
                      const ce_label_table *table, const char *table_path, ce_error *err);

/* A label table about the objects of another: read from path, its rows brought into the order of
 * `table` (read from table_path), by id where both tables have ids, else row by row. Clusters are
 * numbered in that order. Refused: another number of objects, an id that it does not have. */
int ce_label_table_read_for(ce_label_table *about, const char *path, const ce_table_format *format,
                            const ce_label_table *table, const char *table_path, ce_error *err);

#endif
