/*
 * output.h: writes a result whole or not at all.
 *
 * 1. ce_output_open makes a file beside the final one.
 * 2. The write functions return nothing. They remember the first error.
 * 3. ce_output_close reports that error, or waits until the bytes are on the disk and gives the
 *    file its final name.
 *
 * A call that writes several files gives them their names together, at its end: after
 * ce_output_hold the third step ends with the bytes on the disk, and ce_output_name_held does the
 * rest. What fails before then changes none of the old files.
 *
 * After a failure the old file is still there. Standard output cannot be taken back, so callers
 * compute first and write afterwards.
 *
 * A symbolic link stays: its target is replaced. The new file has the mode of the old one, and its
 * owner where that is allowed. Other hard links to the old file keep the old content.
 */
#ifndef CE_IO_OUTPUT_H
#define CE_IO_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/real.h"

typedef struct ce_output ce_output;

/* path NULL or "-": standard output. A name that ends in .gz is compressed (level 6, without a time
 * stamp, so the bytes are always the same). A device, a pipe, and whatever /dev/stdout or
 * /proc/self/fd/N is, is written in place. *output is untouched after a failure. */
int ce_output_open(ce_output **output, const char *path, ce_error *err);

/* Keeps what is written in memory, for a part of another file. ce_output_take ends it in place of
 * ce_output_close: *bytes has a NUL byte behind it that *length does not count; free(). 0 or
 * CE_ENOMEM; *bytes is untouched after a failure, and the output is gone. */
int ce_output_open_kept(ce_output **output, ce_error *err);
int ce_output_take(ce_output *output, char **bytes, size_t *length, ce_error *err);

void ce_output_write(ce_output *output, const void *bytes, size_t size);
/* The same for size <= CE_SHORT bytes in an array of CE_SHORT; faster. */
#define CE_SHORT 15
void ce_output_short(ce_output *output, const char *text, size_t size);
void ce_output_text(ce_output *output, const char *text);
void ce_output_char(ce_output *output, char c);
void ce_output_integer(ce_output *output, int64_t value);

/* As ce_format_real writes it. */
void ce_output_real(ce_output *output, double value);

/* A number of a result that nothing is computed from unless the user says so: rounded
 * (ce_round_digits) to the digits of ce_output_digits. As ce_output_real without them. */
void ce_output_result(ce_output *output, double value);

/* From now on results have so many significant digits, 1 .. 17; 0: all. Tables of sums, models and
 * whatever else ce_output_real writes keep all digits. For one thread. */
void ce_output_digits(int digits);

/* As ce_format_float writes it; NA for NaN. */
void ce_output_float(ce_output *output, float value);

/* A CSV cell (RFC 4180). It is quoted if it holds the delimiter, a quote or a line break; if it
 * begins or ends with space; if the delimiter is a semicolon, tab or blank and it holds another one
 * that a reader might find; and at the top of a file if it looks like the beginning of a file of
 * another kind. delimiter 0: the table has one column, in which commas, semicolons, tabs
 * and blanks are quoted alike. */
int ce_cell_needs_quotes(const char *text, char delimiter);
int ce_text_needs_quotes(const char *text, size_t length, char delimiter);
void ce_output_cell(ce_output *output, const char *text, char delimiter);
/* The same for a cell of the header. A number and a word for a missing value are quoted: so a
 * reader knows that they are names (sample.h). */
int ce_name_needs_quotes(const char *name);
void ce_output_name(ce_output *output, const char *name, char delimiter);
void ce_output_printf(ce_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A word of a command, as sh reads it back: core/shell_word.h. */
void ce_output_shell(ce_output *output, const char *word);

/* 1 before the first byte. */
int ce_output_is_empty(const ce_output *output);

/* Notes a failure, an errno, as a write that fails does. The first one stays. */
void ce_output_fail(ce_output *output, int error);

/* 1 once a write has failed, so that a long writer can stop early. */
int ce_output_failed(const ce_output *output);

/* Flushes, checks, renames (unless names are held back) and frees. 0, CE_EIO or CE_EPIPE. */
int ce_output_close(ce_output *output, ce_error *err);

/* From now on files that are closed wait for their names (on = 1), or get them at once. Returns
 * what was so before. For one thread. */
int ce_output_hold(int on);

/* Gives the files that wait their names, in the order in which they were closed. 0 or CE_EIO; those
 * that had none yet are then removed. */
int ce_output_name_held(ce_error *err);

/* Removes the files that wait. The old ones stay. */
void ce_output_drop_held(void);

/* Throws away what was written and frees. The old content of a file stays. NULL is allowed. */
void ce_output_abandon(ce_output *output);

/* Removes the files that open outputs have made beside the final ones. For a signal handler: it
 * calls only what may be called there. The outputs cannot be used afterwards. */
void ce_output_remove_temporaries(void);

#endif
