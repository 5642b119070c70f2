/*
 * microcluster_table.h: the distinct rows of label tables of any length, read in one pass
 * (clens-formats(5)).
 *
 * Memory follows the number of distinct rows, not of objects. Labels are kept as texts, so that
 * tables made from parts of the data, on several machines, can be merged.
 */
#ifndef CE_IO_MICROCLUSTER_TABLE_H
#define CE_IO_MICROCLUSTER_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/categories.h"
#include "io/columns.h"
#include "io/label_table.h"

/* Set to zero before use. */
typedef struct {
    size_t m;                  /* base clusterings */
    size_t count;              /* microclusters, in order of first appearance */
    double objects;            /* sum of size */
    char **name;               /* owned; m */
    int is_named;              /* the first file had a header line */
    ce_categories *categories; /* owned; m: the texts of the labels */
    int32_t *row;              /* owned; count x m, row-major; CE_MISSING is a value */
    double *size;              /* owned; count */
    ce_text_column id;         /* of a table of microclusters, where it has ids; else name NULL */
    size_t row_capacity, size_capacity;
    uint32_t *slot; /* owned: hash table of row + 1 */
    size_t slots;
} ce_microcluster_table;

/*
 * Adds the rows of a label table. Each stands for one object, or for as many as its first column
 * `size` says. Every later file must have the columns of the first one, by name if both have header
 * lines. Id and class columns are left out. distinct: if 1, a row that was there already is
 * refused, for the only file of a table of microclusters, whose ids are kept. 0 or a failure; the
 * table can only be freed after one.
 */
int ce_microcluster_table_add(ce_microcluster_table *table, const char *path,
                              const ce_table_format *format, int distinct, ce_error *err);

/* The rows of the only file, which is open and stays open. */
struct ce_input;
int ce_microcluster_table_read_input(ce_microcluster_table *table, struct ce_input *input,
                                     const ce_table_format *format, ce_error *err);

/* Writes `size` first, then the columns. Missing labels are NA. */
int ce_microcluster_table_write(const ce_microcluster_table *table, const char *path,
                                char delimiter, ce_error *err);

/* Finds the microcluster of each row of a label table. *of: n of them, owned by the caller. id: the
 * id column, if there is one, else id->name is NULL. table_path is for messages. A row that the
 * table does not have is refused with its line. After a failure *of and *n are untouched and id is
 * empty. */
int ce_microcluster_table_locate(const ce_microcluster_table *table, const char *table_path,
                                 const char *path, const ce_table_format *format, int32_t **of,
                                 size_t *n, ce_text_column *id, ce_error *err);

void ce_microcluster_table_free(ce_microcluster_table *table);

#endif
