/* ce-assign: labels of objects that were not there, or of a part of the data. Its parts are in the
 * folder assign/. */
#include <string.h>

#include "assign/assign.h"

#define FIELD(name) offsetof(assign_options, name)

static const ce_option rows[] = {
    {0, "model", CE_INPUTS, "FILES", 0, 0, NULL, NULL, FIELD(model), NULL,
     "models of base clusterings, from ce-generate --model; comma separated; FILE is then a data "
     "table"},
    {'t', "table", CE_INPUT, "TABLE", 0, 0, NULL, NULL, FIELD(table), "result",
     "the old objects: a microcluster table or label table"},
    {'r', "result", CE_INPUT, "RESULT", 0, 0, NULL, NULL, FIELD(result), "table",
     "their consensus labels: a label table with a row for each row of TABLE"},
    {0, "confidence", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, FIELD(confidence), "table",
     "write here how sure consensus labels are: NAME.score, NAME.margin, NAME.rule"},
    {0, "prefix", CE_TEXT, "TEXT", 0, 0, NULL, NULL, FIELD(prefix), NULL,
     "put this before the names of columns"},
};

static const ce_tool tool = {
    .name = "ce-assign",
    .summary = "Label new objects, by models and by a consensus of old objects.",
    .operands = "[FILE]",
    .max_operands = 1,
    .options = CE_OPTIONS(rows, assign_options),
    .shared = CE_WITH_THREADS | CE_WITH_TABLE | CE_WITH_PROGRESS | CE_WITH_LABELS,
};

static void check(const ce_cli *cli, const assign_options *o)
{
    if (!o->model && !o->table)
        ce_cli_usage(cli, "by what? --model, or --table and --result, or all of them");
}

static int run(assign_work *w, ce_error *err)
{
    const assign_options *o = w->options;
    int rc = o->model ? assign_read_models(w, err) : CE_OK;

    if (!rc && o->table)
        rc = assign_read_old(w, err);
    if (!rc && o->table && o->model)
        rc = assign_match_models(w, err);
    if (rc)
        return rc;
    w->path = ce_cli_operand(w->cli, 0);
    return assign_rows(w, err);
}

int main(int argc, char **argv)
{
    assign_options options = {0};
    assign_work w = {0};
    ce_error err = {0};
    ce_cli cli;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    check(&cli, &options);
    w.cli = &cli;
    w.options = &options;
    rc = run(&w, &err);
    assign_work_free(&w);
    return ce_cli_end(&cli, rc, &err);
}
