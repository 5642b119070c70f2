/*
 * batch_record.h: what is kept of a task between runs, in small files in .ce-batch/NAME/STEP.
 *
 *     VALUES.done   it was finished: what it read and wrote, with checksums, and its command
 *     VALUES.state  it was begun, or it failed: where and when
 *     VALUES.log    what the command said on standard error; none if it said nothing and ended well
 */
#ifndef CE_BATCH_BATCH_RECORD_H
#define CE_BATCH_BATCH_RECORD_H

#include "batch/batch_sums.h"
#include "batch/batch_tasks.h"

typedef struct {
    const char *path;
    ce_file_sum sum;
} ce_record_file;

/* Its texts are in an arena. */
typedef struct {
    const char *host, *ended; /* where and when */
    double seconds, cpu; /* by the clock; of processors, of all that it ran together */
    uint64_t peak; /* bytes: the most that one process of it had in memory */
    ce_record_file *read, *wrote;
    size_t reads, writes;
    const char *command;
} ce_record;

/* Writes VALUES.done, whole or not at all. */
int ce_record_write(const ce_batch_task *task, const ce_record *record, ce_error *err);

/* *found: whether there is a record that can be read whole. A damaged one counts as none. */
int ce_record_read(const ce_batch_task *task, ce_arena *arena, ce_record *record, int *found,
                   ce_error *err);

/* Removes VALUES.state and, if they are not wanted, VALUES.log. */
void ce_record_clear(const ce_batch_task *task, int log_too);

/* What VALUES.state says. Its texts are in an arena. */
typedef struct {
    int begun, failed; /* one of both; neither: there is no such file */
    const char *host, *when;
    long process;
    const char *how;        /* of a failure: one line */
    const char **temporary; /* of one that was begun: the files it writes to */
    size_t temporaries;
} ce_state_note;

int ce_state_write(const ce_batch_task *task, const ce_state_note *note, ce_error *err);
int ce_state_read(const ce_batch_task *task, ce_arena *arena, ce_state_note *note, ce_error *err);

/* The machine by name, as Slurm calls it if it runs there. In the arena. */
const char *ce_batch_host(ce_arena *arena, ce_error *err);

/* The time, as 2026-11-23T04:05:06Z. In the arena. */
const char *ce_batch_now(ce_arena *arena, ce_error *err);

/* The last line of a file that is not empty, in the arena and without control characters, at most
 * 300 bytes of it; "" if there is none. */
const char *ce_batch_last_line(const char *path, ce_arena *arena, ce_error *err);

/* Makes the folders of a path that are missing. */
int ce_batch_folders(const char *path, ce_error *err);

#endif
