/*
 * named_rows.h: rows whose names occur more than once, such as symbols of genes, get ids.
 */
#ifndef CE_PREPARE_NAMED_ROWS_H
#define CE_PREPARE_NAMED_ROWS_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"

/* What becomes of rows of one name. */
typedef enum {
    CE_REPEATED_NUMBER, /* they stay, and are called NAME#1, NAME#2, ... */
    CE_REPEATED_MEAN /* they become one, of the mean of each column over the cells that are there */
} ce_repeated;

/* Makes ids of the classes of a table of numbers without ids, and takes the classes away. Rows stay
 * in the order of the first of each name. *repeated: names that occur more than once. 0, CE_ENOMEM,
 * or CE_EINPUT for a row without a name, and where a number makes a name that is there already.
 * After a failure the table can only be freed. O(n d). */
int ce_transform_named_rows(ce_data_table *table, ce_repeated how, size_t *repeated, ce_error *err);

#endif
