#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/batch_internal.h"
#include "core/descriptor.h"
#include "core/memory.h"
#include "io/input.h"

int ce_batch_fail(const ce_batch *batch, size_t line, ce_error *err, const char *format, ...)
{
    char words[CE_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    for (char *c = words; *c; c++)
        if (*c == '\n')
            *c = ' ';
    return ce_fail(err, CE_EINPUT, "%s:%zu: %s", batch->path, line, words);
}

size_t ce_batch_parameter_find(const ce_batch *batch, const char *name)
{
    for (size_t p = 0; p < batch->parameters; p++)
        if (!strcmp(batch->parameter[p].name, name))
            return p;
    return SIZE_MAX;
}

size_t ce_batch_step_find(const ce_batch *batch, const char *name)
{
    for (size_t s = 0; s < batch->steps; s++)
        if (!strcmp(batch->step[s].name, name))
            return s;
    return SIZE_MAX;
}

size_t ce_batch_rounds(const ce_batch *batch, const ce_batch_step *step)
{
    return step->overs && batch->parameter[step->over[0]].rounds ? step->over[0] : SIZE_MAX;
}

/* Names that mean something in each step. */
static int is_reserved(const char *name)
{
    static const char *const words[] = {"output", "input", "threads", "all"};

    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (!strcmp(words[w], name))
            return 1;
    return 0;
}

static int check_new_name(const ce_batch *batch, const char *name, size_t line, ce_error *err)
{
    if (is_reserved(name))
        return ce_batch_fail(batch, line, err,
                             "'%s' has a meaning of its own; another name is "
                             "needed",
                             name);
    if (ce_batch_parameter_find(batch, name) != SIZE_MAX ||
        ce_batch_step_find(batch, name) != SIZE_MAX)
        return ce_batch_fail(batch, line, err, "'%s' comes twice among parameters and steps", name);
    return CE_OK;
}

/* ---- keys ---- */

typedef enum {
    AT_TOP,
    OF_STEP,
} key_place;

static const char *const top_keys[] = {"name", "slurm", NULL};
static const char *const step_keys[] = {"over", "input",   "output",  "command", "memory",
                                        "time", "threads", "at-once", "slurm",   NULL};

static int refuse_key(const ce_batch *batch, const ce_batch_entry *entry, key_place place,
                      ce_error *err)
{
    const char *const *keys = place == AT_TOP ? top_keys : step_keys, *near = NULL;
    const char *where = place == AT_TOP ? "before the first section" : "in a step";
    ce_grown all = {0};
    size_t best = SIZE_MAX;
    int rc;

    for (size_t k = 0; keys[k]; k++) {
        size_t distance = ce_edit_distance(entry->key, keys[k]);
        ce_grown_printf(&all, "%s%s", k ? ", " : "", keys[k]);
        if (distance < best && ce_may_mean(entry->key, keys[k])) {
            near = keys[k];
            best = distance;
        }
    }
    if (near)
        rc = ce_batch_fail(batch, entry->line, err, "unknown key '%.60s' %s; did you mean %s?",
                           entry->key, where, near);
    else
        rc = ce_batch_fail(batch, entry->line, err, "unknown key '%.60s' %s; there are %s",
                           entry->key, where, all.bytes ? all.bytes : "others");
    ce_grown_free(&all);
    return rc;
}

/* Words for the command line of sbatch, quoted. */
static int take_slurm(ce_batch *batch, const ce_batch_entry *entry, const char **slurm,
                      ce_error *err)
{
    ce_batch_word *word;
    ce_grown text = {0};
    size_t count;
    int rc = ce_batch_words(batch, entry, &word, &count, err);

    for (size_t w = 0; w < count && !rc; w++) {
        if (word[w].text[0] != '-')
            rc = ce_batch_fail(batch, entry->line, err,
                               "slurm: '%.60s', an option of sbatch expected, such as "
                               "--partition=long",
                               word[w].text);
        ce_grown_text(&text, " ");
        ce_grown_shell(&text, word[w].text);
    }
    if (!rc)
        rc = ce_grown_check(&text, err);
    if (!rc) {
        *slurm = ce_arena_text(&batch->arena, text.bytes ? text.bytes : "", text.used, err);
        rc = *slurm ? CE_OK : CE_ENOMEM;
    }
    ce_grown_free(&text);
    return rc;
}

static int take_name(ce_batch *batch, const ce_batch_entry *entry, ce_error *err)
{
    ce_batch_word *word;
    size_t count;
    int rc = ce_batch_words(batch, entry, &word, &count, err);

    if (!rc && (count != 1 || !ce_batch_is_name(word[0].text, strlen(word[0].text))))
        rc = ce_batch_fail(batch, entry->line, err,
                           "name = '%.60s', letters, digits, - and _ expected that begin with a "
                           "letter",
                           entry->value);
    if (!rc)
        batch->name = word[0].text;
    return rc;
}

/* data = ..., or k of data = ... */
static int take_parameter(ce_batch *batch, const ce_batch_entry *entry, ce_error *err)
{
    ce_batch_parameter *p = &batch->parameter[batch->parameters];
    size_t length = strcspn(entry->key, " \t");
    const char *rest = entry->key + length + strspn(entry->key + length, " \t");
    int rc;

    if (batch->parameters == CE_BATCH_PARAMETERS)
        return ce_batch_fail(batch, entry->line, err, "more than %d parameters",
                             CE_BATCH_PARAMETERS);
    *p = (ce_batch_parameter){.line = entry->line, .of = SIZE_MAX};
    p->name = ce_arena_text(&batch->arena, entry->key, length, err);
    if (!p->name)
        return CE_ENOMEM;
    if (*rest && !strncmp(rest, "of", 2) && strchr(" \t", rest[2]) && rest[2])
        p->of_name = rest + 2 + strspn(rest + 2, " \t");
    if (!ce_batch_is_name(p->name, length) || (*rest && !p->of_name))
        return ce_batch_fail(batch, entry->line, err,
                             "'%.60s', a name, or NAME of PARAMETER, expected; a name has letters, "
                             "digits, - and _ and begins with a letter",
                             entry->key);
    rc = check_new_name(batch, p->name, entry->line, err);
    if (!rc)
        rc = ce_batch_values(batch, entry, p, err);
    if (!rc)
        batch->parameters++;
    return rc;
}

/* Which parameter each `NAME of PARAMETER` belongs to. */
static int join_parameters(ce_batch *batch, ce_error *err)
{
    for (size_t i = 0; i < batch->parameters; i++) {
        ce_batch_parameter *p = &batch->parameter[i], *to;
        if (!p->of_name)
            continue;
        p->of = ce_batch_parameter_find(batch, p->of_name);
        if (p->of == SIZE_MAX || p->of == i || batch->parameter[p->of].of_name)
            return ce_batch_fail(batch, p->line, err,
                                 "'%.60s' is no parameter with values of its "
                                 "own",
                                 p->of_name);
        to = &batch->parameter[p->of];
        if (p->count != to->count)
            return ce_batch_fail(batch, p->line, err, "%s has %zu values, and %s has %zu", p->name,
                                 p->count, to->name, to->count);
    }
    return CE_OK;
}

/* ---- steps ---- */

static int take_over(ce_batch *batch, const ce_batch_entry *entry, ce_batch_step *step,
                     ce_error *err)
{
    ce_batch_word *word;
    size_t count;
    int rc = ce_batch_words(batch, entry, &word, &count, err);

    for (size_t w = 0; w < count && !rc; w++) {
        size_t p = ce_batch_parameter_find(batch, word[w].text);
        if (p == SIZE_MAX)
            return ce_batch_fail(batch, entry->line, err, "over: '%.60s' is no parameter",
                                 word[w].text);
        if (batch->parameter[p].of_name)
            return ce_batch_fail(batch, entry->line, err, "over: %s goes with %s; name that one",
                                 word[w].text, batch->parameter[p].of_name);
        for (size_t o = 0; o < step->overs; o++)
            if (step->over[o] == p)
                return ce_batch_fail(batch, entry->line, err, "over: %s comes twice", word[w].text);
        step->over[step->overs++] = p;
    }
    if (!rc && !count)
        rc = ce_batch_fail(batch, entry->line, err,
                           "over has no parameter; leave it out for a "
                           "step with one task");
    return rc;
}

static int take_input(ce_batch *batch, const ce_batch_entry *entry, ce_batch_step *step,
                      ce_error *err)
{
    ce_batch_word *word;
    int rc = ce_batch_words(batch, entry, &word, &step->inputs, err);

    if (!rc) {
        step->input = ce_arena_take(&batch->arena, step->inputs * sizeof *step->input, err);
        rc = step->input ? CE_OK : CE_ENOMEM;
    }
    for (size_t w = 0; w < step->inputs && !rc; w++)
        rc = ce_batch_pieces(batch, step, word[w].text, entry->line, 0, &step->input[w], err);
    return rc;
}

static int take_output(ce_batch *batch, const ce_batch_entry *entry, ce_batch_step *step,
                       ce_error *err)
{
    const char *name = entry->key + strlen("output");
    ce_batch_output *output = &step->output[step->outputs];
    ce_batch_word *word;
    size_t count;
    int rc = ce_batch_words(batch, entry, &word, &count, err);

    name += *name == '.';
    if (!rc && *name && !ce_batch_is_name(name, strlen(name)))
        rc = ce_batch_fail(batch, entry->line, err, "'%.60s', output.NAME expected", entry->key);
    if (!rc && (count != 1 || !*word[0].text))
        rc = ce_batch_fail(batch, entry->line, err,
                           "%s has %zu file names, one expected (output.NAME = FILE adds another)",
                           entry->key, count);
    if (!rc && step->outputs == CE_BATCH_OUTPUTS)
        rc = ce_batch_fail(batch, entry->line, err, "more than %d outputs", CE_BATCH_OUTPUTS);
    if (rc)
        return rc;
    output->name = name;
    rc = ce_batch_pieces(batch, step, word[0].text, entry->line, 0, &output->path, err);
    if (!rc)
        step->outputs++;
    return rc;
}

static int is_output(const char *key)
{
    return !strcmp(key, "output") || !strncmp(key, "output.", 7);
}

/* What other steps can name: read before the texts with placeholders. */
static int take_first(ce_batch *batch, const ce_batch_entry *e, ce_batch_step *step, ce_error *err)
{
    if (!strcmp(e->key, "over"))
        return take_over(batch, e, step, err);
    if (is_output(e->key))
        return take_output(batch, e, step, err);
    if (!strcmp(e->key, "memory"))
        return ce_batch_size(batch, e, &step->memory, err);
    if (!strcmp(e->key, "time"))
        return ce_batch_time(batch, e, &step->seconds, err);
    if (!strcmp(e->key, "at-once"))
        return ce_batch_whole(batch, e, 100000, &step->at_once, err);
    if (!strcmp(e->key, "slurm"))
        return take_slurm(batch, e, &step->slurm, err);
    if (!strcmp(e->key, "threads")) {
        step->threads_said = 1;
        return ce_batch_whole(batch, e, 4096, &step->threads, err);
    }
    if (strcmp(e->key, "command") && strcmp(e->key, "input"))
        return refuse_key(batch, e, OF_STEP, err);
    return CE_OK;
}

static int take_second(ce_batch *batch, const ce_batch_entry *e, ce_batch_step *step, ce_error *err)
{
    if (!strcmp(e->key, "input"))
        return take_input(batch, e, step, err);
    if (strcmp(e->key, "command"))
        return CE_OK;
    step->pipes = strchr(e->value, '|') != NULL;
    return ce_batch_pieces(batch, step, e->value, e->line, 1, &step->command, err);
}

/* ---- the file ---- */

static int refuse_twice(const ce_batch *batch, const ce_batch_entries *all, ce_error *err)
{
    enum { MOST_KEYS = 100 };
    size_t from = 0;

    for (size_t i = 0; i < all->count; i++) {
        if (!all->entry[i].key)
            from = i + 1;
        if (i - from >= MOST_KEYS && all->entry[i].key)
            return ce_batch_fail(batch, all->entry[i].line, err, "more than %d keys in a section",
                                 MOST_KEYS);
        for (size_t j = from; j < i && all->entry[i].key; j++)
            if (strcmp(all->entry[i].section, "parameters") &&
                !strcmp(all->entry[i].key, all->entry[j].key))
                return ce_batch_fail(batch, all->entry[i].line, err, "%s comes twice (line %zu)",
                                     all->entry[i].key, all->entry[j].line);
    }
    return CE_OK;
}

/* Name, parameters, and the names of the steps. */
static int take_heads(ce_batch *batch, const ce_batch_entries *all, ce_error *err)
{
    int rc = CE_OK;

    batch->parameter =
        ce_arena_take(&batch->arena, CE_BATCH_PARAMETERS * sizeof *batch->parameter, err);
    batch->step = ce_arena_take(&batch->arena, (all->count + 1) * sizeof *batch->step, err);
    if (!batch->parameter || !batch->step)
        return CE_ENOMEM;
    for (size_t i = 0; i < all->count && !rc; i++) {
        const ce_batch_entry *e = &all->entry[i];
        if (!strcmp(e->section, "step") && !e->key) {
            rc = check_new_name(batch, e->name, e->line, err);
            batch->step[batch->steps++] =
                (ce_batch_step){.name = e->name, .line = e->line, .threads = 1};
        } else if (!strcmp(e->section, "parameters") && e->key) {
            rc = take_parameter(batch, e, err);
        } else if (!*e->section && !strcmp(e->key, "name")) {
            rc = take_name(batch, e, err);
        } else if (!*e->section && !strcmp(e->key, "slurm")) {
            rc = take_slurm(batch, e, &batch->slurm, err);
        } else if (!*e->section) {
            rc = refuse_key(batch, e, AT_TOP, err);
        }
    }
    return rc ? rc : join_parameters(batch, err);
}

typedef int take_key(ce_batch *batch, const ce_batch_entry *entry, ce_batch_step *step,
                     ce_error *err);

static int take_steps(ce_batch *batch, const ce_batch_entries *all, take_key *take, ce_error *err)
{
    ce_batch_step *step = batch->step;
    int rc = CE_OK;

    for (size_t i = 0; i < all->count && !rc; i++) {
        const ce_batch_entry *e = &all->entry[i];
        if (strcmp(e->section, "step"))
            continue;
        if (e->key)
            rc = take(batch, e, step - 1, err);
        else
            step++;
    }
    return rc;
}

/* A name for a batch that has none: that of its file. */
static int name_by_file(ce_batch *batch, ce_error *err)
{
    const char *slash = strrchr(batch->path, '/'), *base = slash ? slash + 1 : batch->path;
    size_t length = strcspn(base, ".");

    if (batch->name)
        return CE_OK;
    if (!ce_batch_is_name(base, length))
        return ce_batch_fail(batch, 1, err,
                             "no name = NAME, and the file's own name is none that "
                             "can be taken: letters, digits, - and _ that begin with a letter");
    batch->name = ce_arena_text(&batch->arena, base, length, err);
    return batch->name ? CE_OK : CE_ENOMEM;
}

static int take_all(ce_batch *batch, char *text, size_t length, ce_batch_entries *all,
                    ce_error *err)
{
    int rc = ce_batch_lines(batch, text, length, all, err);

    if (!rc)
        rc = refuse_twice(batch, all, err);
    if (!rc)
        rc = take_heads(batch, all, err);
    if (!rc && !batch->steps)
        rc = ce_fail(err, CE_EINPUT, "%s: no [step NAME], a description of a batch expected",
                     batch->path);
    if (!rc)
        rc = take_steps(batch, all, take_first, err);
    if (!rc)
        rc = take_steps(batch, all, take_second, err);
    if (!rc)
        rc = name_by_file(batch, err);
    return rc ? rc : ce_batch_check(batch, err);
}

int ce_batch_read(ce_batch *batch, const char *path, ce_error *err)
{
    ce_input *input = NULL;
    ce_batch_entries all = {0};
    char *text = NULL;
    size_t length = 0;
    int rc = ce_input_open(&input, path, err);

    if (rc)
        return rc;
    batch->path = ce_path_name(path);
    rc = ce_input_read_all(input, &text, &length, err);
    if (!rc)
        rc = take_all(batch, text, length, &all, err);
    ce_input_close(input, err);
    free(text);
    free(all.entry);
    if (rc)
        ce_batch_free(batch);
    return rc;
}

void ce_batch_free(ce_batch *batch)
{
    ce_arena_free(&batch->arena);
    *batch = (ce_batch){0};
}
