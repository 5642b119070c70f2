/* impute: finds pairs that base clusterings disagree on, and asks an oracle about them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "constrain.h"
#include "constrain/answers.h"
#include "constrain/impute.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/label_table.h"

typedef struct {
    double low, high;
    const char *queries, *truth, *data;
    int widen, ask, ask_implied;
} impute_options;

enum { WIDEN_YES, WIDEN_NO };
/* In the order of the enum; for option rows. */
#define WIDEN_NAMES "yes|no"

static const ce_option rows[] = {
    {0, "low", CE_REAL, "T", 0, 1, NULL, "0.4", offsetof(impute_options, low), NULL,
     "smallest co-association of a pair to ask about"},
    {0, "high", CE_REAL, "T", 0, 1, NULL, "0.6", offsetof(impute_options, high), NULL,
     "largest co-association of a pair to ask about"},
    {0, "queries", CE_TEXT, "Q", 0, 0, NULL, NULL, offsetof(impute_options, queries), NULL,
     "how many to ask about, drawn at random: a number, or with a point a share of the number of "
     "objects; default: all"},
    {0, "widen", CE_CHOICE, "WHETHER", 0, 0, WIDEN_NAMES, "yes", offsetof(impute_options, widen),
     "queries", "if there are fewer: widen the band, or refuse"},
    {'t', "truth", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(impute_options, truth), "!ask",
     "the true classes that answer, as for ce-score; default: the class column of FILE"},
    {0, "ask", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(impute_options, ask), NULL,
     "ask a person, on standard error"},
    {0, "ask-implied", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(impute_options, ask_implied),
     "ask", "also ask what follows from earlier answers, which shows contradictions"},
    {0, "data", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(impute_options, data), "ask",
     "show the person the rows of both objects in this data table"},
};

/* The value of --queries: a whole number, or with a point a share of the objects, rounded to the
 * nearest whole number from 1. 0 stands for all pairs of the band. */
static size_t queries_wanted(const ce_cli *cli, const char *text, size_t n)
{
    double value;

    if (!text)
        return 0;
    if (ce_parse_real(text, strlen(text), &value) != 1 || value <= 0 || value > 1e15 ||
        (!strchr(text, '.') && value != floor(value)))
        ce_cli_usage(
            cli,
            "--queries '%s', a whole number from 1 or a share of the objects with a point expected",
            text);
    if (strchr(text, '.'))
        value = fmax(1, round(value * (double)n));
    return (size_t)value;
}

static void check(const ce_cli *cli, const void *options)
{
    const impute_options *o = options;

    if (o->low > o->high)
        ce_cli_usage(cli, "--low %g --high %g: nothing between them", o->low, o->high);
    if (o->ask && o->data && !strcmp(o->data, "-"))
        ce_cli_usage(cli, "--data is standard input, from which answers come");
    queries_wanted(cli, o->queries, 1);
}

/* ---- the truth as the oracle ---- */

/* Gets the true classes, from --truth or from the label table itself. */
static int get_truth(const ce_cli *cli, const impute_options *o, ce_label_table *labels,
                     ce_text_column *truth, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_table_format format = ce_cli_format(cli);

    if (o->truth)
        return ce_truth_read_for(truth, o->truth, &format, labels, path, err);
    if (!labels->class_.name)
        return ce_fail(err, CE_EINPUT,
                       "%s: no column named 'class', no --truth and no --ask: an oracle is needed",
                       ce_path_name(path));
    ce_text_column_move(truth, &labels->class_);
    return CE_OK;
}

static int ask_truth(const ce_text_column *truth, const ce_label_table *labels, const char *path,
                     const ce_impute_result *pairs, ce_constraints *constraints, ce_error *err)
{
    char name[ASK_NAME];
    int rc = CE_OK;

    for (size_t p = 0; p < pairs->count && !rc; p++) {
        int32_t i = pairs->pair[p].i, j = pairs->pair[p].j, a = truth->value[i],
                b = truth->value[j];
        if (a < 0 || b < 0)
            rc = ce_fail(err, CE_EINPUT, "%s: object %s has no class, and is asked about",
                         ce_path_name(path), ask_name(labels, (size_t)(a < 0 ? i : j), name));
        else
            rc = ce_constraints_add(constraints, i, j, a == b ? CE_MUST_LINK : CE_CANNOT_LINK, 0,
                                    err);
    }
    return rc;
}

/* ---- the whole ---- */

/* counts: of a person's answers. NULL: the truth answered all questions. */
static void tell(const ce_cli *cli, const ce_impute_result *pairs,
                 const ce_constraints *constraints, const ask_counts *counts)
{
    size_t must = ce_constraints_count(constraints, CE_MUST_LINK),
           cannot = constraints->count - must;

    if (counts)
        ce_cli_note(cli,
                    "%.0f pairs in the band %g to %g, %zu to ask: %zu must, %zu cannot; of these "
                    "%zu follow from others, %zu left out, %zu not reached",
                    pairs->in_band, pairs->low, pairs->high, pairs->count, must, cannot,
                    counts->followed, counts->left_out,
                    pairs->count - constraints->count - counts->left_out);
    else
        ce_cli_note(cli, "%.0f pairs in the band %g to %g, %zu asked: %zu must, %zu cannot",
                    pairs->in_band, pairs->low, pairs->high, pairs->count, must, cannot);
}

static int impute(const ce_cli *cli, const impute_options *o, ce_label_table *labels,
                  const ce_text_column *truth, const ce_impute_result *pairs, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_answers answers = {0};
    ask_options how = {o->data, o->ask_implied};
    ask_counts counts = {0};
    int rc = ce_answers_init(&answers, labels->labels.n, err);

    if (!rc && o->ask)
        rc = ask_person(cli, &how, labels, pairs, &answers, &counts, err);
    else if (!rc)
        rc = ask_truth(truth, labels, o->truth ? o->truth : path, pairs, &answers.given, err);
    if (!rc) {
        ce_constraints_sort(&answers.given);
        rc = ce_constraints_write(&answers.given, &labels->id, cli->common->output,
                                  cli->common->delimiter, err);
    }
    if (!rc)
        tell(cli, pairs, &answers.given, o->ask ? &counts : NULL);
    ce_answers_free(&answers);
    return rc;
}

static int run(const ce_cli *cli, const void *options, ce_error *err)
{
    const impute_options *o = options;
    const char *path = ce_cli_operand(cli, 0);
    ce_table_format format = ce_cli_format(cli);
    ce_label_table labels = {0};
    ce_text_column truth = {0};
    ce_impute_result pairs = {0};
    ce_impute_options how = {o->low, o->high, 0, o->widen == WIDEN_YES, cli->common->seed};
    int rc;

    if (o->truth && format.class_column && strcmp(format.class_column, "none"))
        format.class_column = NULL; /* it names the truth's column */
    rc = ce_label_table_read(&labels, path, &format, err);
    if (!rc)
        rc = ce_label_table_need_objects(&labels, path, err);
    if (!rc && !o->ask) /* what may be refused comes first */
        rc = get_truth(cli, o, &labels, &truth, err);
    if (rc)
        goto done;
    how.queries = queries_wanted(cli, o->queries, labels.labels.n);
    rc = ce_impute(&labels.labels, &how, &pairs, err);
    if (rc)
        goto done;
    if (pairs.low < o->low || pairs.high > o->high)
        ce_cli_note(
            cli,
            "fewer than %zu pairs have a co-association from %g to %g: from %g to %g are taken",
            how.queries, o->low, o->high, pairs.low, pairs.high);
    rc = impute(cli, o, &labels, &truth, &pairs, err);
done:
    ce_text_column_free(&truth);
    ce_impute_result_free(&pairs);
    ce_label_table_free(&labels);
    return rc;
}

const constrain_noun constrain_impute = {
    .about = {.name = "impute",
              .summary = "pairs that base clusterings disagree on, and what the truth or a person "
                         "says of them",
              .about = "It is most useful to know the answer for pairs of objects that about "
                       "half of the base clusterings put together. The true classes give it, as "
                       "in experiments, or a person, and it is written as a constraint.",
              .reference = "greene2007",
              .reads = CE_READS_LABELS,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, impute_options)},
    .check = check,
    .run = run,
};
