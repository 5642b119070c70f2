/* ce-select: a choice of the base clusterings of a label or membership table. */
#include <stdlib.h>
#include <string.h>

#include "io/choice.h"
#include "io/input.h"
#include "io/membership_table.h"
#include "select/select.h"

static const ce_option rows[] = {
    {0, "chosen", CE_OUTPUT, "FILE", 0, 0, NULL, NULL, offsetof(select_options, list), NULL,
     "write the names chosen here too, one a line"},
};

static const ce_descriptor *const nouns[] = {
    &select_random.noun,  &select_best.noun,  &select_threshold.noun,
    &select_diverse.noun, &select_names.noun, NULL,
};

static const ce_tool tool = {
    .name = "ce-select",
    .summary = "Choose some base clusterings of an ensemble.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = CE_OPTIONS(rows, select_options),
    .shared = CE_WITH_TABLE | CE_WITH_THREADS | CE_WITH_LABELS,
};

/* Keeps what was chosen, and writes it. */
static int write_choice(const select_call *call, const select_options *o, ce_label_table *labels,
                        ce_membership_table *soft, ce_error *err)
{
    const ce_common *common = &o->common;
    int is_soft = soft->membership.n > 0;
    int rc = CE_OK;

    if (is_soft && common->labels_format == CE_LABELS_NPY)
        rc = ce_fail(err, CE_EINPUT, "%s: a membership table, which is text: no --format npy",
                     ce_path_name(call->path));
    if (!rc)
        rc = ce_label_table_choose(labels, call->choice, call->count, err);
    if (!rc && is_soft)
        rc = ce_membership_table_choose(soft, call->choice, call->count, err);
    if (!rc && o->list)
        rc = ce_names_write(labels, o->list, common->delimiter, err);
    if (rc)
        return rc;
    if (is_soft)
        ce_cli_tell_text(call->cli, common->output, "the memberships are written");
    return is_soft ? ce_membership_table_write(soft, common->output, common->delimiter, err)
                   : ce_cli_write_labels(call->cli, common->labels_format, labels, common->output,
                                         err);
}

int main(int argc, char **argv)
{
    select_options options = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_label_table labels = {0};
    ce_membership_table soft = {0};
    select_call call = {.in = &labels};
    const select_noun *noun;
    ce_table_format format;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    noun = (const select_noun *)cli.descriptor[0];
    call.cli = &cli;
    call.noun = cli.settings[0].values;
    call.path = ce_cli_operand(&cli, 0);
    if (noun->check)
        noun->check(&cli, call.noun);
    format = ce_cli_format(&cli);
    rc = ce_ensemble_table_read(&labels, &soft, call.path, &format, &err);
    if (!rc)
        rc = noun->run(&call, &err);
    if (!rc) {
        ce_cli_detail(&cli, "%zu objects, %zu base clusterings, %zu of them chosen",
                      labels.labels.n, labels.labels.m, call.count);
        rc = write_choice(&call, &options, &labels, &soft, &err);
    }
    free(call.choice);
    ce_label_table_free(&labels);
    ce_membership_table_free(&soft);
    return ce_cli_end(&cli, rc, &err);
}
