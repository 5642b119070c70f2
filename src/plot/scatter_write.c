#include <stdlib.h>

#include "io/records.h"
#include "plot/scatter.h"

static void write_cell(ce_records *records, const ce_scatter_options *options, const ce_point *cell)
{
    ce_records_real(records, cell->x);
    ce_records_real(records, cell->y);
    if (options->labels)
        ce_records_text(records,
                        cell->label < 0 ? NULL : options->labels->categories.text[cell->label]);
    ce_records_integer(records, (int64_t)cell->objects);
    if (options->sure)
        ce_records_real(records, cell->sure);
}

int ce_scatter_write(const ce_data_table *table, const ce_scatter_options *options,
                     ce_output *output, char between, ce_scatter_note *note, ce_error *err)
{
    const char *name[5] = {"x", "y"};
    size_t count, columns = 2;
    ce_point *cells = NULL;
    ce_records records;
    int rc = ce_scatter_points(table, options, &cells, &count, note, err);

    if (rc)
        return rc;
    if (options->labels)
        name[columns++] = "label";
    name[columns++] = "objects";
    if (options->sure)
        name[columns++] = "confidence";
    ce_records_begin(&records, output, name, columns, 0, between);
    for (size_t c = 0; c < count; c++)
        write_cell(&records, options, &cells[c]);
    ce_records_end(&records);
    free(cells);
    return CE_OK;
}
