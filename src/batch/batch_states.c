#include "batch/batch_states.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* ---- one task ---- */

typedef struct {
    const ce_batch_task *task;
    ce_file_sums *sums;
    ce_arena *arena;
    ce_task_view *view;
    ce_error *err;
} looker;

static int say(looker *l, const char *what, const char *name, const char *how)
{
    ce_grown text = {0};

    ce_grown_text(&text, what);
    ce_grown_text(&text, name);
    ce_grown_text(&text, how);
    l->view->why = ce_grown_check(&text, l->err)
                       ? NULL
                       : ce_arena_text(l->arena, text.bytes, text.used, l->err);
    ce_grown_free(&text);
    return l->view->why ? CE_OK : CE_ENOMEM;
}

static int look_command(looker *l, const char *const *outputs)
{
    ce_grown command = {0};
    int rc = ce_batch_command(l->task, outputs, 0, &command, l->err);

    if (!rc && strcmp(command.bytes, l->view->record.command) != 0)
        rc = say(l, "the command", "", " was another");
    ce_grown_free(&command);
    return rc;
}

/* The names, and unless names_only the sums, of files against those of the record. */
static int look_files(looker *l, const ce_texts_list *list, const ce_record_file *file,
                      size_t count, const char *what, int names_only)
{
    int rc = CE_OK, same;

    if (list->count != count)
        return say(l, what, "s", " were others");
    for (size_t f = 0; f < count && !rc && !*l->view->why; f++) {
        if (strcmp(list->item[f], file[f].path) != 0) {
            rc = say(l, what, "s", " were others");
            continue;
        }
        same = 1;
        if (!names_only)
            rc = ce_file_sums_same(l->sums, file[f].path, &file[f].sum, &same, l->err);
        if (!rc && !same) {
            rc = say(l, what, " ", file[f].path);
            rc = rc ? rc : say(l, l->view->why, "", " is not what it was");
        }
    }
    return rc;
}

static int look_record(looker *l, int shallow)
{
    ce_texts_list inputs = {0}, outputs = {0};
    const ce_record *record = &l->view->record;
    int rc = ce_batch_outputs(l->task, l->arena, &outputs, l->err);

    if (!rc)
        rc = look_command(l, outputs.item);
    if (!rc && !*l->view->why)
        rc = ce_batch_inputs(l->task, l->arena, &inputs, l->err);
    if (!rc && !*l->view->why)
        rc = look_files(l, &inputs, record->read, record->reads, "input", shallow);
    if (!rc && !*l->view->why)
        rc = look_files(l, &outputs, record->wrote, record->writes, "output", 0);
    free(inputs.item);
    free(outputs.item);
    return rc;
}

static int look_state(looker *l, int found)
{
    ce_state_note note;
    int rc = ce_state_read(l->task, l->arena, &note, l->err);

    l->view->state = found ? CE_TASK_STALE : CE_TASK_MISSING;
    if (rc || (!note.failed && !note.begun))
        return rc;
    l->view->host = note.host;
    if (note.failed) {
        l->view->state = CE_TASK_FAILED;
        l->view->why = note.how;
        return CE_OK;
    }
    return say(l, "begun ", note.when, ", and not ended: it runs, or was killed");
}

int ce_task_look(const ce_batch_task *task, ce_file_sums *sums, int shallow, ce_arena *arena,
                 ce_task_view *view, ce_error *err)
{
    looker l = {task, sums, arena, view, err};
    int found, rc;

    *view = (ce_task_view){.state = CE_TASK_DONE, .why = ""};
    rc = ce_record_read(task, arena, &view->record, &found, err);
    if (!rc && found)
        rc = look_record(&l, shallow);
    if (rc || (found && !*view->why))
        return rc;
    return look_state(&l, found);
}

/* ---- all tasks ---- */

/* Whether a task needs one that is not done; *which: the first. */
static int needs_undone(const ce_survey *survey, const ce_batch_task *task, size_t *which,
                        int *needs, ce_error *err)
{
    ce_numbers_list list = {0};
    int rc = ce_batch_needs(task, &list, err);

    *needs = 0;
    for (size_t i = 0; i < list.count && !rc && !*needs; i++)
        if (survey->state[list.item[i]] != CE_TASK_DONE) {
            *needs = 1;
            *which = list.item[i];
        }
    free(list.item);
    return rc;
}

/* A task that is done, but will see other files than it saw. */
static int mark_waiting(const ce_survey *survey, const ce_batch_task *task, ce_arena *arena,
                        ce_task_view *view, ce_error *err)
{
    size_t which = 0;
    int needs, rc = needs_undone(survey, task, &which, &needs, err);
    ce_batch_task other;
    ce_grown text = {0};

    if (rc || !needs)
        return rc;
    view->state = CE_TASK_STALE;
    other = ce_batch_task_at(task->batch, which);
    ce_batch_task_name(&other, &text);
    ce_grown_text(&text, " comes first");
    view->why =
        ce_grown_check(&text, err) ? NULL : ce_arena_text(arena, text.bytes, text.used, err);
    ce_grown_free(&text);
    return view->why ? CE_OK : CE_ENOMEM;
}

static void note_seen(ce_step_seen *seen, const ce_record *record)
{
    if (!record->command)
        return;
    seen->finished++;
    if (record->seconds > seen->seconds)
        seen->seconds = record->seconds;
    if (record->peak > seen->peak)
        seen->peak = record->peak;
}

static int survey_task(ce_survey *survey, const ce_batch_task *task, ce_file_sums *sums, int alone,
                       ce_survey_visit *visit, void *state, ce_error *err)
{
    size_t number = task->step->first + task->number;
    ce_arena arena = {0};
    ce_task_view view;
    int rc = ce_task_look(task, sums, 0, &arena, &view, err);

    if (!rc && view.state == CE_TASK_DONE && !alone)
        rc = mark_waiting(survey, task, &arena, &view, err);
    if (!rc) {
        survey->state[number] = (unsigned char)view.state;
        note_seen(&survey->seen[task->step - task->batch->step], &view.record);
    }
    if (!rc && view.state != CE_TASK_DONE) {
        survey->left++;
        rc = visit ? visit(task, &view, state, err) : CE_OK;
    }
    ce_arena_free(&arena);
    return rc;
}

int ce_survey_take(ce_survey *survey, const ce_batch *batch, size_t step, ce_survey_visit *visit,
                   void *state, ce_error *err)
{
    ce_file_sums sums = {0};
    int rc = CE_OK;

    survey->state = ce_calloc(batch->tasks, 1, err);
    survey->seen = ce_calloc(batch->steps, sizeof *survey->seen, err);
    if (!survey->state || !survey->seen)
        return CE_ENOMEM;
    for (size_t g = 0; g < batch->groups && !rc; g++) {
        const ce_batch_group *group = &batch->group[g];
        if (step != SIZE_MAX && group->step != step)
            continue;
        for (size_t t = 0; t < group->count && !rc; t++) {
            ce_batch_task task = ce_batch_task_of(batch, group->step, group->first + t);
            rc = survey_task(survey, &task, &sums, step != SIZE_MAX, visit, state, err);
        }
    }
    ce_file_sums_free(&sums);
    return rc;
}

void ce_survey_free(ce_survey *survey)
{
    free(survey->state);
    free(survey->seen);
    *survey = (ce_survey){0};
}

/* ---- files of all tasks ---- */

typedef struct {
    const char *path;
    size_t task;
} written;

static int by_path(const void *a, const void *b)
{
    const written *first = a, *second = b;
    int differ = strcmp(first->path, second->path);

    if (differ)
        return differ;
    return first->task < second->task ? -1 : first->task > second->task;
}

static int refuse_both(const ce_batch *batch, const written *first, const written *second,
                       ce_error *err)
{
    ce_batch_task one = ce_batch_task_at(batch, first->task),
                  two = ce_batch_task_at(batch, second->task);
    ce_grown text = {0};
    int rc;

    ce_batch_task_name(&one, &text);
    ce_grown_text(&text, " and ");
    ce_batch_task_name(&two, &text);
    rc = ce_batch_fail(batch, two.step->output[0].path.line, err, "%s both write %.300s",
                       text.rc ? "two tasks" : text.bytes, first->path);
    ce_grown_free(&text);
    return rc;
}

int ce_batch_check_files(const ce_batch *batch, ce_error *err)
{
    written *all = NULL;
    size_t count = 0, capacity = 0;
    ce_arena arena = {0};
    int rc = CE_OK;

    for (size_t t = 0; t < batch->tasks && !rc; t++) {
        ce_batch_task task = ce_batch_task_at(batch, t);
        ce_texts_list list = {0};
        rc = ce_batch_outputs(&task, &arena, &list, err);
        if (!rc)
            rc = ce_grow(&all, &capacity, count + list.count, sizeof *all, err);
        for (size_t o = 0; o < list.count && !rc; o++)
            all[count++] = (written){list.item[o], t};
        free(list.item);
    }
    if (!rc)
        qsort(all, count, sizeof *all, by_path);
    for (size_t w = 1; w < count && !rc; w++)
        if (!strcmp(all[w - 1].path, all[w].path))
            rc = refuse_both(batch, &all[w - 1], &all[w], err);
    free(all);
    ce_arena_free(&arena);
    return rc;
}
