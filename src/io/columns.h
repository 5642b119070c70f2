/*
 * columns.h: what label tables and data tables share: the header line, and the columns that are
 * held back as id and class.
 *
 * After a failure a ce_columns or ce_text_column can only be freed, unless its function says
 * otherwise.
 */
#ifndef CE_IO_COLUMNS_H
#define CE_IO_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/categories.h"
#include "io/csv.h"

#define CE_NO_COLUMN ((size_t)-1)

/* A text column that is held back: class labels or ids. Set to zero before use. */
typedef struct ce_text_column {
    char *name;     /* owned; NULL: there is no such column */
    int32_t *value; /* owned; n category numbers or CE_MISSING */
    size_t n, capacity;
    ce_categories categories;
} ce_text_column;

void ce_text_column_free(ce_text_column *column);
int ce_text_column_append(ce_text_column *column, const char *text, size_t length, ce_error *err);

/* Copies into an empty column, which is empty again after a failure. O(n). */
int ce_text_column_copy(ce_text_column *to, const ce_text_column *from, ce_error *err);

/* The text of row i, or "NA". */
const char *ce_text_column_get(const ce_text_column *column, size_t i);

/* What messages call object i: "object 7", and its id in parentheses where there are ids (id may be
 * NULL). Returns text. */
enum { CE_OBJECT_NAME = 96 };
const char *ce_object_name(const ce_text_column *id, size_t i, char text[CE_OBJECT_NAME]);

/* What a column is for. The id and class columns of pasted tables can occur more than once. */
typedef enum {
    CE_ROLE_VALUE, /* a feature, a base clustering */
    CE_ROLE_ID,
    CE_ROLE_ID_AGAIN,   /* the same name again, or none: must hold the same ids */
    CE_ROLE_SIZE_AGAIN, /* sizes again, in a pasted table: must be the same */
    CE_ROLE_CLASS,
    CE_ROLE_SKIP /* the name of the class column again, row names beside ids, unwanted features */
} ce_role;

/* What kind of table it is: what happens to its ids and classes. */
typedef enum {
    CE_TABLE_DATA,    /* ids and classes are kept; so are classes called "label" or "target" */
    CE_TABLE_TRUTH,   /* the same */
    CE_TABLE_OBJECTS, /* only ids are kept */
    CE_TABLE_LABELS,  /* no id or class of a name that is asked for is missed */
    CE_TABLE_PLAIN    /* no column is an id or class */
} ce_table_kind;

/*
 * The first line while it is read, and what follows from it. Set to zero before use.
 *
 * clusters_named is 1 when all of these hold: there is a header; every column but id and class is
 * named CLUSTERING:CLUSTER; two neighbours are different clusters of one clustering. Membership
 * tables look like that, unless each of their clusterings has one cluster only. A label table can
 * look like that too.
 */
typedef struct {
    char **name; /* owned: header cells; where there is none: id, or c1, c2, ... */
    size_t columns, capacity;
    int is_header;
    unsigned char *role; /* owned: a ce_role per column */
    size_t values;       /* columns of CE_ROLE_VALUE */
    size_t id, class_;   /* column numbers from 0, or CE_NO_COLUMN */
    int clusters_named;
} ce_columns;

/* Keeps a cell of the first line. */
int ce_columns_add(ce_columns *columns, const char *text, size_t length, ce_error *err);

/*
 * Call it after the first line. Decides whether that was a header, as ce_columns_has_header tells,
 * and finds the id and class columns. With CE_HEADER_AUTO it was one unless a cell is a number or
 * missing; the first cell may be empty where the column holds row names (sample.h). If it was none,
 * name[] still holds the texts of the first row: use them, then call ce_columns_default_names.
 *
 * A first column of row names (sample.h) becomes `id` and holds the ids, unless another column
 * does: then it is skipped. Further columns of row names must agree with it, unless an option chose
 * the ids: then they are skipped. Other columns without a name become c1, c2, ... by their
 * position. Without format->class_column the classes are in the column `class`, in any case of
 * letters. In tables of data and truth that is also `label`, else `target`, if other columns are
 * left: a label table may hold labels under these names. A column that format->id_column or
 * class_column names and that the table lacks is refused where it would be kept, or when another
 * name is near; elsewhere the format is read without it.
 */
int ce_columns_decide(ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                      ce_table_kind kind);
int ce_columns_has_header(const ce_columns *columns, const ce_csv *csv,
                          const ce_table_format *format);
int ce_columns_default_names(ce_columns *columns, ce_error *err);

/* Tells of a first line 0 or 0,1 of a table of labels that was read as a row: labels of an array
 * that pandas writes have such a header. A longer one is told of for every table (sample.h). */
void ce_columns_tell_count(const ce_columns *columns, const ce_csv *csv,
                           const ce_table_format *format);

/* The number (from 0) of a column given by its name or, if none has that name, by its number from
 * 1. c1 is the first if it has no name. CE_NO_COLUMN when there is none. */
size_t ce_columns_find(const ce_columns *columns, const char *key);

/* The column of sizes of a microcluster table: the first column that is no id or class, if there is
 * a header and it is called `size`; else CE_NO_COLUMN. It is no longer counted in values, and nor
 * are further columns of this name, which become CE_ROLE_SIZE_AGAIN. */
size_t ce_columns_take_size(ce_columns *columns);

/* Refuses a clustering of a label table that is called `size`, since what is written of the table
 * would have two columns of this name; tells of one that is called so in other letters. After
 * ce_columns_take_size. */
int ce_columns_check_no_size(const ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                             size_t size_column);

/* Fails unless the cell is this size. */
int ce_columns_check_size(ce_csv *csv, double size, const char *text, size_t length);

/* The last colon in CLUSTERING:CLUSTER, the name of a column of a membership table. NULL for any
 * other name. */
const char *ce_cluster_name_colon(const char *name);

/* The length of a name without #NUMBER, by which columns of one name are told apart. */
size_t ce_column_name_length(const char *name);

/* Fails with CE_EINPUT when clusters_named holds and the cell is a number between 0 and 1: that is
 * a share in a membership table and no label. */
int ce_columns_check_label(const ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                           size_t column, const char *text, size_t length);

/* Keeps the id of row i, which must be there and be new. A second id column of a pasted table must
 * have the id that was read before. */
int ce_columns_read_id(const ce_columns *columns, ce_csv *csv, size_t column, ce_text_column *id,
                       size_t i, const char *text, size_t length, ce_error *err);

/* Fails at a cell of a second id column that has not the id of the first, which is `first`. */
int ce_columns_refuse_id(const ce_columns *columns, ce_csv *csv, size_t column, const char *first,
                         const char *text);

/* Fails since no column holds labels. */
int ce_columns_refuse_labels(const ce_columns *columns, ce_csv *csv);

/* Deals with a cell of row i that is held back, by its role: keeps an id or a class, skips other
 * cells. Not for cells of CE_ROLE_VALUE. */
int ce_columns_hold_back(const ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                         size_t column, size_t i, const char *text, size_t length,
                         ce_text_column *id, ce_text_column *class_, ce_error *err);

/* Ends the first line of a table. If it was no header, its cells go to `cell` as row 0, and the
 * columns get their default names. Names the id and class columns. *rows: 1 if a row was read, else
 * unchanged. */
typedef int (*ce_columns_cell_fn)(void *state, ce_csv *csv, const char *text, size_t length,
                                  size_t column);
int ce_columns_begin(ce_columns *columns, ce_csv *csv, ce_columns_cell_fn cell, void *state,
                     ce_text_column *id, ce_text_column *class_, size_t *rows, ce_error *err);

/* Fails with CE_EINPUT when a table has no rows. Call it after ce_csv_read. */
int ce_columns_check_rows(const ce_columns *columns, size_t rows, const char *path, ce_error *err);

void ce_columns_free(ce_columns *columns);

#endif
