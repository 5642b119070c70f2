/* The files of a task, and its command. */
#include <stdlib.h>
#include <string.h>

#include "batch/batch_tasks.h"
#include "core/memory.h"
#include "core/shell_word.h"

/* ---- files ---- */

static int add_text(ce_texts_list *list, ce_arena *arena, const ce_grown *text, ce_error *err)
{
    const char *copy;
    int rc = ce_grown_check(text, err);

    if (!rc)
        rc = ce_grow(&list->item, &list->capacity, list->count + 1, sizeof *list->item, err);
    if (rc)
        return rc;
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

int ce_batch_outputs(const ce_batch_task *task, ce_arena *arena, ce_texts_list *list, ce_error *err)
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

static int visit_files(const ce_batch_task *task, const ce_piece *piece, void *state, ce_error *err)
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
    const char *const *first = *(const char *const *const *)a, *const *second =
                                                                   *(const char *const *const *)b;
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
        rc = ce_batch_visit_steps(task, &task->step->command, visit_files, &f, err);
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
    if (ce_shell_is_plain(value)) {
        ce_grown_text(&w->text, value);
    } else if (!w->script) {
        if (quote)
            ce_grown_text(&w->text, value);
        else
            ce_grown_shell(&w->text, value);
    } else {
        ce_grown_printf(&w->variables, "ce_%zu=", ++w->count);
        ce_grown_shell(&w->variables, value);
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
    if (!rc)
        rc = ce_grown_check(&w.text, err);
    if (!rc)
        rc = ce_grown_check(&w.variables, err);
    if (!rc)
        rc = ce_grown_check(text, err);
    ce_grown_free(&w.variables);
    ce_grown_free(&w.text);
    return rc;
}
