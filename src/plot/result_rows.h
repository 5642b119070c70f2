/*
 * result_rows.h: the rows of one clustering in a table of results, such as those of
 * `ce-score --objects` and `ce-stability object`.
 */
#ifndef CE_PLOT_RESULT_ROWS_H
#define CE_PLOT_RESULT_ROWS_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"

enum { CE_RESULT_TEXT = 64 };

/* The column of this name. Returns 0, or CE_EINPUT where it is missing or, with numeric, holds
 * text. source: what writes such a table, for the message. */
int ce_result_column(const ce_data_table *table, const char *name, int numeric, const char *source,
                     size_t *column, ce_error *err);

/* The column that tells the clusterings apart: `clustering`, or where there is none `k`, as in the
 * tables of `ce-stability resample`. Returns as above. */
int ce_result_clustering(const ce_data_table *table, const char *source, size_t *column,
                         ce_error *err);

/* A cell as text; "" where it is missing. The table's, or for a number in `text`. */
const char *ce_result_text(const ce_data_table *table, size_t row, size_t column,
                           char text[CE_RESULT_TEXT]);

/* The number in a cell of a numeric column; NaN: missing. */
double ce_result_number(const ce_data_table *table, size_t row, size_t column);

/*
 * The rows of a clustering, in their order: all rows with the same cell in the column of
 * ce_result_clustering, *column. name: NULL for the first. *row: *count of them, owned by the
 * caller. *others: how many other clusterings there are. Returns 0, CE_ENOMEM or CE_EINPUT (no such
 * clustering); *row is untouched after a failure.
 */
int ce_result_rows(const ce_data_table *table, const char *name, const char *source, size_t *column,
                   size_t **row, size_t *count, size_t *others, ce_error *err);

#endif
