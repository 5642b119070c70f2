#include <string.h>

#include "batch/batch_internal.h"

static int is_over(const ce_batch_step *step, size_t parameter)
{
    for (size_t o = 0; o < step->overs; o++)
        if (step->over[o] == parameter)
            return 1;
    return 0;
}

/* Whether a piece looks back at the round before. */
static const ce_piece_at *previous_of(const ce_piece *piece)
{
    for (size_t a = 0; a < piece->ats; a++)
        if (piece->at[a].previous)
            return &piece->at[a];
    return NULL;
}

/* ---- one piece ---- */

static int check_step(ce_batch *batch, const ce_batch_step *step, const ce_pieces *in,
                      const ce_piece *piece, ce_error *err)
{
    const ce_batch_step *other = &batch->step[piece->index];
    const ce_piece_at *previous = previous_of(piece);

    for (size_t a = 0; a < piece->ats; a++)
        if (!is_over(other, piece->at[a].parameter))
            return ce_batch_fail(batch, in->line, err, "{%.60s}: %s is not over %s", piece->words,
                                 other->name, batch->parameter[piece->at[a].parameter].name);
    if (!previous && other >= step)
        return ce_batch_fail(batch, in->line, err,
                             "{%.60s}: step %s comes later; steps stand in the order of the work",
                             piece->words, other->name);
    if (!previous)
        return CE_OK;
    if (!step->overs || step->over[0] != previous->parameter ||
        other->over[0] != previous->parameter)
        return ce_batch_fail(batch, in->line, err,
                             "{%.60s}: %s counts rounds, and must be the first in over of %s and "
                             "%s",
                             piece->words, batch->parameter[previous->parameter].name, step->name,
                             other->name);
    batch->parameter[previous->parameter].rounds = 1;
    return CE_OK;
}

static int check_piece(ce_batch *batch, const ce_batch_step *step, const ce_pieces *in,
                       const ce_piece *piece, ce_error *err)
{
    const ce_batch_parameter *p;
    size_t of;

    if (piece->kind == CE_PIECE_STEP)
        return check_step(batch, step, in, piece, err);
    if (piece->kind != CE_PIECE_PARAMETER || piece->part == CE_PARAMETER_COUNT)
        return CE_OK;
    p = &batch->parameter[piece->index];
    of = p->of == SIZE_MAX ? piece->index : p->of;
    if (!is_over(step, of))
        return ce_batch_fail(batch, in->line, err, "{%.60s}: step %s is not over %s", piece->words,
                             step->name, batch->parameter[of].name);
    return CE_OK;
}

static int check_pieces(ce_batch *batch, const ce_batch_step *step, const ce_pieces *in,
                        ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < in->count && !rc; i++)
        rc = check_piece(batch, step, in, &in->piece[i], err);
    return rc;
}

/* ---- one step ---- */

/* File names are made of text and parameters; those of inputs of other steps' files too. */
static int check_path(ce_batch *batch, const ce_batch_step *step, const ce_pieces *in,
                      const char *what, int steps, ce_error *err)
{
    for (size_t i = 0; i < in->count; i++) {
        ce_piece_kind kind = in->piece[i].kind;
        int fits = kind == CE_PIECE_TEXT || kind == CE_PIECE_PARAMETER;
        if (kind == CE_PIECE_STEP && steps && in->count == 1)
            fits = 1;
        if (kind == CE_PIECE_STEP && steps && in->count > 1)
            return ce_batch_fail(batch, in->line, err,
                                 "%s: {%.60s} stands for files, and must be a word alone", what,
                                 in->piece[i].words);
        if (!fits || (kind != CE_PIECE_TEXT && in->piece[i].text && kind != CE_PIECE_STEP))
            return ce_batch_fail(batch, in->line, err, "%s: {%.60s} cannot be part of a file name",
                                 what, in->piece[i].words);
    }
    return check_pieces(batch, step, in, err);
}

/* Two tasks that write one file would undo each other's work. */
static int check_told_apart(ce_batch *batch, const ce_batch_step *step,
                            const ce_batch_output *output, ce_error *err)
{
    for (size_t o = 0; o < step->overs; o++) {
        const ce_batch_parameter *p = &batch->parameter[step->over[o]];
        int named = p->count == 1;
        for (size_t i = 0; i < output->path.count && !named; i++) {
            const ce_piece *piece = &output->path.piece[i];
            named = piece->kind == CE_PIECE_PARAMETER && piece->index == step->over[o] &&
                    piece->part != CE_PARAMETER_COUNT;
        }
        if (!named)
            return ce_batch_fail(batch, output->path.line, err,
                                 "output%s%s: tasks that differ in %s would write one file; its "
                                 "name needs {%s}",
                                 *output->name ? "." : "", output->name, p->name, p->name);
    }
    return CE_OK;
}

static int check_written(ce_batch *batch, const ce_batch_step *step, size_t output, ce_error *err)
{
    const ce_batch_output *of = &step->output[output];

    for (size_t i = 0; i < step->command.count; i++)
        if (step->command.piece[i].kind == CE_PIECE_OUTPUT &&
            step->command.piece[i].output == output)
            return CE_OK;
    return ce_batch_fail(batch, step->command.line, err,
                         "the command does not name {output%s%s}, the file that it writes",
                         *of->name ? "." : "", of->name);
}

static int check_outputs(ce_batch *batch, const ce_batch_step *step, ce_error *err)
{
    int rc = CE_OK;

    if (!step->outputs)
        return ce_batch_fail(batch, step->line, err, "step %s has no output", step->name);
    if (!step->command.count)
        return ce_batch_fail(batch, step->line, err, "step %s has no command", step->name);
    for (size_t o = 0; o < step->outputs && !rc; o++) {
        rc = check_path(batch, step, &step->output[o].path, "output", 0, err);
        if (!rc)
            rc = check_told_apart(batch, step, &step->output[o], err);
        if (!rc)
            rc = check_written(batch, step, o, err);
    }
    return rc;
}

static int count_tasks(ce_batch *batch, ce_batch_step *step, ce_error *err)
{
    step->tasks = 1;
    for (size_t o = 0; o < step->overs; o++)
        if (__builtin_mul_overflow(step->tasks, batch->parameter[step->over[o]].count,
                                   &step->tasks))
            step->tasks = SIZE_MAX;
    step->first = batch->tasks;
    if (step->tasks > CE_BATCH_TASKS || batch->tasks + step->tasks > CE_BATCH_TASKS)
        return ce_batch_fail(batch, step->line, err, "step %s: more than %d tasks in all",
                             step->name, CE_BATCH_TASKS);
    batch->tasks += step->tasks;
    return CE_OK;
}

/* ---- the order of the work ---- */

/* The steps from `from` on that go through the same rounds. */
static size_t end_of_rounds(const ce_batch *batch, size_t from)
{
    size_t rounds = ce_batch_rounds(batch, &batch->step[from]), to = from + 1;

    while (rounds != SIZE_MAX && to < batch->steps &&
           ce_batch_rounds(batch, &batch->step[to]) == rounds)
        to++;
    return to;
}

/* In the rounds a step sees the files of this round and of the one before, no others. */
static int check_fixed_rounds(const ce_batch *batch, const ce_batch_step *step, ce_error *err)
{
    size_t rounds = ce_batch_rounds(batch, step);

    for (size_t i = 0; i < step->command.count && rounds != SIZE_MAX; i++) {
        const ce_piece *piece = &step->command.piece[i];
        for (size_t a = 0; a < piece->ats; a++)
            if (!piece->at[a].previous && piece->at[a].parameter == rounds)
                return ce_batch_fail(batch, step->command.line, err,
                                     "{%.60s}: step %s is itself over %s; only [%s-1] is possible",
                                     piece->words, step->name, batch->parameter[rounds].name,
                                     batch->parameter[rounds].name);
    }
    return CE_OK;
}

/* Steps of one kind of rounds must stand together. */
static int check_rounds(ce_batch *batch, ce_error *err)
{
    for (size_t s = 0; s < batch->steps; s++) {
        const ce_batch_step *step = &batch->step[s];
        size_t rounds = ce_batch_rounds(batch, step), to = end_of_rounds(batch, s);
        for (size_t o = 1; o < step->overs; o++)
            if (batch->parameter[step->over[o]].rounds)
                return ce_batch_fail(batch, step->line, err,
                                     "step %s: %s counts rounds, and must be the first in over",
                                     step->name, batch->parameter[step->over[o]].name);
        for (size_t later = to; rounds != SIZE_MAX && later < batch->steps; later++)
            if (ce_batch_rounds(batch, &batch->step[later]) == rounds)
                return ce_batch_fail(batch, batch->step[later].line, err,
                                     "step %s: the steps over %s must stand one after the other",
                                     batch->step[later].name, batch->parameter[rounds].name);
        s = to - 1;
    }
    return CE_OK;
}

static int make_groups(ce_batch *batch, ce_error *err)
{
    size_t most = 0;

    for (size_t s = 0; s < batch->steps; s++) {
        size_t rounds = ce_batch_rounds(batch, &batch->step[s]);
        most += rounds == SIZE_MAX ? 1 : batch->parameter[rounds].count;
    }
    batch->group = ce_arena_take(&batch->arena, most * sizeof *batch->group, err);
    if (!batch->group)
        return CE_ENOMEM;
    for (size_t s = 0; s < batch->steps; s = end_of_rounds(batch, s)) {
        size_t rounds = ce_batch_rounds(batch, &batch->step[s]), to = end_of_rounds(batch, s);
        size_t count = rounds == SIZE_MAX ? 1 : batch->parameter[rounds].count;
        for (size_t r = 0; r < count; r++)
            for (size_t in = s; in < to; in++) {
                size_t share = batch->step[in].tasks / count;
                batch->group[batch->groups++] = (ce_batch_group){in, r * share, share};
            }
    }
    return CE_OK;
}

int ce_batch_check(ce_batch *batch, ce_error *err)
{
    int rc = CE_OK;

    for (size_t s = 0; s < batch->steps && !rc; s++) {
        ce_batch_step *step = &batch->step[s];
        for (size_t i = 0; i < step->inputs && !rc; i++)
            rc = check_path(batch, step, &step->input[i], "input", 1, err);
        if (!rc)
            rc = check_pieces(batch, step, &step->command, err);
        if (!rc)
            rc = check_outputs(batch, step, err);
        if (!rc)
            rc = count_tasks(batch, step, err);
    }
    for (size_t s = 0; s < batch->steps && !rc; s++)
        rc = check_fixed_rounds(batch, &batch->step[s], err);
    if (!rc)
        rc = check_rounds(batch, err);
    return rc ? rc : make_groups(batch, err);
}

/* ---- parameters that nothing uses ---- */

static int names_it(const ce_pieces *in, size_t parameter)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->piece[i].kind == CE_PIECE_PARAMETER && in->piece[i].index == parameter)
            return 1;
    return 0;
}

int ce_batch_is_used(const ce_batch *batch, size_t parameter)
{
    for (size_t s = 0; s < batch->steps; s++) {
        const ce_batch_step *step = &batch->step[s];
        if (is_over(step, parameter) || names_it(&step->command, parameter))
            return 1;
        for (size_t i = 0; i < step->inputs; i++)
            if (names_it(&step->input[i], parameter))
                return 1;
        for (size_t o = 0; o < step->outputs; o++)
            if (names_it(&step->output[o].path, parameter))
                return 1;
    }
    return 0;
}
