/* What several changes do. */
#include "prepare.h"

int prepare_read(const prepare_call *call, ce_data_table *data, ce_error *err)
{
    ce_table_format format = ce_cli_format(call->cli);

    return ce_data_table_read(data, ce_cli_operand(call->cli, 0), &format, err);
}

void prepare_check_names(const prepare_call *call)
{
    const prepare_names *o = call->options;

    if (!o->keep == !o->drop)
        ce_cli_usage(call->cli, "%s: one of --keep and --drop is needed", call->cli->noun[0]);
}
