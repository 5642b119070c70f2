/*
 * objects.h: the objects of a data, label, membership or truth table: its ids and the number of its
 * rows.
 */
#ifndef CE_IO_OBJECTS_H
#define CE_IO_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/columns.h"
#include "io/csv.h"

/* Reads in one pass and keeps only the ids. id: empty before; id->name is NULL after when there is
 * no id column. Refused: no rows, rows of unequal length, a repeated or missing id. 0 or a failure;
 * id is empty and *n 0 after one. */
int ce_objects_read(ce_text_column *id, size_t *n, const char *path, const ce_table_format *format,
                    ce_error *err);

/* *row: the row of each object of `id` in a table with the ids `of`, -1 where that lacks it; id->n
 * of them, owned by the caller. *missing: how many it lacks, *first: the first of them. 0 or
 * CE_ENOMEM. */
int ce_objects_look_up(int32_t **row, const ce_text_column *of, const ce_text_column *id,
                       size_t *missing, size_t *first, ce_error *err);

/* An id as R's make.names writes it: what is no letter, digit, '.' or '_' becomes '.'. alike: room
 * for length + 1. */
void ce_id_alike(char *alike, const char *text, size_t length);

/* What a message adds where `of` lacks the id `text`, but has one that differs from it only as
 * ce_id_alike does, or is one with more or less at its beginning or end; else "". The room holds
 * it. O(n). */
enum { CE_ID_HINT = 160 };
const char *ce_id_hint(char hint[CE_ID_HINT], const ce_text_column *of, const char *text);

/* The same where `of` has no id that was looked for: the first one it has instead of "". */
const char *ce_id_hint_first(char hint[CE_ID_HINT], const ce_text_column *of, const char *text);

/* Finds the row of each object of `id` in a table with the ids `of`. *row: id->n of them, owned by
 * the caller. path, table_path: where `of` and `id` were read from. 0, CE_ENOMEM, or CE_EINPUT (an
 * id that `of` lacks); *row is untouched after a failure. */
int ce_objects_find(int32_t **row, const ce_text_column *of, const char *path,
                    const ce_text_column *id, const char *table_path, ce_error *err);

#endif
