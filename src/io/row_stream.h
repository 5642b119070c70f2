/*
 * row_stream.h: the rows of a table, block by block, for who needs only some of its columns and
 * knows what they hold. Memory does not follow the number of rows.
 *
 * Text and npy files are read as data_table.h and label_table.h say, but ids may repeat: to notice
 * that, all of them would have to be kept.
 */
#ifndef CE_IO_ROW_STREAM_H
#define CE_IO_ROW_STREAM_H

#include <stddef.h>

#include "core/error.h"
#include "io/categories.h"
#include "io/columns.h"
#include "io/csv.h"

/* What the first line says. The columns are those that are no id and no class, in order. */
typedef struct {
    size_t columns;
    const char *const *name; /* columns: names, or c1, c2, ... (npy data: f1, f2, ...) */
    int is_named;            /* the names are those of a header */
    const char *size;        /* the column of sizes of a microcluster table: its name; else NULL */
    const char *id;          /* the name of the id column; NULL: none */
    size_t rows;             /* of an npy file; 0: not known */
} ce_row_head;

/* A column that is wanted. Its values are numbers, NaN where missing, and one beyond CE_LARGEST is
 * a failure; or with categories their numbers, CE_ROW_MISSING or, for a text that they do not have,
 * CE_ROW_UNKNOWN. */
typedef struct {
    size_t column;
    const ce_categories *categories; /* NULL: numbers */
} ce_row_want;

#define CE_ROW_MISSING (-1.0)
#define CE_ROW_UNKNOWN (-2.0)

typedef struct {
    size_t first, count;    /* rows first .. first + count - 1, from 0 */
    const double *values;   /* count x wanted, row-major */
    const char *const *id;  /* count texts; NULL without an id column */
} ce_row_block;

/* begin: says which columns are wanted, at least one: *want, *wants of them, which outlive the
 * call. block: takes rows; at least one. Both return 0 or a failure, which ends the reading. */
typedef struct {
    int (*begin)(void *state, const ce_row_head *head, const ce_row_want **want, size_t *wants,
                 ce_error *err);
    int (*block)(void *state, const ce_row_block *block, ce_error *err);
    void *state;
} ce_row_receiver;

/* Reads the whole file. kind: CE_TABLE_DATA or CE_TABLE_LABELS: which columns are held back.
 * `together`: at most so many rows in a block. *rows: how many there were. 0 or a failure. */
int ce_row_stream_read(const char *path, const ce_table_format *format, ce_table_kind kind,
                       size_t together, const ce_row_receiver *receiver, size_t *rows,
                       ce_error *err);

#endif
