/*
 * batch_modes.h: what ce-batch does with all tasks of a batch.
 *
 * modes.c     writes a driver, the tasks to be done, the status
 * run.c       runs a driver
 */
#ifndef CE_TOOLS_BATCH_MODES_H
#define CE_TOOLS_BATCH_MODES_H

#include "batch/batch_drivers.h"
#include "cli/tool.h"

enum { CE_BATCH_SLURM, CE_BATCH_PARALLEL, CE_BATCH_MAKE };
/* In the order of the enum; for option rows. */
#define CE_BATCH_FOR_NAMES "slurm|parallel|make"

typedef struct {
    ce_common common;
    int for_, run, jobs, array_size, status, todo;
    const char *step, *task;
} batch_options;

/* Everything but --task. program: as it was called. */
int batch_all(const ce_cli *cli, const batch_options *o, const ce_batch *batch, const char *program,
              ce_error *err);

/* Writes the driver that is asked for. */
int batch_write(const batch_options *o, const ce_batch *batch, ce_output *output, ce_error *err);

/* Runs it, with standard input, output and error of this process, if any task is to be done. */
int batch_run(const ce_cli *cli, const batch_options *o, const ce_batch *batch, const char *program,
              ce_error *err);

#endif
