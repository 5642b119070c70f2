/* ce-coarsen: clusters merged within the base clusterings of a label table. The ways are in the
 * folder coarsen/. */
#include "coarsen/coarsen.h"

static const ce_descriptor *const nouns[] = {&coarsen_dune.noun, NULL};

static const ce_tool tool = {
    .name = "ce-coarsen",
    .summary = "Merge clusters within base clusterings, so that these agree more.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = nouns,
    .options = {.size = sizeof(ce_common)},
    .shared = CE_WITH_TABLE | CE_WITH_THREADS | CE_WITH_LABELS,
};

int main(int argc, char **argv)
{
    ce_common common = {0};
    ce_cli cli;
    ce_error err = {0};
    ce_label_table table = {0};
    coarsen_call call = {.cli = &cli};
    ce_table_format format;
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &common);
    call.noun = cli.settings[0].values;
    call.path = ce_cli_operand(&cli, 0);
    format = ce_cli_format(&cli);
    rc = ce_label_table_read(&table, call.path, &format, &err);
    if (!rc) {
        ce_cli_detail(&cli, "%zu objects, %zu base clusterings", table.labels.n, table.labels.m);
        rc = ((const coarsen_noun *)cli.descriptor[0])->run(&call, &table, &err);
    }
    if (!rc)
        rc = ce_cli_write_labels(&cli, common.labels_format, &table, common.output, &err);
    ce_label_table_free(&table);
    return ce_cli_end(&cli, rc, &err);
}
