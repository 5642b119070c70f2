/* ce-score: how well the clusterings of a label table agree with the true classes, or with each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tool.h"
#include "io/input.h"
#include "io/label_table.h"
#include "score/score_table.h"
#include "score/scores.h"

struct options {
    ce_common common;
    const char *truth, *scores, *ignore;
    int best, pairwise, list, format;
};

enum { SCORES_ROW = 1 };

static const ce_option table[] = {
    {'t', "truth", CE_TEXT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, truth), NULL,
     "table with the true classes: its class column, or its only column; default: the class column of the label table"},
    [SCORES_ROW] = {'s', "scores", CE_TEXT, "NAMES", 0, 0, NULL, "nmi,ari,error", offsetof(struct options, scores), NULL, NULL},
    {0, "ignore", CE_TEXT, "LABELS", 0, 0, NULL, NULL, offsetof(struct options, ignore), NULL,
     "leave out the objects of these true classes, comma separated"},
    {0, "best", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(struct options, best), NULL,
     "of the clusterings METHOD.kK of each method only the best by the first measure: chosen by looking at the truth"},
    {0, "pairwise", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(struct options, pairwise), NULL,
     "the clusterings against each other, by the first measure, without a truth"},
    {0, "format", CE_CHOICE, "FORMAT", 0, 0, "csv|json", "csv", offsetof(struct options, format), NULL, "of the output"},
    {0, "list", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(struct options, list), NULL, "print all measures and their definitions"},
};

enum { ROWS = sizeof table / sizeof *table };

static const ce_tool base = {
    .name = "ce-score",
    .summary = "Compare clusterings with the true classes, or with each other.",
    .operands = "[FILE]",
    .max_operands = 1,
    .option_count = ROWS,
    .shared = CE_WITH_TABLE | CE_WITH_THREADS,
};

/* Takes the objects of the classes in a comma separated list out of the truth; *ignored: how many these are. */
static int ignore_classes(const ce_cli *cli, const char *list, ce_text_column *truth, const ce_label_table *labels,
                          double *ignored, ce_error *err)
{
    size_t left = 0;

    for (size_t length; list; list = list[length] ? list + length + 1 : NULL) {
        int32_t class_;
        length = strcspn(list, ",");
        class_ = ce_categories_find(&truth->categories, list, length);
        if (class_ < 0)
            ce_cli_note(cli, "no object is of the class '%.*s' that is to be ignored", (int)length, list);
        for (size_t i = 0; i < truth->n && class_ >= 0; i++)
            if (truth->value[i] == class_) {
                truth->value[i] = CE_MISSING;
                *ignored += labels->size ? labels->size[i] : 1;
            }
    }
    for (size_t i = 0; i < truth->n; i++)
        left += truth->value[i] != CE_MISSING;
    return left ? CE_OK : ce_fail(err, CE_EINPUT, "no object is left: --ignore names all classes");
}

static void note_left_out(const ce_cli *cli, const ce_score_table *scores, double ignored)
{
    double least = (double)scores->least_out - ignored, most = (double)scores->most_out - ignored;

    if (most <= 0)
        return;
    if (least == most || scores->pairwise)
        ce_cli_note(cli, "%s%.0f of %.0f objects are left out: no label", scores->pairwise ? "up to " : "", most,
                    (double)scores->objects);
    else
        ce_cli_note(cli, "%.0f to %.0f of %.0f objects are left out, by clustering: no label", least, most,
                    (double)scores->objects);
}

/* The true classes, from -t or from the label table, in its order. With -t, --class names a column of the truth. */
static int get_truth(ce_text_column *truth, ce_label_table *labels, const struct options *options, const char *path,
                     const ce_table_format *format, ce_error *err)
{
    if (options->truth)
        return ce_truth_read_for(truth, options->truth, format, labels, path, err);
    if (!labels->class_.name)
        return ce_fail(err, CE_EINPUT, "%s: no column named 'class', and no -t: the truth is needed (or --pairwise)",
                       ce_path_name(path));
    if (!labels->class_.categories.count)
        return ce_fail(err, CE_EINPUT, "%s: no object has a class", ce_path_name(path));
    ce_text_column_move(truth, &labels->class_);
    return CE_OK;
}

static int score(const ce_cli *cli, const struct options *options, const ce_score_list *measures, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_table_format format = ce_cli_format(cli), label_format = format;
    ce_label_table labels = {0};
    ce_text_column truth = {0};
    ce_score_table scores = {0};
    double ignored = 0;
    int rc;

    if (options->truth && format.class_column && strcmp(format.class_column, "none"))
        label_format.class_column = NULL; /* it names the truth's column */
    if ((rc = ce_label_table_read(&labels, path, &label_format, err)))
        goto done;
    ce_cli_detail(cli, "%zu objects, %zu clusterings", labels.labels.n, labels.labels.m);
    if (options->pairwise) {
        rc = ce_score_table_pairwise(&scores, &labels, measures, err);
    } else if (!(rc = get_truth(&truth, &labels, options, path, &format, err)) &&
               !(rc = ignore_classes(cli, options->ignore, &truth, &labels, &ignored, err))) {
        if (!(rc = ce_score_table_compute(&scores, &labels, &truth, measures, err)) && options->best)
            rc = ce_score_table_best(&scores, err);
    }
    if (rc)
        goto done;
    rc = ce_score_table_write(&scores, options->common.output, options->common.delimiter, (ce_score_format)options->format, err);
    if (!rc)
        note_left_out(cli, &scores, ignored);
done:
    ce_score_table_free(&scores);
    ce_text_column_free(&truth);
    ce_label_table_free(&labels);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_option rows[ROWS];
    ce_tool tool = base;
    ce_cli cli;
    ce_error err = {0};
    ce_score_list measures = {0};
    ce_catalogue all = ce_scores_catalogue();
    char names[512];
    const char *operand;
    int rc;

    memcpy(rows, table, sizeof rows);
    /* the help of --scores names what the table of measures holds */
    ce_catalogue_names(&all, "measures, comma separated, or all. They are", names, sizeof names);
    rows[SCORES_ROW].help = names;
    tool.options = rows;
    ce_cli_parse(&cli, &tool, argc, argv, &options);
    operand = ce_cli_operand(&cli, 0);
    if (options.pairwise && (options.truth || options.ignore))
        ce_cli_usage(&cli, "--pairwise compares the clusterings with each other: no --truth, no --ignore");
    if (options.pairwise && options.best)
        ce_cli_usage(&cli, "--best chooses by the truth: not with --pairwise");
    if (options.truth && !strcmp(options.truth, "-") && (!operand || !strcmp(operand, "-")))
        ce_cli_usage(&cli, "--truth and FILE are both standard input");
    if (!(rc = ce_score_list_parse(&measures, &all, options.scores, &err))) {
        if (options.pairwise && measures.count > 1 && ce_cli_given(&cli, "scores"))
            ce_cli_note(&cli, "--pairwise tells only the first measure");
        if (options.list)
            rc = ce_definitions_write(&all, options.common.output, options.common.delimiter, (ce_score_format)options.format, &err);
        else
            rc = score(&cli, &options, &measures, &err);
    }
    ce_score_list_free(&measures);
    return ce_cli_end(&cli, rc, &err);
}
