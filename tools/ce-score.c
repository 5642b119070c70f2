/* ce-score: how well the clusterings of a label table agree with the true classes, with each other,
 * with the distances of the objects, or with base clusterings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/part.h"
#include "cli/tool.h"
#include "core/memory.h"
#include "io/class_list.h"
#include "io/constraint_table.h"
#include "io/input.h"
#include "io/label_check.h"
#include "io/label_table.h"
#include "io/matrix_file.h"
#include "io/records.h"
#include "io/sums_table.h"
#include "score/score.h"
#include "score/score_sums.h"
#include "score/scores.h"

struct options {
    ce_common common;
    const char *truth, *scores, *ignore, *constraints, *ensemble, *part;
    score_source source;
    int best, pairwise, list, format;
};

enum { SCORES_ROW = 1 };

static const ce_option table[] = {
    {'t', "truth", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, truth), NULL,
     "table with the true classes: its class column, or its only column; default: the class column "
     "of the label table"},
    [SCORES_ROW] = {'s', "scores", CE_TEXT, "NAMES", 0, 0, NULL, "nmi,ari,error",
                    offsetof(struct options, scores), "!part",
                    "measures, comma separated, or all; --list tells which there are"},
    {0, "ignore", CE_TEXT, "LABELS", 0, 0, NULL, NULL, offsetof(struct options, ignore), NULL,
     "leave out the objects of these true classes, comma separated"},
    {0, "constraints", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, constraints),
     NULL,
     "pairs of objects that belong together or not: adds error-unconstrained,violated to the "
     "default measures"},
    {0, "data", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, source.data), NULL,
     "data table of the objects: measures that need no truth"},
    {0, "matrix", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, source.matrix), NULL,
     "the same from a matrix between the objects"},
    {0, "input", CE_CHOICE, "WHAT", 0, 0, CE_INPUT_NAMES, "similarity",
     offsetof(struct options, source.input), "matrix", "what it holds"},
    {0, "neighbours", CE_INTEGER, "L", 1, 1e9, NULL, "10",
     offsetof(struct options, source.neighbours), NULL, "nearest neighbours for connectivity"},
    {0, "sample", CE_INTEGER, "N", 1, 1e9, NULL, NULL, offsetof(struct options, source.sample),
     "data", "the silhouette of N objects drawn at random, in place of all"},
    {0, "objects", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, source.objects),
     NULL, "write the silhouette of each object to FILE"},
    {0, "ensemble", CE_INPUT, "FILE", 0, 0, NULL, NULL, offsetof(struct options, ensemble), NULL,
     "label table of base clusterings: mean agreement with them, which needs no truth"},
    {0, "best", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(struct options, best), "!part",
     "only the best clustering METHOD.kK of each method, by the first measure"},
    {0, "pairwise", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(struct options, pairwise), NULL,
     "compare the clusterings with each other, by the first measure"},
    CE_ROW_PART(struct options, part),
    {0, "format", CE_CHOICE, "FORMAT", 0, 0, CE_RECORDS_NAMES, "csv",
     offsetof(struct options, format), "!part", "of the output; if not given, by its name"},
    {0, "list", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(struct options, list), NULL,
     "print all measures and their definitions"},
};

enum { ROWS = sizeof table / sizeof *table };

static const ce_tool base = {
    .name = "ce-score",
    .summary = "Compare clusterings with the true classes, each other, the data, or an ensemble.",
    .operands = "[FILE]",
    .max_operands = 1,
    .shared = CE_WITH_TABLE | CE_WITH_COLUMNS | CE_WITH_THREADS | CE_WITH_DIGITS | CE_WITH_SEED |
              CE_WITH_PROGRESS,
};

/* Takes the objects of the classes in a comma separated list out of the truth; *ignored: how many
 * these are. out: n, gets 1 for each of them; NULL: not asked for. */
static void leave_out_classes(const ce_cli *cli, const char *list, ce_text_column *truth,
                              const ce_label_table *labels, double *ignored, unsigned char *out)
{
    ce_listener listener = ce_cli_format(cli).listener;

    ce_classes_leave_out(truth, list, labels->size, ignored, out, &listener);
}

/* The same for all objects of a job. */
static int ignore_classes(const ce_cli *cli, const char *list, ce_text_column *truth,
                          const ce_label_table *labels, double *ignored, unsigned char *out,
                          ce_error *err)
{
    size_t left = 0;

    leave_out_classes(cli, list, truth, labels, ignored, out);
    for (size_t i = 0; i < truth->n; i++)
        left += truth->value[i] != CE_MISSING;
    return left ? CE_OK : ce_fail(err, CE_EINPUT, "no object is left: --ignore names all classes");
}

/* Takes the labels from the objects that are out, for the measures that know no classes. */
static void take_labels(ce_label_table *labels, const unsigned char *out)
{
    for (size_t q = 0; q < labels->labels.m; q++) {
        int32_t *label = ce_labels_column(&labels->labels, q);
        for (size_t i = 0; i < labels->labels.n; i++)
            label[i] = out[i] ? CE_MISSING : label[i];
    }
}

/* unclassed: objects without a class; most: objects that a clustering leaves out. */
static const char *why_left_out(double unclassed, double most)
{
    if (unclassed <= 0)
        return "no label";
    return unclassed == most ? "no class" : "no label or no class";
}

static void note_left_out(const ce_cli *cli, const score_result *result, double ignored)
{
    const ce_score_table *scores = &result->scores;
    double least = (double)scores->least_out - ignored, most = (double)scores->most_out - ignored;
    const char *why = why_left_out((double)scores->unclassed - ignored, most);

    if (scores->most_unknown)
        ce_cli_note(cli,
                    "constraints of objects without a label, neither kept nor violated: up to %zu",
                    scores->most_unknown);
    if (most <= 0)
        return;
    if (least == most || result->pairwise)
        ce_cli_note(cli, "%s%.0f of %.0f objects are left out: %s",
                    result->pairwise ? "up to " : "", most, (double)scores->objects, why);
    else
        ce_cli_note(cli, "%.0f to %.0f of %.0f objects are left out, by clustering: %s", least,
                    most, (double)scores->objects, why);
}

/* The true classes, from -t or from the label table, in its order. With -t, --class names a column
 * of the truth. */
static int get_truth(ce_text_column *truth, ce_label_table *labels, const struct options *options,
                     const char *path, const ce_table_format *format, ce_error *err)
{
    ce_table_format about = *format;

    about.known = options->ignore;
    about.spare_id = options->source.data != NULL; /* --id may name the column of theirs */
    if (options->truth)
        return ce_truth_read_for(truth, options->truth, &about, labels, path, err);
    if (!labels->class_.name)
        return ce_fail(
            err, CE_EINPUT,
            "%s: no column named 'class', and no -t: the truth is needed (or --pairwise, "
            "--data, --matrix, --ensemble)",
            ce_path_name(path));
    if (!labels->class_.categories.count)
        return ce_fail(err, CE_EINPUT, "%s: no object has a class", ce_path_name(path));
    ce_text_column_move(truth, &labels->class_);
    return ce_truth_check(truth, path, format, err);
}

/* Constraints between the objects of the label table. A pair with both links is legal here: one of
 * them is violated, or unknown. */
static int get_constraints(ce_constraint_table *constraints, const struct options *options,
                           const ce_label_table *labels, const char *path, ce_error *err)
{
    ce_constraint_objects objects = {labels->labels.n, &labels->id, path};

    if (!options->constraints)
        return CE_OK;
    if (ce_label_table_need_objects(labels, path, err))
        return CE_EINPUT;
    return ce_constraint_table_read(constraints, options->constraints,
                                    options->common.read_delimiter, &objects, CE_PAIRS_OPPOSED,
                                    err);
}

/* Without a truth `all` are the measures that need none, where there is something else to measure
 * by. */
static void drop_truth(const struct options *options, const ce_label_table *labels,
                       ce_measure_list *measures)
{
    size_t kept = 0;

    if (strcmp(options->scores, "all") || options->truth || labels->class_.name ||
        (!options->source.data && !options->source.matrix && !options->ensemble))
        return;
    for (size_t s = 0; s < measures->count; s++)
        if (!ce_score_needs_truth((ce_score)measures->which[s]))
            measures->which[kept++] = measures->which[s];
    measures->count = kept;
}

/* needs: what a measure can need, such as ce_score_needs_truth. */
static int any_needs(const ce_measure_list *measures, int (*needs)(ce_score))
{
    for (size_t s = 0; s < measures->count; s++)
        if (needs((ce_score)measures->which[s]))
            return 1;
    return 0;
}

/* Against the truth, the constraints, the distances: some of them. *ignored: objects of the classes
 * to ignore. */
static int score_clusterings(const ce_cli *cli, const struct options *options,
                             const ce_measure_list *measures, ce_label_table *labels,
                             ce_text_column *truth, score_result *result, double *ignored,
                             ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_table_format format = ce_cli_format(cli);
    int with_truth = any_needs(measures, ce_score_needs_truth);
    unsigned char *out = ce_calloc(labels->labels.n, 1, err);
    ce_constraint_table constraints = {0};
    ce_score_reference reference = {0};
    int rc = out ? get_constraints(&constraints, options, labels, path, err) : CE_ENOMEM;

    if (!rc && (with_truth || options->ignore))
        rc = get_truth(truth, labels, options, path, &format, err);
    if (!rc && options->ignore)
        rc = ignore_classes(cli, options->ignore, truth, labels, ignored, out, err);
    if (with_truth) {
        reference.classes = truth->value;
        reference.k = (int32_t)truth->categories.count;
    }
    if (options->constraints)
        reference.constraints = &constraints.constraints;
    if (!rc)
        rc = ce_score_table_compute(&result->scores, &labels->labels, labels->size, &reference,
                                    measures->which, measures->count, err);
    if (!rc && options->ignore)
        take_labels(labels, out);
    if (!rc)
        rc =
            score_add_distances(cli, &options->source, &options->common,
                                options->format == CE_RECORDS_JSON, path, !with_truth, result, err);
    if (!rc)
        rc = score_add_ensemble(cli, options->ensemble, path, *ignored, result, err);
    ce_constraint_table_free(&constraints);
    free(out);
    if (!rc && options->best)
        rc = score_keep_best(result, err);
    return rc;
}

/* ---- parts ---- */

#define IGNORED_BLOCK "objects of classes that are ignored"

/* What decides the sums besides the input. */
static int set_options(ce_sums *sums, const struct options *options, ce_error *err)
{
    return ce_sums_set(sums, "ignore", options->ignore ? options->ignore : "", err);
}

/* Writes the sums of this part. */
static int write_part(const ce_cli *cli, const struct options *options, const ce_cli_part *part,
                      ce_label_table *labels, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_table_format format = ce_cli_format(cli);
    ce_text_column truth = {0};
    ce_sums_block *ignored;
    ce_sums sums = {0};
    double objects = 0, left_out = 0;
    int rc = get_truth(&truth, labels, options, path, &format, err);

    for (size_t i = 0; i < labels->labels.n; i++)
        objects += labels->size ? labels->size[i] : 1;
    if (!rc)
        leave_out_classes(cli, options->ignore, &truth, labels, &left_out, NULL);
    if (!rc)
        rc = ce_cli_sums_begin(cli, &sums, 0, part, (uint64_t)objects, NULL, err);
    if (!rc)
        rc = set_options(&sums, options, err);
    if (!rc)
        rc = ce_score_sums_fill(&sums, labels, &truth, part->part, err);
    if (!rc)
        rc = ce_sums_add(&sums, IGNORED_BLOCK, CE_SUMS_ADD, 1, 1, &ignored, err);
    if (!rc) {
        ignored->count[0] = (int64_t)left_out;
        rc = ce_sums_write(&sums, options->common.output, err);
    }
    ce_sums_free(&sums);
    ce_text_column_free(&truth);
    return rc;
}

/* The scores of merged sums. */
static int score_sums(const ce_cli *cli, const struct options *options, ce_input *input,
                      const ce_measure_list *measures, ce_label_table *labels, score_result *result,
                      double *ignored, ce_error *err)
{
    const char *path = ce_input_name(input);
    ce_sums sums = {0}, wanted = {0};
    ce_sums_block *block;
    int rc;

    if (options->pairwise || options->constraints || options->truth || options->source.data ||
        options->source.matrix || options->ensemble)
        return ce_fail(err, CE_EARG,
                       "%s has sums over objects: no --truth, --pairwise, "
                       "--constraints, --data, --matrix or --ensemble",
                       path);
    rc = set_options(&wanted, options, err);
    if (!rc)
        rc = ce_sums_read_input(&sums, input, err);
    if (!rc)
        rc = ce_cli_sums_check(cli, &sums, &wanted, path, err);
    if (!rc)
        rc = ce_sums_find(&sums, IGNORED_BLOCK, CE_SUMS_ADD, 1, &block, path, err);
    if (!rc && block->rows != 1)
        rc = ce_fail(err, CE_EINPUT, "%s: block '%s' has %zu rows, 1 expected", path, block->name,
                     block->rows);
    if (!rc) {
        *ignored = (double)block->count[0];
        rc = ce_score_sums_compute(&sums, path, measures->which, measures->count, &result->scores,
                                   labels, err);
    }
    if (!rc)
        ce_cli_detail(cli, "%llu objects, %zu clusterings",
                      (unsigned long long)ce_sums_objects(&sums), labels->labels.m);
    ce_sums_free(&wanted);
    ce_sums_free(&sums);
    if (!rc && options->best)
        rc = score_keep_best(result, err);
    return rc;
}

/* ---- one call ---- */

/* Opens FILE and reads it, unless it has sums: then *input is left open. */
static int read_labels(const ce_cli *cli, const struct options *options, ce_measure_list *measures,
                       ce_label_table *labels, ce_input **input, int *is_sums, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    int rc;

    if (options->truth && format.class_column && strcmp(format.class_column, "none"))
        format.class_column = NULL; /* it names the truth's column */
    rc = ce_input_open(input, ce_cli_operand(cli, 0), err);
    if (!rc)
        rc = ce_input_is_sums(*input, is_sums, err);
    if (rc || *is_sums)
        return rc;
    rc = ce_label_table_read_input(labels, *input, &format, err);
    if (rc)
        return rc;
    ce_cli_detail(cli, "%zu objects, %zu clusterings", labels->labels.n, labels->labels.m);
    drop_truth(options, labels, measures);
    return CE_OK;
}

/* Writes the scores of what was read. */
static int write_scores(const ce_cli *cli, const struct options *options,
                        const ce_measure_list *measures, ce_label_table *labels, ce_input *input,
                        int is_sums, ce_error *err)
{
    score_result result = {.table = labels, .measures = measures, .pairwise = options->pairwise};
    ce_text_column truth = {0};
    double ignored = 0;
    int rc;

    if (is_sums)
        rc = score_sums(cli, options, input, measures, labels, &result, &ignored, err);
    else if (options->pairwise)
        rc = ce_score_table_pairwise(&result.scores, &labels->labels, labels->size,
                                     (ce_score)measures->which[0], err);
    else
        rc = score_clusterings(cli, options, measures, labels, &truth, &result, &ignored, err);
    if (!rc)
        rc = score_write(&result, options->common.output, options->common.delimiter,
                         options->format == CE_RECORDS_JSON, err);
    if (!rc)
        note_left_out(cli, &result, ignored);
    score_result_free(&result);
    ce_text_column_free(&truth);
    return rc;
}

static int score(const ce_cli *cli, const struct options *options, ce_measure_list *measures,
                 ce_error *err)
{
    ce_cli_part part = ce_cli_part_of(cli, options->part);
    ce_input *input = NULL;
    ce_label_table labels = {0};
    int is_sums = 0, rc = read_labels(cli, options, measures, &labels, &input, &is_sums, err);

    if (!rc && part.parts && is_sums) {
        rc = ce_fail(err, CE_EINPUT, "%s: sums, labels expected: no --part",
                     ce_path_name(ce_cli_operand(cli, 0)));
    } else if (!rc && part.parts) {
        ce_input_close(input, err); /* now its checksum is known */
        input = NULL;
        rc = write_part(cli, options, &part, &labels, err);
    } else if (!rc) {
        rc = write_scores(cli, options, measures, &labels, input, is_sums, err);
    }
    ce_input_close(input, err);
    ce_label_table_free(&labels);
    return rc;
}

/* The measures that there are without --scores, by what they are computed from. */
static void default_measures(const struct options *options, char *text, size_t size)
{
    const score_source *source = &options->source;
    int with_distances = source->data || source->matrix,
        with_truth = options->truth || (!with_distances && !options->ensemble);
    const char *against = with_truth ? ",nmi,ari,error" : "", *pairs = "", *alone = "";
    const char *agreement = options->ensemble ? ",anmi,aari,aecs" : "";

    if (options->constraints)
        pairs = with_truth ? ",error-unconstrained,violated" : ",violated";
    if (with_distances)
        alone = source->data ? ",silhouette,ch,db" : ",silhouette,ch";
    snprintf(text, size, "%s%s%s%s", against, pairs, alone, agreement);
}

static const char about_all[] = "is about all objects: not with --sample";

/* What a measure needs that the options do not give, or what they do not go with; NULL: nothing. */
static const char *what_is_missing(const struct options *options, ce_score score)
{
    const score_source *source = &options->source;

    if (ce_score_needs_constraints(score) && !options->constraints)
        return "needs --constraints";
    if (!ce_score_needs_distances(score) && !ce_score_needs_ensemble(score))
        return NULL;
    if (options->pairwise)
        return "is of one clustering: not with --pairwise";
    if (ce_score_needs_ensemble(score))
        return options->ensemble ? NULL : "needs --ensemble";
    if (score == CE_SCORE_DB && !source->data)
        return "needs --data";
    if (!source->data && !source->matrix)
        return "needs --data or --matrix";
    if ((score == CE_SCORE_DUNN || score == CE_SCORE_CONNECTIVITY) && source->sample)
        return about_all;
    return NULL;
}

/* The measures asked for. `all` are those that can be computed. */
static int get_measures(const ce_cli *cli, const struct options *options, ce_measure_list *measures,
                        ce_error *err)
{
    ce_measures all = score_measures();
    char by_default[128];
    size_t kept = 0;
    int rc;

    default_measures(options, by_default, sizeof by_default);
    rc = ce_measure_list_parse(measures, &all,
                               ce_cli_given(cli, "scores") ? options->scores : by_default + 1, err);
    for (size_t s = 0; s < measures->count; s++) {
        const char *missing = what_is_missing(options, (ce_score)measures->which[s]);
        if (missing && strcmp(options->scores, "all"))
            ce_cli_usage(cli, "measure '%s' %s", all.measure[measures->which[s]].name, missing);
        if (missing == about_all)
            ce_cli_note(cli, "%s left out: it is about all objects, and --sample is given",
                        all.measure[measures->which[s]].name);
        if (!missing)
            measures->which[kept++] = measures->which[s];
    }
    measures->count = kept;
    return rc;
}

/* What is given for measures of which none is asked for. */
static void check_needed(const ce_cli *cli, const struct options *options,
                         const ce_measure_list *measures)
{
    const score_source *source = &options->source;
    int with_truth = any_needs(measures, ce_score_needs_truth),
        with_distances = any_needs(measures, ce_score_needs_distances) || source->objects,
        with_ensemble = any_needs(measures, ce_score_needs_ensemble);

    if ((source->data || source->matrix) && !with_distances)
        ce_cli_usage(cli, "--%s is for measures without a truth: none is asked for",
                     source->data ? "data" : "matrix");
    if (options->constraints && !any_needs(measures, ce_score_needs_constraints))
        ce_cli_usage(cli, "--constraints is for errors and counts of constraints: none is asked "
                          "for");
    if (options->ensemble && !with_ensemble)
        ce_cli_usage(cli, "--ensemble is for agreement with base clusterings: none is asked for");
    if (options->ignore && !with_truth && !with_distances && !with_ensemble)
        ce_cli_usage(cli, "--ignore is for measures of objects: none is asked for");
    if (options->truth && !options->ignore && !with_truth)
        ce_cli_usage(cli, "--truth is for measures that need the classes: none is asked for");
}

static void check_use(const ce_cli *cli, const struct options *options)
{
    int with_distances = options->source.data || options->source.matrix;

    if (ce_cli_given(cli, "columns") && !options->source.data)
        ce_cli_usage(cli, "--columns chooses features of --data");
    if (options->pairwise && (options->truth || options->ignore || options->constraints))
        ce_cli_usage(cli, "--pairwise compares the clusterings with each other: no --truth, no "
                          "--ignore, no --constraints");
    if (options->pairwise && options->part)
        ce_cli_usage(cli, "--pairwise has no sums: not with --part or --cut");
    if (options->pairwise && options->best)
        ce_cli_usage(cli, "--best chooses by the truth: not with --pairwise");
    if (options->part && with_distances)
        ce_cli_usage(cli, "--data and --matrix are about all pairs of objects: not with --part or "
                          "--cut");
    if (options->pairwise && with_distances)
        ce_cli_usage(cli, "--pairwise compares the clusterings with each other: no --data, no "
                          "--matrix");
    if (options->pairwise && options->ensemble)
        ce_cli_usage(cli, "--pairwise compares the clusterings with each other: no --ensemble");
    if (options->part && options->ensemble)
        ce_cli_usage(cli, "--ensemble has no sums: not with --part or --cut");
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_option rows[ROWS];
    ce_tool tool = base;
    ce_cli cli;
    ce_error err = {0};
    ce_measure_list measures = {0};
    ce_measures all = score_measures();
    char choices[600];
    int rc;

    memcpy(rows, table, sizeof rows);
    /* --scores may hold what the table of measures holds */
    ce_measures_choices(&all, choices, sizeof choices);
    rows[SCORES_ROW].choices = choices;
    tool.options = (ce_options){rows, ROWS, sizeof(struct options)};
    ce_cli_parse(&cli, &tool, argc, argv, &options);
    options.source.beside_truth = options.truth != NULL;
    options.format = ce_cli_form_of(&cli, CE_RECORDS_NAMES, options.format, options.common.output);
    check_use(&cli, &options);
    rc = get_measures(&cli, &options, &measures, &err);
    if (!rc)
        score_check_source(&cli, &options.source, &measures);
    if (!rc && !options.pairwise && !options.list)
        check_needed(&cli, &options, &measures);
    if (!rc) {
        if (options.pairwise && measures.count > 1 && ce_cli_given(&cli, "scores"))
            ce_cli_note(&cli, "--pairwise tells only the first measure");
        if (options.list)
            rc = ce_measures_write(&all, options.common.output, options.common.delimiter,
                                   options.format == CE_RECORDS_JSON, &err);
        else
            rc = score(&cli, &options, &measures, &err);
    }
    ce_measure_list_free(&measures);
    return ce_cli_end(&cli, rc, &err);
}
