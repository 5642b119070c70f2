/*
 * log.h: --log FILE. A line of JSON for each run: what was called, what it read and wrote, what it
 * told, how long it took and how it ended.
 *
 * The line is appended whole, with one write and under a lock, so that runs side by side can share
 * a file. clens(7) describes it.
 */
#ifndef CE_CLI_LOG_H
#define CE_CLI_LOG_H

#include <stdarg.h>

#include "cli/options.h"

/* Call it first: getopt changes the order of the arguments. */
void ce_log_begin(int argc, char **argv);

/* Opens the log. From then on notes, inputs and outputs are kept for it. Returns 0, CE_EIO or
 * CE_ENOMEM, or CE_EINPUT where the file is something else than a log. */
int ce_log_open(const char *path, ce_error *err);
int ce_log_is_open(void);

/* From now on ce_log_signal has a line to write. When memory is out it has none. */
void ce_log_expect_signals(const ce_cli *cli);

/* Writes a line for a run that a signal ends: the call, the seconds and the name of the signal, but
 * no files, notes or memory. For a signal handler: it calls only what may be called there. */
void ce_log_signal(int number);

/* Keeps a note. Nothing without a log. */
void ce_log_note(const char *format, va_list args);

/* Writes the line and closes the log; nothing without one. status: the exit status. message: NULL
 * after success. 0 or CE_EIO; the log is then as it was. */
int ce_log_end(const ce_cli *cli, int status, const char *message, ce_error *err);

#endif
