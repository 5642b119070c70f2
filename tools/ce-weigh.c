/* ce-weigh: what each base clustering of a label table is worth. */
#include <stdlib.h>

#include "core/memory.h"
#include "io/weights.h"
#include "weigh/weigh.h"

static const ce_descriptor *const nouns[] = {
    &weigh_ncai.noun,
    &weigh_anmi.noun,
    &weigh_smi.noun,
    &weigh_apmm.noun,
    &weigh_max.noun,
    &weigh_nm.noun,
    NULL,
};

static const ce_tool tool = {
    .name = "ce-weigh",
    .summary = "Give each base clustering a weight: how much it is worth.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = {.size = sizeof(ce_common)},
    .shared = CE_WITH_TABLE | CE_WITH_THREADS | CE_WITH_COLUMNS | CE_WITH_DIGITS,
};

/* Reads the labels, weighs and writes. */
static int weigh(const weigh_noun *noun, weigh_call *call, ce_error *err)
{
    const ce_common *common = call->cli->common;
    ce_table_format format = ce_cli_format(call->cli);
    double *weight = NULL;
    int rc = ce_label_table_read(&call->in, ce_cli_operand(call->cli, 0), &format, err);

    if (rc)
        return rc;
    ce_cli_detail(call->cli, "%zu objects, %zu base clusterings", call->in.labels.n,
                  call->in.labels.m);
    weight = ce_alloc(call->in.labels.m, sizeof *weight, err);
    rc = weight ? noun->run(call, weight, err) : CE_ENOMEM;
    if (!rc)
        rc = ce_weights_write(weight, &call->in, common->output, common->delimiter, err);
    free(weight);
    return rc;
}

int main(int argc, char **argv)
{
    ce_common common = {0};
    weigh_call call = {0};
    const weigh_noun *noun;
    ce_cli cli;
    ce_error err = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &common);
    call.cli = &cli;
    call.noun = cli.settings[0].values;
    noun = (const weigh_noun *)cli.descriptor[0];
    if (noun->check)
        noun->check(&cli, call.noun);
    rc = weigh(noun, &call, &err);
    ce_label_table_free(&call.in);
    return ce_cli_end(&cli, rc, &err);
}
