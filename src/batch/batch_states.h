/*
 * batch_states.h: which tasks are finished, and which must be done, again or for the first time.
 */
#ifndef CE_BATCH_BATCH_STATES_H
#define CE_BATCH_BATCH_STATES_H

#include "batch/batch_record.h"

typedef enum {
    CE_TASK_DONE,
    CE_TASK_FAILED,
    CE_TASK_STALE,  /* it was done, and something has changed since */
    CE_TASK_MISSING /* it was never done, or was ended from outside */
} ce_task_state;

/* Its texts are in an arena. */
typedef struct {
    ce_task_state state;
    const char *why;  /* "" for a task that is done, or that nobody has begun */
    const char *host; /* where it failed or was begun; NULL */
    ce_record record; /* of one that is done or stale */
} ce_task_view;

/* Looks at one task by itself. A task is done if its record has its command, the names and the
 * checksums of its inputs, and those of its outputs. shallow 1: the inputs' checksums are not
 * looked at. */
int ce_task_look(const ce_batch_task *task, ce_file_sums *sums, int shallow, ce_arena *arena,
                 ce_task_view *view, ce_error *err);

/* What was seen of the finished tasks of a step. */
typedef struct {
    size_t finished;
    double seconds; /* the longest */
    uint64_t peak;  /* the largest, in bytes */
} ce_step_seen;

/* Set to zero before use. */
typedef struct {
    unsigned char *state; /* of each task of the batch, a ce_task_state; owned */
    ce_step_seen *seen;   /* of each step; owned */
    size_t left;          /* tasks that are not done */
} ce_survey;

/* Called for each task that is not done. */
typedef int ce_survey_visit(const ce_batch_task *task, const ce_task_view *view, void *state,
                            ce_error *err);

/* Looks at all tasks, or at those of one step (step SIZE_MAX: all). A task that needs one which is
 * not done is not done either, unless only one step is looked at. Every file is read once; bytes of
 * memory: some 100 for each file. visit may be NULL. */
int ce_survey_take(ce_survey *survey, const ce_batch *batch, size_t step, ce_survey_visit *visit,
                   void *state, ce_error *err);
void ce_survey_free(ce_survey *survey);

/* CE_EINPUT when two tasks write one file. O(tasks log tasks). */
int ce_batch_check_files(const ce_batch *batch, ce_error *err);

#endif
