#include "batch/batch_tasks.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/memory.h"

ce_batch_task ce_batch_task_of(const ce_batch *batch, size_t step, size_t number)
{
    ce_batch_task task = {.batch = batch, .step = &batch->step[step], .number = number};

    for (size_t p = 0; p < CE_BATCH_PARAMETERS; p++)
        task.value[p] = SIZE_MAX;
    for (size_t o = task.step->overs; o-- > 0;) {
        size_t p = task.step->over[o], count = batch->parameter[p].count;
        task.value[p] = number % count;
        number /= count;
    }
    return task;
}

ce_batch_task ce_batch_task_at(const ce_batch *batch, size_t task)
{
    size_t s = 0;

    while (task >= batch->step[s].first + batch->step[s].tasks)
        s++;
    return ce_batch_task_of(batch, s, task - batch->step[s].first);
}

/* ---- tasks that are needed ---- */

static int add_number(ce_numbers_list *list, size_t number, ce_error *err)
{
    int rc = ce_grow(&list->item, &list->capacity, list->count + 1, sizeof *list->item, err);

    if (!rc)
        list->item[list->count++] = number;
    return rc;
}

/* What a piece says of the values of the other step: fixed ones, and SIZE_MAX for all. 0: there is
 * no round before. */
static int fix_values(const ce_batch_task *task, const ce_piece *piece, size_t *value)
{
    const ce_batch_step *other = &task->batch->step[piece->index];

    for (size_t o = 0; o < other->overs; o++)
        value[o] = task->value[other->over[o]];
    for (size_t a = 0; a < piece->ats; a++) {
        size_t o = 0;
        while (other->over[o] != piece->at[a].parameter)
            o++;
        if (piece->at[a].previous && !value[o])
            return 0;
        value[o] = piece->at[a].previous ? value[o] - 1 : piece->at[a].value;
    }
    return 1;
}

int ce_batch_piece_tasks(const ce_batch_task *task, const ce_piece *piece, ce_numbers_list *list,
                         ce_error *err)
{
    const ce_batch_step *other = &task->batch->step[piece->index];
    size_t value[CE_BATCH_PARAMETERS], at[CE_BATCH_PARAMETERS], o;
    int rc = CE_OK;

    if (!fix_values(task, piece, value))
        return CE_OK;
    for (o = 0; o < other->overs; o++)
        at[o] = value[o] == SIZE_MAX ? 0 : value[o];
    do {
        size_t number = 0;
        for (o = 0; o < other->overs; o++)
            number = number * task->batch->parameter[other->over[o]].count + at[o];
        rc = add_number(list, number, err);
        /* the next choice of what is not fixed; the last parameter moves fastest */
        for (o = other->overs; o > 0; o--) {
            if (value[o - 1] != SIZE_MAX)
                continue;
            if (++at[o - 1] < task->batch->parameter[other->over[o - 1]].count)
                break;
            at[o - 1] = 0;
        }
    } while (o > 0 && !rc);
    return rc;
}

int ce_batch_visit_steps(const ce_batch_task *task, const ce_pieces *in, ce_piece_visit *visit,
                         void *state, ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < in->count && !rc; i++)
        if (in->piece[i].kind == CE_PIECE_STEP)
            rc = visit(task, &in->piece[i], state, err);
    return rc;
}

static int visit_needs(const ce_batch_task *task, const ce_piece *piece, void *state, ce_error *err)
{
    ce_numbers_list *list = state;
    size_t from = list->count;
    int rc = ce_batch_piece_tasks(task, piece, list, err);

    for (size_t i = from; i < list->count; i++)
        list->item[i] += task->batch->step[piece->index].first;
    return rc;
}

int ce_batch_needs(const ce_batch_task *task, ce_numbers_list *list, ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < task->step->inputs && !rc; i++)
        rc = ce_batch_visit_steps(task, &task->step->input[i], visit_needs, list, err);
    return rc ? rc : ce_batch_visit_steps(task, &task->step->command, visit_needs, list, err);
}

/* ---- names ---- */

void ce_batch_task_name(const ce_batch_task *task, ce_grown *text)
{
    ce_grown_printf(text, "%s:%zu", task->step->name, task->number + 1);
}

void ce_batch_task_values(const ce_batch_task *task, ce_grown *text)
{
    for (size_t o = 0; o < task->step->overs; o++) {
        const ce_batch_parameter *p = &task->batch->parameter[task->step->over[o]];
        ce_grown_printf(text, "%s%s=", o ? " " : "", p->name);
        ce_grown_text(text, p->value[task->value[task->step->over[o]]]);
    }
}

/* A value as a part of a file name. What could mean something is written as %XX. */
static void add_safe(ce_grown *text, const char *value)
{
    for (const char *c = value; *c; c++)
        if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
            *c == '_' || *c == '-' || (*c == '.' && c > value))
            ce_grown_add(text, c, 1);
        else
            ce_grown_printf(text, "%%%02X", (unsigned char)*c);
}

void ce_batch_task_place(const ce_batch_task *task, const char *follows, ce_grown *text)
{
    enum { LONGEST = 150 };
    ce_grown values = {0};

    for (size_t o = 0; o < task->step->overs; o++) {
        size_t p = task->step->over[o];
        if (o)
            ce_grown_text(&values, ",");
        add_safe(&values, task->batch->parameter[p].value[task->value[p]]);
    }
    if (!values.used)
        ce_grown_text(&values, "all");
    ce_grown_printf(text, ".ce-batch/%s/%s/", task->batch->name, task->step->name);
    if (values.rc) {
        text->rc = values.rc;
    } else if (values.used <= LONGEST) {
        ce_grown_text(text, values.bytes);
    } else {
        uLong crc = crc32_z(0, (const Bytef *)values.bytes, values.used);
        ce_grown_add(text, values.bytes, LONGEST - 40);
        ce_grown_printf(text, "~%zu~%08lx", values.used, crc);
    }
    ce_grown_text(text, follows);
    ce_grown_free(&values);
}

int ce_batch_task_find(const ce_batch *batch, const char *name, ce_batch_task *task, ce_error *err)
{
    const char *colon = strrchr(name, ':');
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0, step = 0;
    size_t length = colon ? (size_t)(colon - name) : 0;
    unsigned long long number = digits && digits < 10 ? strtoull(colon + 1, NULL, 10) : 0;

    if (!number || colon[1 + digits])
        return ce_fail(err, CE_EARG, "'%.100s', STEP:NUMBER expected", name);
    while (step < batch->steps && (strlen(batch->step[step].name) != length ||
                                   strncmp(batch->step[step].name, name, length)))
        step++;
    if (step == batch->steps)
        return ce_fail(err, CE_EARG, "'%.100s': %s has no such step", name, batch->path);
    if (number > batch->step[step].tasks)
        return ce_fail(err, CE_EARG, "'%.100s': step %s has %zu tasks", name,
                       batch->step[step].name, batch->step[step].tasks);
    *task = ce_batch_task_of(batch, step, (size_t)number - 1);
    return CE_OK;
}
