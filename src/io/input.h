/*
 * input.h: reads bytes from a file or standard input. Gzip is recognised by the bytes, not by the
 * name. Files packed in another way are refused by the first read (file_kind.h).
 *
 * After a failure outputs are untouched, except that *got is meaningless.
 */
#ifndef CE_IO_INPUT_H
#define CE_IO_INPUT_H

#include <stddef.h>

#include "core/error.h"

typedef struct ce_input ce_input;

/* path NULL or "-": standard input. 0, CE_EIO or CE_ENOMEM. */
int ce_input_open(ce_input **input, const char *path, ce_error *err);

/* Reads up to `size` bytes; *got = 0 at the end. A gzip stream that is cut or damaged is
 * CE_EINPUT. */
int ce_input_read(ce_input *input, void *buffer, size_t size, size_t *got, ce_error *err);

/* Shows the first bytes, up to `size` (at most 16); the next ce_input_read gives them again. It
 * tells formats apart. Only before anything is read. */
int ce_input_peek(ce_input *input, void *buffer, size_t size, size_t *got, ce_error *err);

/* Reads everything that is left and adds a NUL byte that *length does not count. Free *bytes. */
int ce_input_read_all(ce_input *input, char **bytes, size_t *length, ce_error *err);

/* A file, or the part of it that was read and mapped, in memory that cannot be written. */
typedef struct {
    void *map; /* with map_size what munmap takes; NULL: it is not mapped */
    size_t map_size;
    const void *bytes; /* the first that was not read before; at a multiple of 8 */
    size_t left;       /* bytes that the file has from there on; SIZE_MAX: unknown */
} ce_input_mapping;

/* Maps what is left of a file if it is `size` bytes, size > 0. Where it is not as many, and where
 * the file is a pipe, packed or cannot be mapped, nothing is done. */
ce_input_mapping ce_input_map(ce_input *input, size_t size);

/* The name for messages: the path, or "standard input". */
const char *ce_input_name(const ce_input *input);
const char *ce_path_name(const char *path);

void ce_input_close(ce_input *input);

#endif
