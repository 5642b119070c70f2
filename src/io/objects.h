/*
 * objects.h: the objects of a data, label, membership or truth table: its ids and the number of its
 * rows.
 */
#ifndef CE_IO_OBJECTS_H
#define CE_IO_OBJECTS_H

#include <stddef.h>

#include "core/error.h"
#include "io/columns.h"
#include "io/csv.h"

/* Reads in one pass and keeps only the ids. id: empty before; id->name is NULL after when there is
 * no id column. Refused: no rows, rows of unequal length, a repeated or missing id. 0 or a failure;
 * id is empty and *n 0 after one. */
int ce_objects_read(ce_text_column *id, size_t *n, const char *path, const ce_table_format *format,
                    ce_error *err);

#endif
