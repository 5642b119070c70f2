/*
 * sums_table.h: tables of sums (core/sums.h) as text (clens-formats(5)).
 */
#ifndef CE_IO_SUMS_TABLE_H
#define CE_IO_SUMS_TABLE_H

#include "core/error.h"
#include "core/sums.h"

/* How the file begins. */
#define CE_SUMS_FIRST "clens-sums,1"

/* The longest run of zeros that one cell stands for: a short file does not take much memory. */
#define CE_SUMS_RUN 999

/* Writes a table, with its keys in order (ce_sums_order). 0 or a failure. */
int ce_sums_write(const ce_sums *sums, const char *path, ce_error *err);

/* Reads a table; sums is empty before and after a failure. Everything in it is checked: 0,
 * CE_ENOMEM, CE_EIO or CE_EINPUT. */
int ce_sums_read(ce_sums *sums, const char *path, ce_error *err);

/* The same from a file that is open; it stays open. */
struct ce_input;
int ce_sums_read_input(ce_sums *sums, struct ce_input *input, ce_error *err);

/* *is_sums: whether an open file, of which nothing was read, is a table of sums. 0 or a failure. */
int ce_input_is_sums(struct ce_input *input, int *is_sums, ce_error *err);

/* A key of several texts, as a keyed block has them: each in quotes, with commas between them.
 * Appends one to *key, which is freed by the caller. 0 or CE_ENOMEM. */
typedef struct {
    char *text;
    size_t length, capacity;
} ce_sums_key_writer;
int ce_sums_key_cell(ce_sums_key_writer *key, const char *text, size_t length, ce_error *err);

/* The next text of a key: its bytes into `cell`, which has room for *length bytes and a NUL.
 * Returns where the one after it begins, or NULL where there is none. */
const char *ce_sums_key_next(const char *at, const char *end, char *cell, size_t *length);

#endif
