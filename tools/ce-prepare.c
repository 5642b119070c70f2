/* ce-prepare: data tables made fit for clustering. The changes are in the folder prepare/. */
#include "io/data_table.h"
#include "io/input.h"
#include "prepare/prepare.h"

static const ce_descriptor *const changes[] = {
    &prepare_zscore.about,       &prepare_minmax.about,        &prepare_center.about,
    &prepare_pca.about,          &prepare_onehot.about,        &prepare_impute.about,
    &prepare_drop_missing.about, &prepare_drop_constant.about, &prepare_columns.about,
    &prepare_classes.about,      &prepare_sample.about,        &prepare_noise.about,
    &prepare_blank.about,        &prepare_terms.about,         NULL};

static const ce_tool tool = {
    .name = "ce-prepare",
    .summary = "Make a data table fit for clustering: scale, complete, cut down, spoil.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = changes,
    .options = {NULL, 0, sizeof(prepare_options)},
    .shared = CE_WITH_SEED | CE_WITH_TABLE | CE_WITH_CATEGORICAL | CE_WITH_COLUMNS,
};

/* Reads the table and changes it. */
static int run(const prepare_call *call, const prepare_change *change, ce_data_table *data,
               ce_error *err)
{
    ce_error inner = {0};
    int rc = change->read(call, data, err);

    if (rc || !change->apply)
        return rc;
    rc = change->apply(call, data, &inner);
    if (rc)
        ce_fail(err, rc, "%s: %s", ce_path_name(ce_cli_operand(call->cli, 0)), inner.text);
    return rc;
}

int main(int argc, char **argv)
{
    prepare_options options = {0};
    const prepare_change *change;
    ce_cli cli;
    ce_error err = {0};
    ce_data_table data = {0};
    int rc;

    ce_cli_parse(&cli, &tool, argc, argv, &options);
    change = (const prepare_change *)cli.descriptor[0];
    prepare_call call = {&cli, &options.common, cli.settings[0].values};
    if (change->check)
        change->check(&call);
    rc = run(&call, change, &data, &err);
    if (!rc) {
        ce_cli_detail(&cli, "%s: %zu objects, %zu columns", change->about.name, data.values.rows,
                      data.values.columns);
        rc = ce_data_table_write(&data, options.common.output, options.common.delimiter, &err);
    }
    ce_data_table_free(&data);
    return ce_cli_end(&cli, rc, &err);
}
