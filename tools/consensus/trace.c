/* What gcons tried: a line, or a row of a table, for each threshold. What penta added: a row for
 * each pair. */
#include "job.h"

#include "core/memory.h"
#include "io/output.h"

void consensus_tell_trace(const consensus_job *j)
{
    const ce_gcons_trace *trace = &j->ensemble.gcons;
    const ce_gcons_step *best = &trace->step[trace->chosen];

    for (size_t s = 0; s < trace->count; s++)
        ce_cli_detail(j->cli, "gcons: theta = %g: %d colours, phi = %.6f", trace->step[s].theta,
                      trace->step[s].colors, trace->step[s].phi);
    ce_cli_note(j->cli, "gcons: %d clusters, at theta = %g, have the largest phi, %.6f",
                best->colors, best->theta, best->phi);
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

static void write_object(ce_output *output, const ce_text_column *id, int32_t i, char delimiter)
{
    if (id->name)
        ce_output_cell(output, ce_text_column_get(id, (size_t)i), delimiter);
    else
        ce_output_printf(output, "%ld", (long)i + 1);
    ce_output_char(output, delimiter);
}

int consensus_write_steps(const ce_system_result *result, const ce_text_column *id,
                          const consensus_options *options, ce_error *err)
{
    char c = options->common.delimiter;
    ce_output *output;
    int rc = ce_output_open(&output, options->trace, err);

    if (rc)
        return rc;
    ce_output_printf(output, "k%cround%ccomponent%clink%ci%cj%cdistance\n", c, c, c, c, c, c);
    for (size_t s = 0; s < result->steps; s++) {
        const ce_penta_step *step = &result->step[s];
        ce_output_printf(output, "%d%c%zu%c%zu%c%s%c", step->k, c, step->round, c, step->component,
                         c, step->pair.link == CE_MUST_LINK ? "must" : "cannot", c);
        write_object(output, id, step->pair.i, c);
        write_object(output, id, step->pair.j, c);
        ce_output_real(output, step->distance);
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}
