/*
 * beside.h: tables that go with another file and have a row for each of its rows.
 *
 * After a failure outputs are untouched.
 */
#ifndef CE_IO_BESIDE_H
#define CE_IO_BESIDE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/columns.h"
#include "io/csv.h"
#include "io/label_table.h"

/* The format of a table that goes with the file of these ids (format->objects). Where they come
 * from the column format->id_column, the table need not have one of that name. */
ce_table_format ce_format_beside(const ce_table_format *format, const ce_text_column *id,
                                 const char *path);
/* The same where that file is this label table. */
ce_table_format ce_format_beside_labels(const ce_table_format *format, const ce_label_table *labels,
                                        const char *path);

/* Tells the listener when one file has ids (name not NULL) and the other has none: rows in another
 * order would be matched wrongly without a word. */
void ce_ids_tell_order(const ce_text_column *id, const char *path, const ce_text_column *other_id,
                       const char *other_path, const ce_listener *listener);

/* Fails when a table about the n objects of another file has `own_n`. Where both have ids, one
 * that is missing is named. more: what the message ends with where they have none, or "". */
int ce_objects_check_count(size_t own_n, const ce_text_column *own_id, const char *path, size_t n,
                           const ce_text_column *id, const char *objects_path, const char *more,
                           ce_error *err);

/* Checks that both files have the same ids in the same order, where both have ids; where one has
 * none, it tells the listener. Both have n rows. 0 or CE_EINPUT. O(n). */
int ce_ids_check(const ce_text_column *id, const char *path, const ce_text_column *other_id,
                 const char *other_path, size_t n, const ce_listener *listener, ce_error *err);

/* Reads the sizes of a microcluster table. *size: n sizes, owned by the caller. other_path: the
 * file of n rows, for messages, and other_id its ids (name NULL: none). Fails when the number of
 * rows is not n, when ids are others or in another order, or there is no column `size`. */
int ce_sizes_read(double **size, const char *path, const ce_table_format *format,
                  const ce_text_column *other_id, const char *other_path, size_t n, ce_error *err);

/* Reads the only column of a label table. *label: n labels 0 .. *k - 1 or CE_MISSING, owned by the
 * caller. Fails where ce_sizes_read does, when there is not exactly one column, or when all labels
 * are missing. */
int ce_seeds_read(int32_t **label, size_t *k, const char *path, const ce_table_format *format,
                  const ce_text_column *other_id, const char *other_path, size_t n, ce_error *err);

#endif
