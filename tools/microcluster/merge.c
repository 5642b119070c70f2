/* merge: microcluster tables, or label tables, as one microcluster table. */
#include "io/microcluster_table.h"
#include "microcluster.h"

/* The rows of all FILEs together: a label table counts each row once. */
static int merge(const ce_cli *cli, const void *options, ce_error *err)
{
    ce_table_format format = ce_cli_format(cli);
    ce_microcluster_table micro = {0};
    int files = cli->operands ? cli->operands : 1, rc = CE_OK;

    (void)options;
    for (int i = 0; i < files && !rc; i++)
        rc = ce_microcluster_table_add(&micro, ce_cli_operand(cli, i), &format, 0, err);
    if (!rc) {
        ce_cli_detail(cli, "%.0f objects, %zu microclusters", micro.objects, micro.count);
        rc = ce_microcluster_table_write(&micro, cli->common->output, cli->common->delimiter, err);
    }
    ce_microcluster_table_free(&micro);
    return rc;
}

const microcluster_noun microcluster_merge = {
    .about = {.name = "merge",
              .summary = "several microcluster tables as one",
              .about = "The sizes of equal rows are added. For data that are spread over several "
                       "files or machines: compress each part, then merge.",
              .reads = CE_READS_LABELS,
              .cost = CE_COST_OBJECTS},
    .takes_files = 1,
    .run = merge,
};
