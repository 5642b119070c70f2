#include <stdlib.h>
#include <string.h>

#include "batch_modes.h"

int batch_write(const batch_options *o, const ce_batch *batch, ce_output *output, ce_error *err)
{
    ce_survey survey = {0};
    int rc;

    if (o->for_ == CE_BATCH_MAKE)
        return ce_driver_make(batch, output, err);
    if (o->for_ == CE_BATCH_PARALLEL) {
        ce_driver_parallel(batch, output);
        return CE_OK;
    }
    rc = ce_survey_take(&survey, batch, SIZE_MAX, NULL, NULL, err);
    if (!rc)
        rc = ce_driver_slurm(batch, &survey, (size_t)o->array_size, output, err);
    ce_survey_free(&survey);
    return rc;
}

/* ---- the tasks to be done ---- */

static int list_task(const ce_batch_task *task, const ce_task_view *view, void *state,
                     ce_error *err)
{
    (void)view;
    (void)err;
    ce_output_printf(state, "%s:%zu\n", task->step->name, task->number + 1);
    return CE_OK;
}

static int write_todo(const batch_options *o, const ce_batch *batch, ce_output *output,
                      ce_error *err)
{
    size_t step = o->step ? ce_batch_step_find(batch, o->step) : SIZE_MAX;
    ce_survey survey = {0};
    int rc;

    if (o->step && step == SIZE_MAX)
        return ce_fail(err, CE_EARG, "--step '%.100s': %s has no such step", o->step, batch->path);
    rc = ce_survey_take(&survey, batch, step, list_task, output, err);
    ce_survey_free(&survey);
    return rc;
}

/* ---- the status ---- */

enum { STATES = CE_TASK_MISSING + 1, MOST_LINES = 20 };

typedef struct {
    ce_grown lines[STATES]; /* what is told of single tasks */
    size_t told[STATES], untold[STATES];
    int all; /* tell of all */
} status;

/* "failed members:3 (data=iris seed=3) on n2: status 1: no such file (LOG)" */
static int tell_task(const ce_batch_task *task, const ce_task_view *view, void *state,
                     ce_error *err)
{
    static const char *const words[] = {"done", "failed", "stale", "missing"};
    status *s = state;
    ce_grown *to = &s->lines[view->state];
    size_t used;

    (void)err;
    if (!*view->why && view->state == CE_TASK_MISSING)
        return CE_OK;
    if (s->told[view->state] >= MOST_LINES && !s->all) {
        s->untold[view->state]++;
        return CE_OK;
    }
    s->told[view->state]++;
    ce_grown_printf(to, "%s ", words[view->state]);
    ce_batch_task_name(task, to);
    used = to->used;
    ce_grown_text(to, " (");
    ce_batch_task_values(task, to);
    if (to->used == used + 2)
        to->used = used;
    else
        ce_grown_text(to, ")");
    if (view->host)
        ce_grown_printf(to, " on %.200s", view->host);
    ce_grown_text(to, ": ");
    ce_grown_text(to, view->why);
    if (view->state == CE_TASK_FAILED) {
        ce_grown_text(to, " (");
        ce_batch_task_place(task, ".log", to);
        ce_grown_text(to, ")");
    }
    ce_grown_text(to, "\n");
    return CE_OK;
}

static void write_counts(const ce_batch *batch, const ce_survey *survey, ce_output *output)
{
    for (size_t i = 0; i < batch->steps; i++) {
        const ce_batch_step *step = &batch->step[i];
        size_t count[STATES] = {0};
        for (size_t t = 0; t < step->tasks; t++)
            count[survey->state[step->first + t]]++;
        ce_output_printf(output, "%s: %zu tasks, %zu done, %zu failed, %zu stale, %zu missing\n",
                         step->name, step->tasks, count[CE_TASK_DONE], count[CE_TASK_FAILED],
                         count[CE_TASK_STALE], count[CE_TASK_MISSING]);
    }
}

static int write_status(const ce_cli *cli, const ce_batch *batch, ce_output *output, size_t *left,
                        ce_error *err)
{
    ce_survey survey = {0};
    status s = {.all = cli->common->verbose};
    int rc = ce_survey_take(&survey, batch, SIZE_MAX, tell_task, &s, err);

    if (!rc)
        write_counts(batch, &survey, output);
    *left = survey.left;
    for (int state = 0; state < STATES; state++) {
        if (!rc)
            rc = ce_grown_check(&s.lines[state], err);
        if (!rc && s.lines[state].used)
            ce_output_write(output, s.lines[state].bytes, s.lines[state].used);
        if (!rc && s.untold[state])
            ce_output_printf(output, "... and %zu more, which -v shows\n", s.untold[state]);
        ce_grown_free(&s.lines[state]);
    }
    ce_survey_free(&survey);
    return rc;
}

/* ---- */

static int write_mode(const ce_cli *cli, const batch_options *o, const ce_batch *batch,
                      size_t *left, ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, o->common.output, err);

    if (rc)
        return rc;
    if (o->status)
        rc = write_status(cli, batch, output, left, err);
    else if (o->todo)
        rc = write_todo(o, batch, output, err);
    else
        rc = batch_write(o, batch, output, err);
    if (rc) {
        ce_output_abandon(output);
        return rc;
    }
    return ce_output_close(output, err);
}

int batch_all(const ce_cli *cli, const batch_options *o, const ce_batch *batch, const char *program,
              ce_error *err)
{
    size_t left = 0;
    int rc = ce_batch_check_files(batch, err);

    if (!rc && o->run)
        rc = batch_run(cli, o, batch, program, err);
    else if (!rc)
        rc = write_mode(cli, o, batch, &left, err);
    if (rc || !left)
        return rc;
    rc = ce_output_name_held(err);
    return rc ? rc
              : ce_fail(err, CE_EINPUT, "%s: %zu of %zu tasks are not done", batch->name, left,
                        batch->tasks);
}
