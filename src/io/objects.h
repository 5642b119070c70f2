/*
 * objects.h: which objects a table has: its ids and the number of its rows, of a data, label,
 * membership or truth table alike.
 */
#ifndef CE_IO_OBJECTS_H
#define CE_IO_OBJECTS_H

#include <stddef.h>

#include "core/error.h"
#include "io/columns.h"
#include "io/csv.h"

/* One pass, nothing but the ids is kept. id: empty before; id->name NULL after when there is no id
 * column. Refused: no rows, ragged rows, a repeated or missing id. 0 or a failure; id is empty
 * after one. */
int ce_objects_read(ce_text_column *id, size_t *n, const char *path, const ce_table_format *format,
                    ce_error *err);

#endif
