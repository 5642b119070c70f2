/*
 * held_output.h: an output that grows while its input is still read, and is written whole or not at
 * all (output.h) all the same.
 *
 * A file that can be renamed at the end is written at once. What cannot be taken back, such as
 * standard output, is kept until it is whole: what is small in memory, the rest in a file of
 * $TMPDIR or /tmp that has no name, so that nothing is left of it whatever happens.
 */
#ifndef CE_IO_HELD_OUTPUT_H
#define CE_IO_HELD_OUTPUT_H

#include <stddef.h>

#include "core/error.h"
#include "io/output.h"

typedef struct ce_held_output ce_held_output;

/* path: as for ce_output_open. wait: keep everything until the end, so that ce_held_output_close
 * can write before it. 0 or a failure; *held is NULL after one. */
int ce_held_output_open(ce_held_output **held, const char *path, int wait, ce_error *err);

/* 0, CE_EIO, CE_EPIPE or CE_ENOMEM. */
int ce_held_output_write(ce_held_output *held, const void *bytes, size_t size, ce_error *err);

/* Ends the output and frees. front: writes what comes before all else, with wait; else NULL. 0 or a
 * failure. */
int ce_held_output_close(ce_held_output *held, void (*front)(ce_output *output, void *state),
                         void *state, ce_error *err);

/* Throws away what was written and frees. NULL is allowed. */
void ce_held_output_abandon(ce_held_output *held);

#endif
