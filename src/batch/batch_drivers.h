/*
 * batch_drivers.h: a batch as a program for who does the work. All of them call
 * `ce-batch --task STEP:NUMBER DESCRIPTION`, and no file name stands in them but the description's.
 */
#ifndef CE_BATCH_BATCH_DRIVERS_H
#define CE_BATCH_BATCH_DRIVERS_H

#include "batch/batch_states.h"
#include "io/output.h"

/* A Makefile: a target for each task, named STEP.NUMBER, one for each step, and all. CE_EINPUT when
 * the description's own name cannot stand in a Makefile. */
int ce_driver_make(const ce_batch *batch, ce_output *output, ce_error *err);

/* A script that runs GNU parallel for each step. */
void ce_driver_parallel(const ce_batch *batch, ce_output *output);

/*
 * A script that submits array jobs: those tasks of the survey that are not done. An array has at
 * most array_size tasks, whose numbers begin with 1.
 *
 * What must end before: afterok where each task of an array needs all tasks of the other; aftercorr
 * where it needs the one of the same number; else afterany, since a task whose needs are not done
 * says so and ends.
 */
int ce_driver_slurm(const ce_batch *batch, const ce_survey *survey, size_t array_size,
                    ce_output *output, ce_error *err);

/* The first lines, which say what this is. comment: what begins a comment. */
void ce_driver_head(const ce_batch *batch, ce_output *output, const char *kind);

/* "STEP over data seed" */
void ce_driver_step_comment(const ce_batch *batch, const ce_batch_step *step, ce_output *output);

#endif
