/*
 * ids_watch.h: columns that hold ids of the objects of another file, in a table whose ids nobody
 * asked for: its rows would be matched with the objects by their order, which may be another one.
 *
 * Set a ce_ids_watch to zero before use, and call its functions while a table is read: begin after
 * the first line was decided, cell for each cell, end behind the last one. Nothing is watched
 * unless format->objects has ids, the table has none, and format->id_column is not "none".
 */
#ifndef CE_IO_IDS_WATCH_H
#define CE_IO_IDS_WATCH_H

#include <stddef.h>

#include "core/error.h"
#include "io/columns.h"
#include "io/csv.h"
#include "io/label_table.h"

struct ce_ids_watched;

typedef struct {
    const ce_text_column *objects;  /* NULL: nothing is watched */
    size_t shortest, longest;       /* the lengths of the ids */
    struct ce_ids_watched *watched; /* owned; one for each column of the file */
    size_t columns;
    ce_categories alike; /* the ids as ce_id_alike writes them */
} ce_ids_watch;

int ce_ids_watch_begin(ce_ids_watch *watch, const ce_columns *columns,
                       const ce_table_format *format, ce_error *err);
/* row: from 0. Also to be called for no more than the first cell of each text of a column, if
 * ce_ids_watch_repeat is called for the others. */
int ce_ids_watch_cell(ce_ids_watch *watch, const char *text, size_t length, size_t row,
                      size_t column, ce_error *err);
/* The column has a text for the second time. */
void ce_ids_watch_repeat(ce_ids_watch *watch, size_t column);
/* Refused: a column in which at least half of the objects, or of the rows if these are fewer, have
 * their id, and one in ten at most has it again; and not one of numbers in the very order of the
 * objects, which may count the rows. */
int ce_ids_watch_end(const ce_ids_watch *watch, const ce_columns *columns, size_t rows,
                     const char *path, const ce_table_format *format, ce_error *err);
void ce_ids_watch_free(ce_ids_watch *watch);

/* The other way round: format->objects_labels, where it was read without ids, against the ids of
 * the table at `path`, which goes with it. Refused as above. O(labels of the clusterings with a
 * label for every other object). */
int ce_ids_watch_labels(const ce_text_column *id, const char *path, const ce_table_format *format,
                        ce_error *err);

#endif
