/*
 * output.h: writing a result, whole or not at all.
 *
 * A file is written beside its final name and renamed when everything has been written; a failure
 * leaves what was there before. Standard output cannot be taken back, so callers compute first and
 * write then. Errors stick: the write functions return nothing, ce_output_close tells.
 */
#ifndef CE_IO_OUTPUT_H
#define CE_IO_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/real.h"

typedef struct ce_output ce_output;

/* path NULL or "-": standard output. A name that ends in .gz is compressed (level 6, no time stamp:
 * same bytes each time). A path that exists and is no regular file (/dev/full, a pipe) is written
 * in place. */
int ce_output_open(ce_output **output, const char *path, ce_error *err);

void ce_output_write(ce_output *output, const void *bytes, size_t size);
/* size <= CE_SHORT bytes of an array of CE_SHORT: faster. */
#define CE_SHORT 15
void ce_output_short(ce_output *output, const char *text, size_t size);
void ce_output_text(ce_output *output, const char *text);
void ce_output_char(ce_output *output, char c);
void ce_output_integer(ce_output *output, int64_t value);

/* As ce_format_real writes it. */
void ce_output_real(ce_output *output, double value);

/* As ce_format_float writes it; NA for NaN. */
void ce_output_float(ce_output *output, float value);

/* A CSV cell (RFC 4180): quoted only where it holds the delimiter, a quote, a line break, or space
 * at an end. */
int ce_cell_needs_quotes(const char *text, char delimiter);
void ce_output_cell(ce_output *output, const char *text, char delimiter);
void ce_output_printf(ce_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* 1 once a write has failed: a long writer may stop early. */
int ce_output_failed(const ce_output *output);

/* Flushes, checks, renames, frees. 0, CE_EIO, or CE_EPIPE. */
int ce_output_close(ce_output *output, ce_error *err);

/* Throws away what was written (a file's old content stays) and frees. NULL is fine. */
void ce_output_abandon(ce_output *output);

#endif
