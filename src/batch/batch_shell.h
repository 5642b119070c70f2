/*
 * batch_shell.h: a script run by a shell, of which a failure anywhere is a failure.
 */
#ifndef CE_BATCH_BATCH_SHELL_H
#define CE_BATCH_BATCH_SHELL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef struct {
    int status;   /* as wait gives it */
    int ended_by; /* a signal that this process got meanwhile, and passed on; 0 */
    double seconds, cpu; /* by the clock; of processors, of all that it ran together */
    uint64_t peak; /* bytes: the most that one process of it had in memory */
} ce_shell_end;

/*
 * Runs a script. Its standard input is empty, its standard output and error go to `log`, and
 * OMP_NUM_THREADS is `threads`. It ends at the first command that fails; pipes 1: also at a pipe of
 * which any part fails, which not every sh can do: then bash or ksh is taken.
 *
 * It has a process group of its own, which ends with it, and when this process is killed. HUP, INT,
 * TERM and QUIT are passed on to all of it, and after 5 seconds KILL. 0, CE_EIO or CE_ENOMEM; the
 * script's own failure is in end->status.
 */
int ce_shell_run(const char *script, size_t length, int pipes, int threads, int log,
                 ce_shell_end *end, ce_error *err);

/* "status 3", "signal KILL": how a process ended, in at most size bytes. */
void ce_shell_how(int status, char *text, size_t size);

#endif
