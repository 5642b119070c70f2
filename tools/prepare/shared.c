/* What several changes do. */
#include "io/input.h"
#include "io/sums_table.h"
#include "prepare.h"

int prepare_read(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    ce_table_format format = ce_cli_format(call->cli);

    return prepare_read_as(call, &format, data, err);
}

int prepare_read_as(const prepare_call *call, const ce_table_format *format, ce_data_table *data,
                    ce_error *err)
{
    ce_input *input = NULL;
    int is_sums = 0, rc = ce_input_open(&input, ce_cli_operand(call->cli, 0), err);

    if (!rc)
        rc = ce_input_is_sums(input, &is_sums, err);
    if (!rc && is_sums)
        rc = ce_fail(err, CE_EINPUT, "%s: a table of sums, data expected (" CE_OPT("state")
                     " takes the sums)",
                     ce_input_name(input));
    if (!rc)
        rc = ce_data_table_read_input(data, input, format, err);
    ce_input_close(input, err);
    return rc;
}

int prepare_read_numbers(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    int rc = prepare_read(call, data, err);

    return rc ? rc : ce_data_table_need_numbers(data, ce_cli_operand(call->cli, 0), err);
}

int prepare_read_numeric(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    int rc = prepare_read(call, data, err);

    return rc ? rc : ce_data_table_need_numeric(data, ce_cli_operand(call->cli, 0), err);
}

void prepare_check_names(const prepare_call *call)
{
    const prepare_names *o = call->options;

    if (!o->keep == !o->drop)
        ce_cli_usage(call->cli, "%s: one of --keep and --drop is needed", call->cli->noun[0]);
}
