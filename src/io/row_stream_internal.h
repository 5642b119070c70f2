/*
 * row_stream_internal.h: what the files of the stream of rows share. Not for anyone else.
 *
 * row_stream.c      text, and which kind of file it is
 * row_stream_npy.c  npy files
 */
#ifndef CE_IO_ROW_STREAM_INTERNAL_H
#define CE_IO_ROW_STREAM_INTERNAL_H

#include "io/input.h"
#include "io/row_stream.h"

int ce_row_stream_read_npy(ce_input *input, const ce_table_format *format, ce_table_kind kind,
                           size_t together, const ce_row_receiver *receiver, size_t *rows,
                           ce_error *err);

#endif
