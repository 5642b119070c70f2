#include <stdlib.h>
#include <string.h>

#include "batch/batch_internal.h"
#include "core/descriptor.h"
#include "core/memory.h"

enum { MOST_DEEP = 32 };

/* Where a text is read, and in what quotes of sh this place is. */
typedef struct {
    ce_batch *batch;
    const ce_batch_step *step;
    const char *at;
    size_t line;
    int command;
    char quote;
    char around[MOST_DEEP]; /* the quotes around each ( that is open */
    size_t deep;
    ce_piece *piece; /* grows here, moves into the arena at the end */
    size_t count, capacity;
    ce_grown text; /* before the next placeholder */
    ce_error *err;
} scanner;

static int add_piece(scanner *s, ce_piece piece)
{
    if (ce_grow(&s->piece, &s->capacity, s->count + 1, sizeof *s->piece, s->err))
        return CE_ENOMEM;
    s->piece[s->count++] = piece;
    return CE_OK;
}

static int end_text(scanner *s)
{
    const char *text;

    if (s->text.rc)
        return ce_fail(s->err, CE_ENOMEM, "%s: out of memory", s->batch->path);
    if (!s->text.used)
        return CE_OK;
    text = ce_arena_text(&s->batch->arena, s->text.bytes, s->text.used, s->err);
    s->text.used = 0;
    return text ? add_piece(s, (ce_piece){.kind = CE_PIECE_TEXT, .text = text, .words = text})
                : CE_ENOMEM;
}

/* ---- what a name means ---- */

/* Fails, with the name that may be meant. */
static int unknown(scanner *s, const char *name)
{
    static const char *const words[] = {"output", "input", "threads"};
    const char *near = NULL;
    size_t best = SIZE_MAX, own = sizeof words / sizeof *words;

    for (size_t i = 0; i < own + s->batch->parameters + s->batch->steps; i++) {
        const char *known = i < own ? words[i] : NULL;
        size_t distance;
        if (!known && i - own < s->batch->parameters)
            known = s->batch->parameter[i - own].name;
        if (!known)
            known = s->batch->step[i - own - s->batch->parameters].name;
        distance = ce_edit_distance(name, known);
        if (distance < best && ce_may_mean(name, known)) {
            near = known;
            best = distance;
        }
    }
    if (near)
        return ce_batch_fail(s->batch, s->line, s->err,
                             "{%.60s}: no parameter and no step; did you mean {%s}?", name, near);
    return ce_batch_fail(s->batch, s->line, s->err,
                         "{%.60s}: no parameter and no step, and neither {output}, {input} nor "
                         "{threads}%s",
                         name, s->command ? " (braces for sh go into quotes)" : "");
}

/* .PART of a parameter */
static int set_part(scanner *s, ce_piece *piece, const char *part)
{
    if (!strcmp(part, "name"))
        piece->part = CE_PARAMETER_NAME;
    else if (!strcmp(part, "count"))
        piece->part = CE_PARAMETER_COUNT;
    else if (*part)
        return ce_batch_fail(s->batch, s->line, s->err,
                             "{%.60s}: a parameter has .name and .count, and no .%.30s",
                             piece->words, part);
    return CE_OK;
}

/* .OUTPUT of a step */
static int set_output(scanner *s, ce_piece *piece, const ce_batch_step *step, const char *part)
{
    for (piece->output = 0; piece->output < step->outputs; piece->output++)
        if (!strcmp(step->output[piece->output].name, part))
            return CE_OK;
    return *part ? ce_batch_fail(s->batch, s->line, s->err, "{%.60s}: step %s has no output.%.30s",
                                 piece->words, step->name, part)
                 : ce_batch_fail(s->batch, s->line, s->err,
                                 "{%.60s}: step %s has no output without a name", piece->words,
                                 step->name);
}

/* The kind of a name. CE_PIECE_TEXT: none that is known. */
static int set_kind(scanner *s, ce_piece *piece, const char *name, const char *part)
{
    size_t parameter = ce_batch_parameter_find(s->batch, name);
    size_t step = ce_batch_step_find(s->batch, name);

    piece->kind = CE_PIECE_TEXT;
    if (parameter != SIZE_MAX) {
        piece->kind = CE_PIECE_PARAMETER;
        piece->index = parameter;
        return set_part(s, piece, part);
    }
    if (step != SIZE_MAX) {
        piece->kind = CE_PIECE_STEP;
        piece->index = step;
        return set_output(s, piece, &s->batch->step[step], part);
    }
    if (!strcmp(name, "output")) {
        piece->kind = CE_PIECE_OUTPUT;
        return set_output(s, piece, s->step, part);
    }
    if (*part)
        return CE_OK;
    if (!strcmp(name, "input"))
        piece->kind = CE_PIECE_INPUT;
    if (!strcmp(name, "threads"))
        piece->kind = CE_PIECE_THREADS;
    return CE_OK;
}

/* ---- [round-1,data=iris] ---- */

static int find_value(scanner *s, const ce_piece *piece, const ce_batch_parameter *parameter,
                      const char *text, size_t *value)
{
    *value = parameter->count - 1;
    if (!strcmp(text, "last"))
        return CE_OK;
    for (*value = 0; *value < parameter->count; ++*value)
        if (!strcmp(parameter->value[*value], text))
            return CE_OK;
    return ce_batch_fail(s->batch, s->line, s->err, "{%.60s}: %s has no value '%.60s'",
                         piece->words, parameter->name, text);
}

static int take_at(scanner *s, const ce_piece *piece, char *text, ce_piece_at *at)
{
    size_t length = strlen(text);
    char *equals = strchr(text, '=');

    at->previous = length > 2 && !strcmp(text + length - 2, "-1") && !equals;
    if (at->previous)
        text[length - 2] = '\0';
    if (equals)
        *equals = '\0';
    at->parameter = ce_batch_parameter_find(s->batch, text);
    if ((!at->previous && !equals) || at->parameter == SIZE_MAX)
        return ce_batch_fail(s->batch, s->line, s->err,
                             "{%.60s}: [PARAMETER-1], [PARAMETER=VALUE] or [PARAMETER=last] "
                             "expected",
                             piece->words);
    if (at->previous)
        return CE_OK;
    return find_value(s, piece, &s->batch->parameter[at->parameter], equals + 1, &at->value);
}

/* The text between brackets, which is changed. */
static int take_ats(scanner *s, ce_piece *piece, char *text)
{
    size_t most = 1;
    int rc = CE_OK;

    if (piece->kind != CE_PIECE_STEP)
        return ce_batch_fail(s->batch, s->line, s->err, "{%.60s}: only a step takes [ ]",
                             piece->words);
    for (const char *c = text; *c; c++)
        most += *c == ',';
    piece->at = ce_arena_take(&s->batch->arena, most * sizeof *piece->at, s->err);
    if (!piece->at)
        return CE_ENOMEM;
    while (text && !rc) {
        char *comma = strchr(text, ',');
        if (comma)
            *comma = '\0';
        rc = take_at(s, piece, text, &piece->at[piece->ats++]);
        text = comma ? comma + 1 : NULL;
    }
    return rc;
}

/* ---- placeholders ---- */

/* Whether the text from a brace on, up to the brace that closes it, may be a placeholder. */
static int resembles(const scanner *s, const char *from, size_t length)
{
    size_t inside = strcspn(from, "[");

    if (!length || strchr(" \t", *from))
        return 0; /* { commands; } of sh, a block of awk */
    if (s->quote == '\'' && memchr(from, ' ', inside < length ? inside : length))
        return 0; /* {print x} of awk */
    for (size_t i = 0; i < length; i++)
        if (strchr("\"'`\\\n;", from[i]))
            return 0;
    return 1;
}

/* {WORDS NAME.PART[...]}. *taken: it was one. */
static int take_placeholder(scanner *s, const char *from, size_t length, int *taken)
{
    char *copy = ce_arena_text(&s->batch->arena, from, length, s->err), *name, *part, *bracket;
    ce_piece piece = {.quote = s->quote};
    size_t end, letters;
    int rc;

    piece.words = ce_arena_text(&s->batch->arena, from, length, s->err);
    if (!copy || !piece.words)
        return CE_ENOMEM;
    bracket = strchr(copy, '[');
    end = bracket ? (size_t)(bracket - copy) : length;
    if (bracket && copy[length - 1] == ']') {
        *bracket++ = '\0';
        copy[length - 1] = '\0';
    }
    for (name = copy + end; name > copy && !strchr(" \t", name[-1]);)
        name--;
    letters = strcspn(name, ".");
    part = name + letters + (name[letters] == '.');
    name[letters] = '\0';
    *taken = ce_batch_is_name(name, letters);
    if (!*taken)
        return CE_OK;
    if (name > copy)
        piece.text = ce_arena_text(&s->batch->arena, copy, (size_t)(name - copy), s->err);
    if (name > copy && !piece.text)
        return CE_ENOMEM;
    rc = set_kind(s, &piece, name, part);
    *taken = piece.kind != CE_PIECE_TEXT;
    if (!rc && !*taken)
        rc = s->quote == '\'' ? CE_OK : unknown(s, name);
    if (!rc && *taken && bracket)
        rc = take_ats(s, &piece, bracket);
    if (!rc && *taken)
        rc = end_text(s);
    return rc || !*taken ? rc : add_piece(s, piece);
}

/* ---- the text ---- */

/* A ( begins text without quotes, also within double ones after a $; its ) ends it. */
static void follow_parentheses(scanner *s, char c)
{
    int opens = c == '(' && (!s->quote || (s->quote == '"' && s->text.used > 1 &&
                                           s->text.bytes[s->text.used - 2] == '$'));

    if (opens && s->deep < MOST_DEEP) {
        s->around[s->deep++] = s->quote;
        s->quote = 0;
    } else if (c == ')' && !s->quote && s->deep) {
        s->quote = s->around[--s->deep];
    }
}

/* Keeps the character, and what sh makes of it: quotes, and escapes before others. Should this go
 * wrong, as in a here-document, a value is split into words, but never run (ce_batch_command). */
static void keep(scanner *s)
{
    char c = *s->at;

    ce_grown_add(&s->text, s->at++, 1);
    if (!s->command || s->text.rc)
        return;
    if (c == '\\' && s->quote != '\'' && *s->at)
        ce_grown_add(&s->text, s->at++, 1);
    else if (c == s->quote)
        s->quote = 0;
    else if (!s->quote && (c == '\'' || c == '"'))
        s->quote = c;
    else
        follow_parentheses(s, c);
}

/* A comment of sh: an apostrophe in it opens no quotation. */
static int keep_comment(scanner *s, const char *begin)
{
    size_t length;

    if (!s->command || s->quote || *s->at != '#' ||
        (s->at > begin && !strchr(" \t\n;&|(", s->at[-1])))
        return 0;
    length = strcspn(s->at, "\n");
    ce_grown_add(&s->text, s->at, length);
    s->at += length;
    return 1;
}

static int scan(scanner *s)
{
    const char *begin = s->at;
    int rc = CE_OK;

    while (*s->at && !rc) {
        size_t length = *s->at == '{' ? strcspn(s->at + 1, "{}") : 0;
        int taken = 0;
        if (keep_comment(s, begin))
            continue;
        if (*s->at == '{' && s->at[1 + length] == '}' && (s->at == begin || s->at[-1] != '$') &&
            resembles(s, s->at + 1, length))
            rc = take_placeholder(s, s->at + 1, length, &taken);
        if (taken)
            s->at += length + 2;
        else
            keep(s);
    }
    return rc ? rc : end_text(s);
}

int ce_batch_pieces(ce_batch *batch, const ce_batch_step *step, const char *text, size_t line,
                    int command, ce_pieces *pieces, ce_error *err)
{
    scanner s = {
        .batch = batch, .step = step, .at = text, .line = line, .command = command, .err = err};
    int rc = scan(&s);

    if (!rc) {
        pieces->piece = ce_arena_take(&batch->arena, (s.count + 1) * sizeof *s.piece, err);
        rc = pieces->piece ? CE_OK : CE_ENOMEM;
    }
    if (!rc && s.count)
        memcpy(pieces->piece, s.piece, s.count * sizeof *s.piece);
    pieces->count = s.count;
    pieces->line = line;
    free(s.piece);
    ce_grown_free(&s.text);
    return rc;
}
