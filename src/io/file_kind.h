/*
 * file_kind.h: files that are no table, told by their first bytes. Their reader would make cells of
 * them, or fail with a message that does not help.
 */
#ifndef CE_IO_FILE_KIND_H
#define CE_IO_FILE_KIND_H

#include <stddef.h>

#include "core/error.h"

/* 0, or CE_EINPUT when the bytes begin a file that is packed: xz, zstd, bzip2, zip, 7z, lz4,
 * lzma, gzip inside gzip. name: of the file. */
int ce_file_kind_packed(const char *bytes, size_t size, const char *name, ce_error *err);

/* 0, or CE_EINPUT when the bytes begin a known file that is no delimited text: a matrix, ARFF,
 * arrays of NumPy, R, MATLAB or HDF5, pickles, JSON, HTML, Markdown, UTF-16 and 32, a graph for
 * METIS, and so on, or text with a comment on top. */
int ce_file_kind_table(const char *bytes, size_t size, const char *name, ce_error *err);

/* Whether a cell at the top of a table would make a reader take it for a file of another kind, or
 * for a comment or a byte order mark, if it were not quoted. */
int ce_file_kind_resembles(const char *cell);

/* Whether these bytes are Excel's line that names the delimiter: sep=C, in any case. */
int ce_file_kind_separator(const char *bytes, size_t size);

#endif
