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

/* Calls the function for every piece of the task that stands for files of other steps. */
typedef int piece_visit(const ce_batch_task *task, const ce_piece *piece, void *state,
                        ce_error *err);

static int visit_steps(const ce_batch_task *task, const ce_pieces *in, piece_visit *visit,
                       void *state, ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < in->count && !rc; i++)
        if (in->piece[i].kind == CE_PIECE_STEP)
            rc = visit(task, &in->piece[i], state, err);
    return rc;
}

static int visit_needs(const ce_batch_task *task, const ce_piece *piece, void *state,
                       ce_error *err)
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
        rc = visit_steps(task, &task->step->input[i], visit_needs, list, err);
    return rc ? rc : visit_steps(task, &task->step->command, visit_needs, list, err);
}

/* ---- files ---- */

static int add_text(ce_texts_list *list, ce_arena *arena, const ce_grown *text, ce_error *err)
{
    const char *copy;

    if (text->rc)
        return ce_fail(err, CE_ENOMEM, "out of memory");
    if (ce_grow(&list->item, &list->capacity, list->count + 1, sizeof *list->item, err))
        return CE_ENOMEM;
    copy = ce_arena_text(arena, text->bytes ? text->bytes : "", text->used, err);
    list->item[list->count] = copy;
    list->count += copy != NULL;
    return copy ? CE_OK : CE_ENOMEM;
}

/* The last part of a path without its extension, and without .gz before that. */
static void add_base(ce_grown *text, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot;
    size_t length = strlen(base);

    if (length > 3 && !strcmp(base + length - 3, ".gz"))
        length -= 3;
    dot = memrchr(base, '.', length);
    ce_grown_add(text, base, dot && dot > base ? (size_t)(dot - base) : length);
}

/* The value of a parameter, or the part of it that the piece asks for. */
static void add_value(const ce_batch_task *task, const ce_piece *piece, ce_grown *text)
{
    const ce_batch_parameter *p = &task->batch->parameter[piece->index];
    size_t at = task->value[p->of == SIZE_MAX ? piece->index : p->of];

    if (piece->part == CE_PARAMETER_COUNT)
        ce_grown_printf(text, "%zu", p->count);
    else if (piece->part == CE_PARAMETER_NAME)
        add_base(text, p->value[at]);
    else
        ce_grown_text(text, p->value[at]);
}

/* The name of a file, made of text and parameters. */
static void add_path(const ce_batch_task *task, const ce_pieces *path, ce_grown *text)
{
    for (size_t i = 0; i < path->count; i++)
        if (path->piece[i].kind == CE_PIECE_TEXT)
            ce_grown_text(text, path->piece[i].text);
        else
            add_value(task, &path->piece[i], text);
}

int ce_batch_outputs(const ce_batch_task *task, ce_arena *arena, ce_texts_list *list,
                     ce_error *err)
{
    int rc = CE_OK;

    for (size_t o = 0; o < task->step->outputs && !rc; o++) {
        ce_grown text = {0};
        add_path(task, &task->step->output[o].path, &text);
        rc = add_text(list, arena, &text, err);
        ce_grown_free(&text);
    }
    return rc;
}

typedef struct {
    ce_arena *arena;
    ce_texts_list *list;
} files;

static int visit_files(const ce_batch_task *task, const ce_piece *piece, void *state,
                       ce_error *err)
{
    files *f = state;
    ce_numbers_list numbers = {0};
    int rc = ce_batch_piece_tasks(task, piece, &numbers, err);

    for (size_t i = 0; i < numbers.count && !rc; i++) {
        ce_batch_task other = ce_batch_task_of(task->batch, piece->index, numbers.item[i]);
        ce_grown text = {0};
        add_path(&other, &other.step->output[piece->output].path, &text);
        rc = add_text(f->list, f->arena, &text, err);
        ce_grown_free(&text);
    }
    free(numbers.item);
    return rc;
}

/* The files of the step's input, in the order of its words. */
static int add_input(const ce_batch_task *task, files *f, ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < task->step->inputs && !rc; i++) {
        const ce_pieces *word = &task->step->input[i];
        ce_grown text = {0};
        if (word->count == 1 && word->piece[0].kind == CE_PIECE_STEP)
            rc = visit_files(task, &word->piece[0], f, err);
        else {
            add_path(task, word, &text);
            rc = add_text(f->list, f->arena, &text, err);
        }
        ce_grown_free(&text);
    }
    return rc;
}

static int by_text(const void *a, const void *b)
{
    const char *const *first = *(const char *const *const *)a,
                      *const *second = *(const char *const *const *)b;
    int differ = strcmp(*first, *second);

    if (differ)
        return differ;
    return first < second ? -1 : first > second;
}

/* Leaves of equal texts the first. */
static int leave_once(ce_texts_list *list, ce_error *err)
{
    const char ***sorted = ce_alloc(list->count + 1, sizeof *sorted, err);
    size_t kept = 0;

    if (!sorted)
        return CE_ENOMEM;
    for (size_t i = 0; i < list->count; i++)
        sorted[i] = &list->item[i];
    qsort(sorted, list->count, sizeof *sorted, by_text);
    for (size_t i = list->count; i-- > 1;)
        if (!strcmp(*sorted[i], *sorted[i - 1]))
            *sorted[i] = NULL;
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i])
            list->item[kept++] = list->item[i];
    list->count = kept;
    free(sorted);
    return CE_OK;
}

int ce_batch_inputs(const ce_batch_task *task, ce_arena *arena, ce_texts_list *list, ce_error *err)
{
    files f = {arena, list};
    int rc = add_input(task, &f, err);

    if (!rc)
        rc = visit_steps(task, &task->step->command, visit_files, &f, err);
    return rc ? rc : leave_once(list, err);
}

/* ---- the command ---- */

typedef struct {
    const ce_batch_task *task;
    const char *const *outputs;
    int script;
    ce_grown variables; /* lines that set them */
    size_t count;       /* of variables */
    ce_grown text;
} writer;

/* A value where sh reads it, in the quotes that it stands in. */
static void write_value(writer *w, const char *value, char quote)
{
    if (ce_words_plain(value)) {
        ce_grown_text(&w->text, value);
    } else if (!w->script) {
        if (quote)
            ce_grown_text(&w->text, value);
        else
            ce_grown_quoted(&w->text, value);
    } else {
        ce_grown_printf(&w->variables, "ce_%zu=", ++w->count);
        ce_grown_quoted(&w->variables, value);
        ce_grown_text(&w->variables, "\n");
        if (quote == '\'')
            ce_grown_printf(&w->text, "'\"${ce_%zu}\"'", w->count);
        else
            ce_grown_printf(&w->text, quote ? "${ce_%zu}" : "\"${ce_%zu}\"", w->count);
    }
}

/* Files, with the words before them, if there are any files. */
static int write_files(writer *w, const ce_piece *piece, const ce_texts_list *list, ce_error *err)
{
    if (list->count > 1 && piece->quote)
        return ce_batch_fail(w->task->batch, w->task->step->command.line, err,
                             "{%.60s} stands for %zu files, and cannot stand in quotes",
                             piece->words, list->count);
    if (list->count && piece->text)
        ce_grown_text(&w->text, piece->text);
    for (size_t i = 0; i < list->count; i++) {
        if (i)
            ce_grown_text(&w->text, " ");
        write_value(w, list->item[i], piece->quote);
    }
    return CE_OK;
}

static int write_list(writer *w, const ce_piece *piece, ce_error *err)
{
    ce_arena arena = {0};
    ce_texts_list list = {0};
    files f = {&arena, &list};
    int rc = piece->kind == CE_PIECE_INPUT ? add_input(w->task, &f, err)
                                           : visit_files(w->task, piece, &f, err);

    if (!rc)
        rc = write_files(w, piece, &list, err);
    free(list.item);
    ce_arena_free(&arena);
    return rc;
}

static int write_piece(writer *w, const ce_piece *piece, ce_error *err)
{
    ce_grown value = {0};

    if (piece->kind == CE_PIECE_STEP || piece->kind == CE_PIECE_INPUT)
        return write_list(w, piece, err);
    if (piece->text)
        ce_grown_text(&w->text, piece->text);
    if (piece->kind == CE_PIECE_OUTPUT)
        write_value(w, w->outputs[piece->output], piece->quote);
    if (piece->kind == CE_PIECE_THREADS)
        ce_grown_printf(&w->text, "%d", w->task->step->threads);
    if (piece->kind == CE_PIECE_PARAMETER) {
        add_value(w->task, piece, &value);
        write_value(w, value.bytes ? value.bytes : "", piece->quote);
    }
    if (value.rc)
        w->text.rc = value.rc;
    ce_grown_free(&value);
    return CE_OK;
}

int ce_batch_command(const ce_batch_task *task, const char *const *outputs, int script,
                     ce_grown *text, ce_error *err)
{
    writer w = {.task = task, .outputs = outputs, .script = script};
    const ce_pieces *command = &task->step->command;
    int rc = CE_OK;

    for (size_t i = 0; i < command->count && !rc; i++)
        rc = write_piece(&w, &command->piece[i], err);
    if (w.variables.used)
        ce_grown_add(text, w.variables.bytes, w.variables.used);
    if (w.text.used)
        ce_grown_add(text, w.text.bytes, w.text.used);
    if (!rc && (w.text.rc || w.variables.rc || text->rc))
        rc = ce_fail(err, CE_ENOMEM, "out of memory");
    ce_grown_free(&w.variables);
    ce_grown_free(&w.text);
    return rc;
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
