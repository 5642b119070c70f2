/* Asks a person about pairs, one by one. */
#include "ask.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "constrain/chunklets.h"
#include "core/memory.h"
#include "core/random.h"
#include "io/beside.h"
#include "io/data_table.h"
#include "io/input.h"
#include "io/objects.h"

enum { CELL = 40 }; /* characters of a cell that are shown */

/* What can be said to a question. */
typedef enum {
    SAID_MUST = CE_MUST_LINK,
    SAID_CANNOT = CE_CANNOT_LINK,
    SAID_NOTHING,
    SAID_QUIT,
    SAID_NONSENSE
} said;

typedef struct {
    const ce_cli *cli;
    const ce_label_table *labels;
    ce_data_table data; /* empty where no rows are shown */
    int32_t *row;       /* owned; the row of each object in data, or NULL where it is the same */
    FILE *in;
    char *line; /* owned; from getline */
    size_t capacity;
    size_t at, count; /* the number of the question, and how many there are */
} talk;

/* At most CELL characters of a text, for a terminal. Control characters could move its cursor and
 * are shown as '?'. shown: CELL + 1 bytes. */
static const char *shown_text(const char *text, char *shown)
{
    size_t length = strnlen(text, CELL);

    for (size_t c = 0; c < length; c++)
        shown[c] = iscntrl((unsigned char)text[c]) ? '?' : text[c];
    shown[length] = 0;
    return shown;
}

const char *ask_name(const ce_label_table *labels, size_t i, char text[ASK_NAME])
{
    char id[CELL + 1];

    if (labels->id.name)
        snprintf(text, ASK_NAME, "%zu (%s)", i + 1,
                 shown_text(ce_text_column_get(&labels->id, i), id));
    else
        snprintf(text, ASK_NAME, "%zu", i + 1);
    return text;
}

/* ---- the rows of the objects ---- */

/* Reads the rows of --data and finds the row of each object, by id where both tables have ids. */
static int read_data(talk *t, const ask_options *o, ce_error *err)
{
    const ce_text_column *id = &t->labels->id, *own = &t->data.id;
    const char *path = ce_cli_operand(t->cli, 0);
    ce_table_format format = ce_cli_format(t->cli),
                    beside = ce_format_beside_labels(&format, t->labels, path);
    int rc = o->data ? ce_data_table_read(&t->data, o->data, &beside, err) : CE_OK;

    if (rc || !o->data)
        return rc;
    rc = ce_objects_check_count(t->data.values.rows, own, o->data, t->labels->labels.n, id, path,
                                "", err);
    if (rc)
        return rc;
    ce_ids_tell_order(own, o->data, id, path, &format.listener);
    return id->name && own->name ? ce_objects_find(&t->row, own, o->data, id, path, err) : CE_OK;
}

static const char *cell_text(const talk *t, size_t object, size_t s, char text[CELL + 1])
{
    const ce_categories *categories = &t->data.categories[s];
    size_t row = t->row ? (size_t)t->row[object] : object;
    double value = t->data.values.values[row * t->data.values.columns + s];

    if (value != value)
        return "NA";
    if (categories->count)
        return shown_text(categories->text[(size_t)value], text);
    snprintf(text, CELL + 1, "%g", value);
    return text;
}

static int widest(int width, const char *text)
{
    int length = (int)strnlen(text, CELL);

    return length > width ? length : width;
}

/* Shows a line for each feature: its name and the two cells. */
static void show_rows(const talk *t, const ce_uncertain_pair *pair, const char *first,
                      const char *second)
{
    char i[CELL + 1], j[CELL + 1], name[CELL + 1];
    int left = 0, middle = widest(0, first);

    for (size_t s = 0; s < t->data.values.columns; s++) {
        left = widest(left, t->data.name[s]);
        middle = widest(middle, cell_text(t, (size_t)pair->i, s, i));
    }
    if (t->data.values.columns)
        fprintf(stderr, "  %-*s  %-*.*s  %.*s\n", left, "", middle, CELL, first, CELL, second);
    for (size_t s = 0; s < t->data.values.columns; s++)
        fprintf(stderr, "  %-*s  %-*s  %s\n", left, shown_text(t->data.name[s], name), middle,
                cell_text(t, (size_t)pair->i, s, i), cell_text(t, (size_t)pair->j, s, j));
}

/* ---- questions ---- */

static int is_any(const char *text, const char *const *word, size_t count)
{
    for (size_t w = 0; w < count; w++)
        if (!strcasecmp(text, word[w]))
            return 1;
    return 0;
}

static said read_answer(talk *t)
{
    static const char *const must[] = {"y", "yes", "must"}, *const cannot[] = {"n", "no", "cannot"},
                             *const quit[] = {"q", "quit"};
    int typed = isatty(fileno(t->in)); /* the person's line end then ends the question's line */
    char *text;

    fputc(typed ? ' ' : '\n', stderr);
    if (getline(&t->line, &t->capacity, t->in) < 0) {
        if (typed)
            fputc('\n', stderr);
        return SAID_QUIT;
    }
    text = t->line;
    text[strcspn(text, "\r\n")] = '\0';
    text += strspn(text, " \t");
    for (size_t end = strlen(text); end && strchr(" \t", text[end - 1]);)
        text[--end] = '\0';
    if (!*text || !strcmp(text, "?"))
        return SAID_NOTHING;
    if (is_any(text, must, 3))
        return SAID_MUST;
    if (is_any(text, cannot, 3))
        return SAID_CANNOT;
    return is_any(text, quit, 2) ? SAID_QUIT : SAID_NONSENSE;
}

static said ask(talk *t, const ce_uncertain_pair *pair)
{
    char first[ASK_NAME], second[ASK_NAME];
    said answer;

    ask_name(t->labels, (size_t)pair->i, first);
    ask_name(t->labels, (size_t)pair->j, second);
    show_rows(t, pair, first, second);
    for (;;) {
        fprintf(stderr, "%zu/%zu: must %s and %s be in one cluster? T = %.3g [y/n/?/q]", t->at,
                t->count, first, second, pair->coassociation);
        answer = read_answer(t);
        if (answer != SAID_NONSENSE)
            return answer;
        fprintf(stderr, "y or must, n or cannot, ? to leave it out, q to stop\n");
    }
}

/* Tells the person which earlier answers an answer contradicts. */
static int tell_contradiction(const talk *t, const ce_answers *answers,
                              const ce_uncertain_pair *pair, ce_link link, ce_error *err)
{
    ce_constraints all = {0};
    ce_chunklets chunklets = {0};
    ce_contradictions found = {0};
    char name[ASK_NAME];
    int rc = ce_constraints_copy(&all, &answers->given, err);

    if (!rc)
        rc = ce_constraints_add(&all, pair->i, pair->j, link, 0, err);
    if (!rc)
        rc = ce_chunklets_build(&chunklets, &all, 0, &found, err);
    if (!rc && found.count) {
        const ce_constraint *cannot = &all.pair[found.constraint[0]];
        fprintf(stderr, "that contradicts earlier answers: %s and ",
                ask_name(t->labels, (size_t)cannot->i, name));
        fprintf(stderr, "%s cannot be in one cluster, but ",
                ask_name(t->labels, (size_t)cannot->j, name));
        for (size_t s = 0; s < found.start[1]; s++)
            fprintf(stderr, "%s%s", s ? " - " : "",
                    ask_name(t->labels, (size_t)found.chain[s], name));
        fprintf(stderr, " must\n");
    }
    ce_contradictions_free(&found);
    ce_chunklets_free(&chunklets);
    ce_constraints_free(&all);
    return rc;
}

/* Deals with one pair. If earlier answers imply the answer it is added without a question, unless
 * o->implied. *over: the person wants no more questions. */
static int deal_with(talk *t, const ask_options *o, const ce_uncertain_pair *pair,
                     ce_answers *answers, ask_counts *counts, int *over, ce_error *err)
{
    int follows = ce_answers_follow(answers, pair->i, pair->j), rc = CE_OK;
    said answer;

    if (follows >= 0 && !o->implied) {
        counts->followed++;
        return ce_answers_add(answers, pair->i, pair->j, (ce_link)follows, err);
    }
    if (*over)
        return CE_OK;
    answer = ask(t, pair);
    while (answer <= SAID_CANNOT && follows >= 0 && (int)answer != follows && !rc) {
        rc = tell_contradiction(t, answers, pair, (ce_link)answer, err);
        if (!rc)
            answer = ask(t, pair);
    }
    if (rc)
        return rc;
    *over = answer == SAID_QUIT;
    counts->left_out += answer == SAID_NOTHING;
    if (answer <= SAID_CANNOT)
        rc = ce_answers_add(answers, pair->i, pair->j, (ce_link)answer, err);
    return rc;
}

/* Opens the source of answers: standard input, or the terminal where that is the table. */
static int open_answers(talk *t, ce_error *err)
{
    const char *path = ce_cli_operand(t->cli, 0);

    t->in = path && strcmp(path, "-") ? stdin : fopen("/dev/tty", "r");
    if (!t->in)
        return ce_fail(err, CE_EIO,
                       "/dev/tty: %s; answers come from standard input when LABELS is a file",
                       strerror(errno));
    return CE_OK;
}

int ask_person(const ce_cli *cli, const ask_options *o, const ce_label_table *labels,
               const ce_impute_result *pairs, ce_answers *answers, ask_counts *counts,
               ce_error *err)
{
    talk t = {.cli = cli, .labels = labels, .count = pairs->count};
    size_t *order = ce_alloc(pairs->count, sizeof *order, err);
    gsl_rng *rng = ce_random_alloc(cli->common->seed, CE_STREAM_QUERIES, 1, err);
    int over = 0, rc = order && rng ? ce_random_choose(rng, pairs->count, pairs->count, order, err)
                                    : CE_ENOMEM;

    if (!rc)
        rc = read_data(&t, o, err);
    if (!rc)
        rc = open_answers(&t, err);
    for (size_t p = 0; p < pairs->count && !rc && !(over && o->implied); p++) {
        t.at = p + 1;
        rc = deal_with(&t, o, &pairs->pair[order[p]], answers, counts, &over, err);
    }
    if (t.in && t.in != stdin)
        fclose(t.in);
    free(t.line);
    free(t.row);
    ce_data_table_free(&t.data);
    gsl_rng_free(rng);
    free(order);
    return rc;
}
