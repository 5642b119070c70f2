/*
 * input.h: reads bytes from a file or standard input. Gzip is recognised by the bytes, not by the
 * name. Files packed in another way are refused by the first read (file_kind.h).
 *
 * After a failure outputs are untouched, except that *got is meaningless.
 */
#ifndef CE_IO_INPUT_H
#define CE_IO_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef struct ce_input ce_input;

/* path NULL or "-": standard input. 0, CE_EIO or CE_ENOMEM. */
int ce_input_open(ce_input **input, const char *path, ce_error *err);

/* Reads up to `size` bytes; *got = 0 at the end. A gzip stream that is cut or damaged, or
 * followed by other bytes, is CE_EINPUT. */
int ce_input_read(ce_input *input, void *buffer, size_t size, size_t *got, ce_error *err);

enum { CE_INPUT_PEEK = 4096 };

/* Shows the first bytes, up to `size` (at most CE_INPUT_PEEK); the next ce_input_read gives them
 * again. It tells formats apart. Only before anything is read. */
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

/* Makes such memory one that can be written; the file stays as it is. 0 or CE_ENOMEM. */
int ce_input_map_unlock(void *map, size_t map_size, ce_error *err);

/* ---- a part of a file in place of all of it (table_cut.h) ---- */

/* What ce_input_read gives in place of the bytes of the file. read: as ce_input_read. Where the
 * last `size` bytes that it gives stand together in the file, at + size is where they end, and they
 * can be mapped; at 0: they cannot. free: frees the state. */
typedef struct {
    int (*read)(void *state, ce_input *input, void *buffer, size_t size, size_t *got,
                ce_error *err);
    void (*free)(void *state);
    void *state;
    uint64_t at;
    size_t front, size; /* bytes before those, and those */
} ce_input_view;

/* From here on the view is read; the input owns its state. Nothing has been read then, whatever
 * was: sizes and checksums are those of the view. */
void ce_input_set_view(ce_input *input, const ce_input_view *view);

/* The state of a view with this read function; NULL: there is none. */
const void *ce_input_view_state(const ce_input *input,
                                int (*read)(void *state, ce_input *input, void *buffer, size_t size,
                                            size_t *got, ce_error *err));

/* Whether the file has places: it is no pipe, terminal or device. */
int ce_input_has_places(const ce_input *input);

/* Goes to a byte of the file, after decompression, for ce_input_read_raw; so does ce_input_read
 * where there is no view, and nothing has been read then. Going back in a gzip file reads it again.
 * 0 or CE_EIO. */
int ce_input_seek(ce_input *input, uint64_t at, ce_error *err);

/* Reads bytes of the file, view or not, that count as not read. */
int ce_input_read_raw(ce_input *input, void *buffer, size_t size, size_t *got, ce_error *err);

/* Bytes of a file that is not packed, from where reading began; UINT64_MAX: it is packed. Only
 * after something was read. */
uint64_t ce_input_plain_size(const ce_input *input);

/* Fails with CE_EINPUT where the file is not as it was when it was opened. */
int ce_input_check_same(const ce_input *input, ce_error *err);

/* The name for messages: the path, or "standard input". */
const char *ce_input_name(const ce_input *input);
const char *ce_path_name(const char *path);

/* The ending of a name, .gz aside, and its length; NULL: none, or no name. Whether it is npy. */
const char *ce_path_ending(const char *path, size_t *length);
int ce_path_is_npy(const char *path);

/* Fails as `inner` did. Only a message about what is wrong with the input (CE_EINPUT) gets the name
 * of the file. Returns the status. */
int ce_fail_in_file(ce_error *err, const char *path, const ce_error *inner);

/* err: of the reading; where memory ran out, the message then names the file. */
void ce_input_close(ce_input *input, ce_error *err);

#endif
