/*
 * process.h: what a program needs before it does anything: three open descriptors, and no temporary
 * file left behind by a signal. A part of it runs before the libraries start.
 */
#ifndef CE_CLI_PROCESS_H
#define CE_CLI_PROCESS_H

/* Call it first. A descriptor 0, 1 or 2 that is closed is opened so that its use fails: else the
 * first file that is opened would become standard output. Signals that end the program remove its
 * temporary files first; ignored ones stay ignored. */
void ce_cli_start(void);

/* "TOOL: memory is limited to 117 MiB (ulimit -v): no room for BLAS, ..." and a newline. */
enum { CE_NO_ROOM = 256 };
void ce_cli_word_no_room(const char *tool, char line[CE_NO_ROOM]);

#endif
