/* Moments of data in parts: the sums of one, and scales from those of all (doc/parts.md). */
#include "cli/part.h"
#include "io/input.h"
#include "io/sums_table.h"
#include "prepare.h"
#include "prepare/moment_sums.h"

int prepare_write_part(const prepare_call *call, const char *text, ce_moments_depth depth,
                       const ce_data_table *data, ce_error *err)
{
    ce_cli_part part = ce_cli_part_of(call->cli, text);
    ce_sums sums = {0};
    int rc = ce_cli_sums_begin(call->cli, &sums, 0, &part, data->values.rows, NULL, err);

    if (!rc)
        rc = ce_moment_sums_fill(&sums, data, depth, part.part, err);
    if (!rc)
        rc = ce_sums_write(&sums, call->common->output, err);
    ce_sums_free(&sums);
    return rc;
}

int prepare_read_state(const prepare_call *call, const char *path, ce_moments_depth depth,
                       const ce_data_table *data, ce_moment_columns *columns, ce_error *err)
{
    const char *name = ce_path_name(path);
    ce_sums sums = {0}, wanted = {0};
    int rc = ce_sums_read(&sums, path, err);

    if (!rc)
        rc = ce_cli_sums_check(call->cli, &sums, &wanted, name, err);
    if (!rc)
        rc = ce_moment_sums_take(&sums, name, depth, columns, err);
    if (!rc)
        rc = ce_moment_columns_check(columns, name, data,
                                     ce_path_name(ce_cli_operand(call->cli, 0)), err);
    ce_sums_free(&wanted);
    ce_sums_free(&sums);
    return rc;
}
