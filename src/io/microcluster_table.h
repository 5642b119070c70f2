/*
 * microcluster_table.h: the distinct rows of label tables of any length, read in one pass
 * (clens-formats(5)).
 *
 * Memory follows the number of distinct rows, not of objects. Labels are kept as the texts they
 * are, so that tables made from parts of the data, on several machines, can be merged.
 */
#ifndef CE_IO_MICROCLUSTER_TABLE_H
#define CE_IO_MICROCLUSTER_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/categories.h"
#include "io/columns.h"
#include "io/label_table.h"

/* Zero-initialise before use. */
typedef struct {
    size_t m;     /* base clusterings */
    size_t count; /* microclusters, in order of first appearance */
    double objects; /* sum of size */
    char **name;  /* owned; m */
    int is_named; /* the first file had a header line */
    ce_categories *categories; /* owned; m: the texts of the labels */
    int32_t *row; /* owned; count x m, row-major; CE_MISSING: a value of its own */
    double *size; /* owned; count */
    size_t row_capacity, size_capacity;
    uint32_t *slot; /* owned: hash table of row number + 1 */
    size_t slots;
} ce_microcluster_table;

/*
 * Adds the rows of a label table, each standing for one object, or for as many as a first column
 * `size` says. Every file added must have the columns of the first one, by name where both have
 * header lines. id and class columns are left out. distinct: a row that was there already is
 * refused (for tables that are microclusters). 0 or a failure.
 */
int ce_microcluster_table_add(ce_microcluster_table *table, const char *path,
                              const ce_table_format *format, int distinct, ce_error *err);

/* Writes it: `size` first, then the columns; missing labels as NA. */
int ce_microcluster_table_write(const ce_microcluster_table *table, const char *path,
                                char delimiter, ce_error *err);

/* For each row of a label table the microcluster that it is: *of (n, owned by the caller). id: its
 * id column, if it has one (id->name NULL otherwise). table_path is for messages: a row that does
 * not occur in the table is refused with its line. */
int ce_microcluster_table_locate(const ce_microcluster_table *table, const char *table_path,
                                 const char *path, const ce_table_format *format, int32_t **of,
                                 size_t *n, ce_text_column *id, ce_error *err);

void ce_microcluster_table_free(ce_microcluster_table *table);

#endif
