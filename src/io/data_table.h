/*
 * data_table.h: a column per feature, a row per object (clens-formats(5)).
 */
#ifndef CE_IO_DATA_TABLE_H
#define CE_IO_DATA_TABLE_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"
#include "io/columns.h"

/* Zero-initialise before use. */
typedef struct {
    ce_matrix
        values; /* n x d; a categorical cell holds its category number 0, 1, ...; NaN: missing */
    char **name;               /* owned: d feature names */
    ce_categories *categories; /* owned: d; count 0 for a numeric column */
    ce_text_column id;         /* id.name NULL when there is none; ids are distinct and present */
    ce_text_column class_;     /* class_.name NULL when there is none */
} ce_data_table;

/* Reads a data table. A column is numeric when its first cell that is not missing is a number, and
 * then every cell must be a finite number or missing; else, or when format->categorical names it,
 * it is categorical. A column all missing is numeric. Refused: no rows, no feature, ragged rows, a
 * repeated or missing id. 0 or a failure; empty after one. */
int ce_data_table_read(ce_data_table *table, const char *path, const ce_table_format *format,
                       ce_error *err);

/* Writes it: id first, features, class last (where there are any); missing cells empty (NA in a
 * table of one column). */
int ce_data_table_write(const ce_data_table *table, const char *path, char delimiter,
                        ce_error *err);

int ce_data_table_alloc(ce_data_table *table, size_t n, size_t d,
                        ce_error *err); /* names NULL, categories empty */
void ce_data_table_free(ce_data_table *table);

/* 0 when every column is numeric; cells may be missing. Else as below. */
int ce_data_table_need_numbers(const ce_data_table *table, const char *path, ce_error *err);

/* 0 when every column is numeric and no cell is missing; else CE_EINPUT with a message that names
 * the column (and row) and the ce-prepare noun that helps. */
int ce_data_table_need_numeric(const ce_data_table *table, const char *path, ce_error *err);

#endif
