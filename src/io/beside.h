/*
 * beside.h: tables that go with another file and have a row for each of its rows.
 */
#ifndef CE_IO_BESIDE_H
#define CE_IO_BESIDE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/csv.h"

/* The sizes of a microcluster table: *size, n of them, owned by the caller. other_path: the file of
 * n rows, for messages. 0 or a failure: another number of rows, no column `size`. */
int ce_sizes_read(double **size, const char *path, const ce_table_format *format,
                  const char *other_path, size_t n, ce_error *err);

/* The only column of a label table: *label, n of 0 .. *k - 1 or CE_MISSING, owned by the caller. 0
 * or a failure: another number of rows, another number of columns, all labels missing. */
int ce_seeds_read(int32_t **label, size_t *k, const char *path, const ce_table_format *format,
                  const char *other_path, size_t n, ce_error *err);

#endif
