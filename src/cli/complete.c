/*
 * What a word of a command line may become. Shells ask `ce-X --completions WORD...`.
 *
 * The words are those after the name of the tool, up to the one to complete, which may be empty. A
 * line of the answer is a word, then a tab and what it means; or ":files" where names of files are
 * right. Nothing here ends with a message: a shell has nowhere to show it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options_internal.h"
#include "io/input.h"

enum { MOST_NOUNS = 64, MOST_GIVEN = 200, HEADER = 1 << 16 };

/* The command line before the word to complete. */
typedef struct {
    const ce_tool *tool;
    const ce_descriptor *noun[MOST_NOUNS];
    size_t nouns;
    int has_noun; /* the place of the nouns is taken */
    const ce_option *given[MOST_GIVEN];
    size_t givens;
    const ce_option *waits; /* the word is its argument */
    int cites;              /* the word is that of --cite */
    const char *file;       /* the first operand that is a file */
} line;

/* ---- rows ---- */

typedef int visit_row(const ce_option *row, void *state);

/* Visits all rows that go with the nouns of the line, or with any when there is none yet, until a
 * visit returns 1. */
static void visit_rows(const line *l, visit_row *visit, void *state)
{
    const ce_option *shared[CE_SHARED_ROWS];
    const ce_tool *tool = l->tool;
    size_t count = ce_cli_shared_rows(tool, shared);

    for (size_t i = 0; i < tool->options.count; i++) {
        int goes = !l->nouns;
        for (size_t n = 0; n < l->nouns; n++)
            goes |= ce_cli_row_goes(&tool->options.row[i], l->noun[n]);
        if (goes && visit(&tool->options.row[i], state))
            return;
    }
    for (size_t i = 0; i < count; i++)
        if (visit(shared[i], state))
            return;
    for (size_t n = 0; tool->nouns && tool->nouns[n]; n++) {
        int chosen = !l->nouns;
        for (size_t c = 0; c < l->nouns; c++)
            chosen |= l->noun[c] == tool->nouns[n];
        for (size_t i = 0; chosen && i < tool->nouns[n]->options.count; i++)
            if (visit(&tool->nouns[n]->options.row[i], state))
                return;
    }
}

typedef struct {
    const char *name;
    size_t length;
    char letter;
    const ce_option *found;
    size_t alike;
} search;

static int compare_row(const ce_option *row, void *state)
{
    search *s = state;

    if (s->letter) {
        s->found = row->letter == s->letter ? row : NULL;
        return s->found != NULL;
    }
    if (strncmp(row->name, s->name, s->length) != 0)
        return 0;
    if (!row->name[s->length]) {
        s->found = row;
        s->alike = 1;
        return 1;
    }
    s->alike += !s->found || strcmp(s->found->name, row->name) != 0;
    s->found = row;
    return 0;
}

/* The option of a name, or of the beginning of one; NULL where there is none, or there are several.
 */
static const ce_option *row_named(const line *l, const char *name, size_t length)
{
    search s = {.name = name, .length = length};

    visit_rows(l, compare_row, &s);
    return s.alike == 1 ? s.found : NULL;
}

static const ce_option *row_of_letter(const line *l, char letter)
{
    search s = {.letter = letter};

    visit_rows(l, compare_row, &s);
    return s.found;
}

/* ---- the words before ---- */

static void give(line *l, const ce_option *row)
{
    if (l->givens < MOST_GIVEN)
        l->given[l->givens++] = row;
}

static void take_long(line *l, const char *word)
{
    size_t length = strcspn(word, "=");
    const ce_option *row = row_named(l, word, length);

    if (row)
        give(l, row);
    if (row && row->type != CE_FLAG && !word[length])
        l->waits = row;
    l->cites = !row && !strcmp(word, "cite");
}

static void take_letters(line *l, const char *word)
{
    for (; *word; word++) {
        const ce_option *row = row_of_letter(l, *word);
        if (!row)
            return;
        give(l, row);
        if (row->type != CE_FLAG) {
            l->waits = word[1] ? NULL : row;
            return;
        }
    }
}

static void take_nouns(line *l, const char *word)
{
    l->has_noun = 1;
    while (l->nouns < MOST_NOUNS) {
        size_t length = l->tool->noun_list ? strcspn(word, ",") : strlen(word);
        size_t i = ce_cli_find_noun(l->tool, word, length);
        if (l->tool->nouns[i])
            l->noun[l->nouns++] = l->tool->nouns[i];
        if (!word[length])
            return;
        word += length + 1;
    }
}

static void take_word(line *l, const char *word)
{
    if (!strcmp(word, "=") && (l->waits || l->givens))
        return; /* bash takes --name=value as three words */
    if (l->waits || l->cites) {
        l->waits = NULL;
        l->cites = 0;
    } else if (!strncmp(word, "--", 2) && word[2]) {
        take_long(l, word + 2);
    } else if (*word == '-' && word[1] && word[1] != '-') {
        take_letters(l, word + 1);
    } else if (l->tool->nouns && !l->has_noun) {
        take_nouns(l, word);
    } else if (!l->file) {
        l->file = word;
    }
}

/* The nouns are known before the options, which may stand first. */
static void take_words(line *l, int words, char **word)
{
    line first = *l;

    for (int w = 0; w < words; w++)
        take_word(&first, word[w]);
    l->nouns = first.nouns;
    memcpy(l->noun, first.noun, sizeof l->noun);
    for (int w = 0; w < words; w++)
        take_word(l, word[w]);
    l->nouns = first.nouns;
}

/* ---- answers ---- */

/* The beginning of a line of the answer: what stands before the part that is completed. */
typedef struct {
    const char *before;
    int before_length;
    const char *part;
} asked;

/* The part of a word after its last comma. */
static asked last_of_list(const char *word)
{
    const char *comma = strrchr(word, ',');

    return (asked){word, comma ? (int)(comma + 1 - word) : 0, comma ? comma + 1 : word};
}

static void answer(const asked *a, const char *text, size_t length, const char *meaning)
{
    if (strncmp(text, a->part, strlen(a->part)) != 0 || length < strlen(a->part))
        return;
    printf("%.*s%.*s", a->before_length, a->before, (int)length, text);
    if (meaning)
        printf("\t%s", meaning);
    putchar('\n');
}

static void answer_nouns(const line *l, const asked *a)
{
    for (size_t i = 0; l->tool->nouns && l->tool->nouns[i]; i++)
        answer(a, l->tool->nouns[i]->name, strlen(l->tool->nouns[i]->name),
               l->tool->nouns[i]->summary);
}

/* Words with bars between them. */
static void answer_choices(const asked *a, const char *choices)
{
    while (1) {
        size_t length = strcspn(choices, "|");
        answer(a, choices, length, NULL);
        if (!choices[length])
            return;
        choices += length + 1;
    }
}

typedef struct {
    const line *line;
    const asked *asked;
    const ce_option *row;
    const char *seen[MOST_GIVEN];
    size_t count;
} options_answer;

static int is_known(const options_answer *o, const char *name)
{
    for (size_t i = 0; i < o->line->givens; i++)
        if (!strcmp(o->line->given[i]->name, name))
            return 1;
    for (size_t i = 0; i < o->count; i++)
        if (!strcmp(o->seen[i], name))
            return 1;
    return 0;
}

/* Whether an option that was given rules this one out. */
static int is_ruled_out(const options_answer *o, const ce_option *row)
{
    char condition[80];

    for (const char *at = row->only ? row->only : ""; (at = strchr(at, '!')); at++) {
        snprintf(condition, sizeof condition, "%.*s", (int)strcspn(at + 1, " "), at + 1);
        for (size_t i = 0; i < o->line->givens; i++)
            if (!strcmp(o->line->given[i]->name, condition))
                return 1;
    }
    return 0;
}

static int answer_option(const ce_option *row, void *state)
{
    options_answer *o = state;
    char name[80];

    if (is_known(o, row->name) || is_ruled_out(o, row))
        return 0;
    snprintf(name, sizeof name, "--%s", row->name);
    answer(o->asked, name, strlen(name), row->help ? row->help : o->line->tool->k_help);
    if (o->count < MOST_GIVEN)
        o->seen[o->count++] = row->name;
    return 0;
}

static void answer_options(const line *l, const asked *a)
{
    options_answer o = {.line = l, .asked = a};

    visit_rows(l, answer_option, &o);
    answer(a, "--help", 6, "print help and exit");
    answer(a, "--version", 9, "print the version and exit");
    answer(a, "--list-options", 14, "print all options as CSV and exit");
    if (l->tool->nouns) {
        answer(a, "--list", 6, "print all nouns and exit");
        answer(a, "--cite", 6, "print the reference of a noun and exit");
    }
}

/* ---- columns of a file ---- */

/* What stands between the cells of a header: the first of , ; tab that is there. */
static char delimiter_of(const char *header)
{
    return header[strcspn(header, ",;\t")];
}

/* One cell from *at on, without its quotes; *at goes behind it. 0 at the end. */
static int next_cell(char **at, char delimiter, char **cell)
{
    char *from = *at, *to = *at;
    int quoted = *from == '"';

    if (!*from)
        return 0;
    *cell = to;
    for (from += quoted; *from && (quoted || *from != delimiter); from++) {
        if (quoted && *from == '"' && from[1] != '"')
            quoted = 0;
        else
            *to++ = *from == '"' && quoted ? *from++ : *from;
    }
    *at = from + (*from != '\0');
    *to = '\0';
    return 1;
}

static void answer_columns(const line *l, const asked *a)
{
    char *header = calloc(HEADER, 1), *at, *cell, delimiter;
    ce_input *input = NULL;
    size_t got = 0;
    ce_error err = {0};

    if (header && l->file && strcmp(l->file, "-") != 0 && !ce_input_open(&input, l->file, &err) &&
        !ce_input_read(input, header, HEADER - 1, &got, &err)) {
        header[strcspn(header, "\r\n")] = '\0';
        at = header + (strncmp(header, "\xEF\xBB\xBF", 3) ? 0 : 3);
        delimiter = delimiter_of(at);
        while (*at != '\x93' && next_cell(&at, delimiter, &cell))
            if (!cell[strcspn(cell, "\t\n")])
                answer(a, cell, strlen(cell), NULL);
    }
    ce_input_close(input, &err);
    free(header);
}

/* ---- arguments ---- */

static int is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (word && !strcmp(word, *list))
            return 1;
    return 0;
}

static void answer_argument(const line *l, const ce_option *row, asked a)
{
    static const char *const columns[] = {"COL", "COLS", "COLUMN", "NAMES", NULL};
    asked part = last_of_list(a.part);

    part.before = a.before;
    part.before_length += a.before_length;
    if (row->choices)
        answer_choices(row->type == CE_CHOICE ? &a : &part, row->choices);
    else if (is_one_of(row->argument, columns))
        answer_columns(l, &part);
    else if (ce_option_names_file(row->type))
        puts(":files");
}

static void answer_word(const line *l, const char *word)
{
    asked whole = {word, 0, word}, list = last_of_list(word);
    size_t equals = strcspn(word, "=");
    const ce_option *row = NULL;

    if (l->waits)
        row = l->waits;
    else if (!strncmp(word, "--", 2) && word[equals])
        row = row_named(l, word + 2, equals - 2);
    if (row) {
        if (!l->waits)
            whole = (asked){word, (int)equals + 1, word + equals + 1};
        else if (!strcmp(word, "="))
            whole.part = "";
        answer_argument(l, row, whole);
    } else if (l->cites) {
        answer_nouns(l, &whole);
    } else if (*word == '-') {
        answer_options(l, &whole);
    } else if (l->tool->nouns && !l->has_noun) {
        answer_nouns(l, l->tool->noun_list ? &list : &whole);
    } else if (l->tool->max_operands) {
        puts(":files");
    }
}

void ce_cli_complete(const ce_tool *tool, int words, char **word)
{
    line l = {.tool = tool};

    if (words > 1)
        take_words(&l, words - 1, word);
    answer_word(&l, words ? word[words - 1] : "");
}
