/* ce-prepare: data tables made fit for clustering. The changes are in the folder prepare/. */
#include <string.h>

#include "io/data_table.h"
#include "io/input.h"
#include "prepare/prepare.h"

static const ce_descriptor *const changes[] = {
    &prepare_zscore.about,       &prepare_minmax.about,        &prepare_center.about,
    &prepare_unit.about,         &prepare_rank.about,          &prepare_log.about,
    &prepare_pca.about,          &prepare_onehot.about,        &prepare_impute.about,
    &prepare_drop_missing.about, &prepare_drop_constant.about, &prepare_keep_variable.about,
    &prepare_columns.about,      &prepare_transpose.about,     &prepare_classes.about,
    &prepare_sample.about,       &prepare_noise.about,         &prepare_blank.about,
    &prepare_reference.about,    &prepare_terms.about,         NULL};

static const ce_tool tool = {
    .name = "ce-prepare",
    .summary = "Make a data table ready for clustering: scale, complete, select, disturb.",
    .operands = "[FILE]",
    .max_operands = 1,
    .nouns = changes,
    .options = {NULL, 0, sizeof(prepare_options)},
    .shared = CE_WITH_SEED | CE_WITH_TABLE | CE_WITH_CATEGORICAL | CE_WITH_COLUMNS,
};

/* By the moments of the columns of all parts. */
static int apply_state(const prepare_call *call, const prepare_change *change, const char *state,
                       ce_data_table *data, ce_error *err)
{
    ce_moment_columns columns = {0};
    int rc = prepare_read_state(call, state, change->depth, data, &columns, err);

    if (!rc)
        rc = change->apply_state(call, &columns, data, err);
    ce_moment_columns_free(&columns);
    return rc;
}

static int apply(const prepare_call *call, const prepare_change *change, ce_data_table *data,
                 ce_error *err)
{
    const prepare_parts *parts = change->takes_parts ? call->options : NULL;
    ce_error inner = {0};
    int rc;

    if (!change->apply)
        return CE_OK;
    if (parts && parts->state)
        return apply_state(call, change, parts->state, data, err);
    rc = change->apply(call, data, &inner);
    if (rc)
        ce_fail(err, rc, "%s: %s", ce_path_name(ce_cli_operand(call->cli, 0)), inner.text);
    return rc;
}

/* A table without a column that the change is about comes out as it went in, which is told. Where
 * it changes numbers and nobody said that the columns are categories, it is refused. */
static int check_kinds(const prepare_call *call, prepare_kind kind, const ce_data_table *data,
                       ce_error *err)
{
    const ce_cli *cli = call->cli;
    ce_table_format format = ce_cli_format(cli);
    size_t d = data->values.columns, categorical = 0;

    for (size_t s = 0; s < d && kind != PREPARE_ANY; s++)
        categorical += data->categories[s].count > 0;
    if (kind == PREPARE_NUMERIC && categorical == d) {
        if (!format.categorical)
            return ce_data_table_need_a_number(data, &format, ce_cli_operand(cli, 0), err);
        ce_cli_note(cli, "no numeric column: nothing is changed");
    }
    if (kind == PREPARE_CATEGORICAL && !categorical)
        ce_cli_note(cli, "no categorical column: nothing is changed (--categorical names numbers "
                         "that are categories)");
    return CE_OK;
}

/* Reads the table, changes it and writes it, or writes the sums of a part. */
static int run(const prepare_call *call, const prepare_change *change, ce_data_table *data,
               ce_error *err)
{
    const prepare_parts *parts = change->takes_parts ? call->options : NULL;
    int rc;

    if (parts && parts->part) {
        ce_cli_part_of(call->cli, parts->part); /* from here on checksums are kept */
        rc = change->read(call, data, err);
        return rc ? rc : prepare_write_part(call, parts->part, change->depth, data, err);
    }
    rc = change->read(call, data, err);
    if (!rc)
        rc = check_kinds(call, change->changes, data, err);
    if (!rc)
        rc = apply(call, change, data, err);
    if (rc)
        return rc;
    ce_cli_detail(call->cli, "%s: %zu objects, %zu columns", change->about.name, data->values.rows,
                  data->values.columns);
    return ce_data_table_write(data, call->common->output, call->common->delimiter, err);
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
    ce_data_table_free(&data);
    return ce_cli_end(&cli, rc, &err);
}
