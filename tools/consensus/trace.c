/* What gcons tried: a line, or a row of a table, for each threshold. */
#include "job.h"

#include "core/memory.h"

void consensus_tell_trace(const consensus_job *j)
{
    const ce_gcons_trace *trace = &j->ensemble.gcons;
    const ce_gcons_step *best = &trace->step[trace->chosen];

    for (size_t s = 0; s < trace->count; s++)
        ce_cli_detail(j->cli, "gcons: theta = %g: %d colours, phi = %.6f", trace->step[s].theta, trace->step[s].colors, trace->step[s].phi);
    ce_cli_note(j->cli, "gcons: %d clusters, at theta = %g, have the largest phi, %.6f", best->colors, best->theta, best->phi);
}

int consensus_write_trace(const consensus_job *j, ce_error *err)
{
    static const char *const name[] = {"theta", "colours", "phi", "chosen"};
    enum { COLUMNS = sizeof name / sizeof *name };
    const ce_gcons_trace *trace = &j->ensemble.gcons;
    ce_data_table table = {0};
    int rc = ce_data_table_alloc(&table, trace->count, COLUMNS, err);

    for (size_t c = 0; c < COLUMNS && !rc; c++)
        if (!(table.name[c] = ce_strdup(name[c], err)))
            rc = CE_ENOMEM;
    for (size_t s = 0; s < trace->count && !rc; s++) {
        double *row = table.values.values + s * COLUMNS;
        row[0] = trace->step[s].theta;
        row[1] = trace->step[s].colors;
        row[2] = trace->step[s].phi;
        row[3] = s == trace->chosen;
    }
    if (!rc)
        rc = ce_data_table_write(&table, j->options->trace, j->options->common.delimiter, err);
    ce_data_table_free(&table);
    return rc;
}
