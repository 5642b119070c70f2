/*
 * temporary.h: nameless files for what is needed only while a program runs. They are gone with it.
 */
#ifndef CE_IO_TEMPORARY_H
#define CE_IO_TEMPORARY_H

#include <stdio.h>

/* The folder for temporary files: $TMPDIR, or /tmp. */
const char *ce_temporary_folder(void);

/* A nameless file in it, to write and read, which programs that are started do not inherit. Returns
 * a descriptor, or -1 with errno. */
int ce_temporary_open(void);

/* The same as a stream, or NULL with errno. */
FILE *ce_temporary_stream(void);

#endif
