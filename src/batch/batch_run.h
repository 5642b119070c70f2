/*
 * batch_run.h: does one task.
 *
 * 1. A task whose record says that it is finished is left alone (batch_states.h).
 * 2. The tasks that it needs must be finished, and its inputs must be there.
 * 3. The command writes to files of other names, beside the final ones. Its standard output and
 *    error go to a log.
 * 4. When it has ended well, the files that it wrote are read: all are there, and compressed ones
 *    are whole.
 * 5. They get their names, and the record is written.
 *
 * What is killed in between leaves the old files, or new ones without a record, and the task is
 * done again. Two processes that do a task at the same time write the same bytes to different
 * files; the last one gives them their names.
 */
#ifndef CE_BATCH_BATCH_RUN_H
#define CE_BATCH_BATCH_RUN_H

#include "batch/batch_tasks.h"

typedef struct {
    int done_before; /* nothing was to be done */
    int ended_by;    /* a signal that this process got, for the caller to obey; 0 */
    double seconds;
} ce_task_end;

/* 0, or a failure whose message names the task and its log. */
int ce_task_run(const ce_batch_task *task, ce_task_end *end, ce_error *err);

#endif
