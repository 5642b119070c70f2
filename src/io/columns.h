/*
 * columns.h: what label tables and data tables share: the header line, and which columns are held
 * back as id and class.
 */
#ifndef CE_IO_COLUMNS_H
#define CE_IO_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/categories.h"
#include "io/csv.h"

#define CE_NO_COLUMN ((size_t)-1)

/* A text column that is held back: class labels or ids. Zero-initialise before use. */
typedef struct {
    char *name;     /* owned; NULL: there is no such column */
    int32_t *value; /* owned; n category numbers, CE_MISSING where the cell is missing */
    size_t n, capacity;
    ce_categories categories;
} ce_text_column;

void ce_text_column_free(ce_text_column *column);
int ce_text_column_append(ce_text_column *column, const char *text, size_t length, ce_error *err);

/* A copy into an empty column. O(n). */
int ce_text_column_copy(ce_text_column *to, const ce_text_column *from, ce_error *err);

/* The text of row i, or "NA". */
const char *ce_text_column_get(const ce_text_column *column, size_t i);

/* What a column is for. Pasted tables can hold the id and class columns more than once. */
typedef enum {
    CE_ROLE_VALUE,    /* a feature, a base clustering */
    CE_ROLE_ID,
    CE_ROLE_ID_AGAIN, /* a later column of the id column's name: must say the same */
    CE_ROLE_CLASS,
    CE_ROLE_SKIP      /* a later column of the class column's name */
} ce_role;

/* The first line while it is being read, and what follows from it. Zero-initialise before use. */
typedef struct {
    char **name; /* owned: header cells; c1, c2, ... when there is no header */
    size_t columns, capacity;
    int is_header;
    unsigned char *role; /* owned: a ce_role per column */
    size_t values;       /* columns of CE_ROLE_VALUE */
    size_t id, class_;   /* column numbers from 0, or CE_NO_COLUMN */
    /* 1 when there is a header, every column but id and class is named CLUSTERING:CLUSTER, and two
     * that stand side by side are of one clustering: so membership tables look, unless each
     * clustering has one cluster only, when it can as well be a label table */
    int clusters_named;
} ce_columns;

/* Keeps a cell of the first line. */
int ce_columns_add(ce_columns *columns, const char *text, size_t length, ce_error *err);

/* After the first line: decides whether it was a header (CE_HEADER_AUTO: unless one of its cells is
 * a number or missing) and finds the id and class columns. When it was no header, name[] still
 * holds the first row's texts: use them, then call ce_columns_default_names. */
int ce_columns_decide(ce_columns *columns, ce_csv *csv, const ce_table_format *format);
int ce_columns_default_names(ce_columns *columns, ce_error *err);

/* A column by name, or by number from 1 when no column has that name; CE_NO_COLUMN when there is
 * none. */
size_t ce_columns_find(const ce_columns *columns, const char *key);

/* The first column that is no id or class, when there is a header and it is called `size`: then
 * this is a microcluster table; else CE_NO_COLUMN. The column stays counted among the values. */
size_t ce_columns_size(const ce_columns *columns);

/* Where the last colon of a name CLUSTERING:CLUSTER stands, a column of a membership table; NULL
 * for any other name. */
const char *ce_cluster_name_colon(const char *name);

/* 0, or CE_EINPUT for a cell that is no label but a share of a membership table: clusters_named,
 * and a number between 0 and 1. */
int ce_columns_check_label(const ce_columns *columns, ce_csv *csv, size_t column, const char *text,
                           size_t length);

/* Keeps the id of row i, which must be there and be new; with `again` (a second id column of a
 * pasted table) it must be the one that was read before. */
int ce_columns_read_id(ce_csv *csv, ce_text_column *id, size_t i, const char *text, size_t length,
                       int again, ce_error *err);

/* Deals with a cell of row i that is held back, as its role says: keeps an id or a class, skips
 * what is to be skipped. 0, or a failure. Not for cells of CE_ROLE_VALUE. */
int ce_columns_hold_back(const ce_columns *columns, ce_csv *csv, size_t column, size_t i,
                         const char *text, size_t length, ce_text_column *id,
                         ce_text_column *class_, ce_error *err);

/* Ends the first line of a table: when it was no header, its cells go to `cell` as row 0, and
 * columns get their default names. Names the id and class columns. *rows: objects read so far, 0
 * or 1. 0 or a failure. */
typedef int (*ce_columns_cell_fn)(void *state, ce_csv *csv, const char *text, size_t length,
                                  size_t column);
int ce_columns_begin(ce_columns *columns, ce_csv *csv, ce_columns_cell_fn cell, void *state,
                     ce_text_column *id, ce_text_column *class_, size_t *rows, ce_error *err);

/* CE_EINPUT and its message when a table has no rows; a call after ce_csv_read. */
int ce_columns_check_rows(const ce_columns *columns, size_t rows, const char *path, ce_error *err);

void ce_columns_free(ce_columns *columns);

#endif
