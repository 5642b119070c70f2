/*
 * gunzip.h: bytes of an open file, unpacked if they are gzip. Unlike gzread of zlib, it refuses
 * bytes behind the gzip stream that are no gzip: they would be missing without a word. Zeros behind
 * it, as tapes leave them, are passed over as gzip does.
 */
#ifndef CE_IO_GUNZIP_H
#define CE_IO_GUNZIP_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef struct ce_gunzip ce_gunzip;

/* It owns the descriptor, and reads from where that stands. name: for messages; borrowed. NULL
 * without memory; then the descriptor stays open. */
ce_gunzip *ce_gunzip_open(int fd, const char *name, ce_error *err);

/* Reads `size` bytes, or as many as there are; *got = 0 at the end. 0, CE_EIO, CE_ENOMEM, or
 * CE_EINPUT for a stream that is cut, damaged or followed by other bytes. */
int ce_gunzip_read(ce_gunzip *file, void *buffer, size_t size, size_t *got, ce_error *err);

/* Whether the file is not packed. Only after something was read. */
int ce_gunzip_is_plain(const ce_gunzip *file);

/* Goes to a byte, after unpacking, counted from where reading began. Going back in a packed file
 * reads it again. 0, CE_EIO where the file cannot be read again, or as ce_gunzip_read. */
int ce_gunzip_seek(ce_gunzip *file, uint64_t at, ce_error *err);

/* NULL is allowed. */
void ce_gunzip_close(ce_gunzip *file);

#endif
