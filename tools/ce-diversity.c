/* ce-diversity: how much the base clusterings of a label table differ, from each other and from a
 * consensus. */
#include <string.h>

#include "cli/tool.h"
#include "diversity/diversity.h"
#include "io/label_table.h"
#include "io/membership_table.h"
#include "io/records.h"
#include "score/nmi.h"

struct options {
    ce_common common;
    const char *consensus, *scores;
    int nmi, pairs, members, list, format;
};

enum { SCORES_ROW = 1 };

#define AT(field) offsetof(struct options, field)
static const ce_option table[] = {
    {'c', "consensus", CE_INPUT, "FILE", 0, 0, NULL, NULL, AT(consensus), NULL,
     "label table of consensus clusterings; rows are matched by id if both tables have ids"},
    [SCORES_ROW] = {'s', "scores", CE_TEXT, "NAMES", 0, 0, NULL, NULL, AT(scores), NULL, NULL},
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, CE_NORMALISER_NAMES, "sqrt", AT(nmi), NULL,
     "divisor of the mutual information"},
    {0, "pairs", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(pairs), NULL,
     "a row for each pair of base clusterings instead"},
    {0, "members", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(members), NULL,
     "a row for each base clustering instead: its mean agreement with the others and with each "
     "consensus"},
    {0, "format", CE_CHOICE, "FORMAT", 0, 0, CE_RECORDS_NAMES, "csv", AT(format), NULL,
     "of the output; if not given, by its name"},
    {0, "list", CE_FLAG, NULL, 0, 0, NULL, NULL, AT(list), NULL,
     "print all measures and their definitions"},
};

enum { ROWS = sizeof table / sizeof *table };

static const ce_tool base = {
    .name = "ce-diversity",
    .summary = "Measure how much base clusterings differ, from each other and from a consensus.",
    .operands = "[FILE]",
    .max_operands = 1,
    .shared = CE_WITH_TABLE | CE_WITH_THREADS | CE_WITH_PROGRESS | CE_WITH_DIGITS,
};

static void check_use(const ce_cli *cli, const struct options *options)
{
    if (options->pairs && options->members)
        ce_cli_usage(cli, "--pairs and --members are two tables: ask for one");
    if (options->scores && (options->pairs || options->members))
        ce_cli_usage(cli,
                     "--scores chooses measures of the ensemble: not with --pairs or --members");
    if (options->pairs && options->consensus)
        ce_cli_usage(cli, "--pairs compares the base clusterings with each other: no --consensus");
}

/* What is given for measures of which none is asked for. */
static void check_needed(const ce_cli *cli, const struct options *options,
                         const ce_measure_list *measures)
{
    int with_consensus = 0, with_nmi = 0;

    for (size_t s = 0; s < measures->count; s++) {
        int which = measures->which[s];
        with_consensus |= ce_diversity_needs_consensus((ce_diversity_measure)which);
        with_nmi |= which == CE_D_NMI || which == CE_D_ANMI;
    }
    if (options->consensus && !with_consensus)
        ce_cli_usage(cli, "--consensus is for measures that compare with it: none is asked for");
    if (ce_cli_given(cli, "nmi") && !with_nmi)
        ce_cli_usage(cli, "--nmi is for measures with an NMI: none is asked for");
}

/* The measures asked for: all that can be computed, unless they are named. */
static int choose_measures(const ce_cli *cli, const struct options *options,
                           ce_measure_list *measures, ce_error *err)
{
    ce_measures can = diversity_measures();
    int all = !options->scores || !strcmp(options->scores, "all"), rc;

    if (all && !options->consensus)
        can.count = CE_D_NP1; /* the first one that needs a consensus */
    rc = ce_measure_list_parse(measures, &can, all ? "all" : options->scores, err);
    for (size_t s = 0; !rc && s < measures->count; s++)
        if (ce_diversity_needs_consensus((ce_diversity_measure)measures->which[s]) &&
            !options->consensus)
            ce_cli_usage(cli, "%s compares with a consensus: --consensus is needed",
                         can.measure[measures->which[s]].name);
    if (!rc && !options->pairs && !options->members)
        check_needed(cli, options, measures);
    return rc;
}

static int read_tables(const ce_cli *cli, const struct options *options, ce_label_table *labels,
                       ce_label_table *consensus, ce_error *err)
{
    const char *path = ce_cli_operand(cli, 0);
    ce_table_format format = ce_cli_format(cli), about = format;
    ce_membership_table soft = {0};
    int rc = ce_ensemble_table_read(labels, &soft, path, &format, err);

    ce_membership_table_free(&soft); /* the most likely clusters are compared */
    if (rc)
        return rc;
    ce_cli_detail(cli, "%zu objects, %zu base clusterings", labels->labels.n, labels->labels.m);
    about.class_column = "none"; /* the true classes can stand for a consensus */
    if (options->consensus)
        rc = ce_label_table_read_for(consensus, options->consensus, &about, labels, path, err);
    return rc;
}

static diversity_view view_of(const struct options *options)
{
    if (options->pairs)
        return DIVERSITY_PAIRS;
    return options->members ? DIVERSITY_MEMBERS : DIVERSITY_MEASURES;
}

static int measure(const ce_cli *cli, const struct options *options,
                   const ce_measure_list *measures, ce_error *err)
{
    ce_label_table labels = {0}, consensus = {0};
    diversity_result result = {.table = &labels, .measures = measures, .view = view_of(options)};
    int parts = CE_DIVERSITY_NMI | CE_DIVERSITY_ARI | CE_DIVERSITY_ECS;
    int rc = read_tables(cli, options, &labels, &consensus, err);

    if (result.view == DIVERSITY_MEASURES)
        parts = ce_diversity_parts(measures->which, measures->count);
    if (options->consensus)
        result.consensus = &consensus;
    if (!rc)
        rc = ce_diversity_compute(&result.diversity, &labels.labels, labels.size,
                                  result.consensus ? &consensus.labels : NULL,
                                  (ce_normaliser)options->nmi, parts, ce_cli_step(cli), err);
    if (!rc)
        rc = diversity_write(&result, options->common.output, options->common.delimiter,
                             options->format == CE_RECORDS_JSON, err);
    if (!rc && result.diversity.most_out)
        ce_cli_note(cli,
                    "up to %.0f objects are left out where two clusterings are compared: no label",
                    (double)result.diversity.most_out);
    ce_diversity_free(&result.diversity);
    ce_label_table_free(&labels);
    ce_label_table_free(&consensus);
    return rc;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    ce_option rows[ROWS];
    ce_tool tool = base;
    ce_cli cli;
    ce_error err = {0};
    ce_measure_list measures = {0};
    ce_measures all = diversity_measures();
    char names[512], choices[400];
    int rc;

    memcpy(rows, table, sizeof rows);
    ce_measures_names(&all,
                      "measures, comma separated, or all, which is the default; those from d-np1 "
                      "on need --consensus. They are",
                      names, sizeof names);
    rows[SCORES_ROW].help = names;
    ce_measures_choices(&all, choices, sizeof choices);
    rows[SCORES_ROW].choices = choices;
    tool.options = (ce_options){rows, ROWS, sizeof(struct options)};
    ce_cli_parse(&cli, &tool, argc, argv, &options);
    options.format = ce_cli_form_of(&cli, CE_RECORDS_NAMES, options.format, options.common.output);
    check_use(&cli, &options);
    if (options.list) {
        rc = ce_measures_write(&all, options.common.output, options.common.delimiter,
                               options.format == CE_RECORDS_JSON, &err);
    } else {
        rc = choose_measures(&cli, &options, &measures, &err);
        if (!rc)
            rc = measure(&cli, &options, &measures, &err);
    }
    ce_measure_list_free(&measures);
    return ce_cli_end(&cli, rc, &err);
}
