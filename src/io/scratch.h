/*
 * scratch.h: folders for other programs to work in, which a signal removes too.
 */
#ifndef CE_IO_SCRATCH_H
#define CE_IO_SCRATCH_H

#include <sys/types.h>

#include "core/error.h"

/* Makes a folder in $TMPDIR, or in /tmp. *path: its name; the caller frees it. 0, CE_ENOMEM or
 * CE_EIO. */
int ce_scratch_make(char **path, ce_error *err);

/* The process that works in a folder, which a signal ends with this one; 0: none any more. */
void ce_scratch_worker(const char *path, pid_t process);

/* Removes a folder with the files in it. NULL is allowed. */
void ce_scratch_remove(const char *path);

/* The same of all folders that there are, and ends those who work in them. For a signal handler: it
 * calls only what may be called there. */
void ce_scratch_remove_all(void);

#endif
