#include <stdlib.h>

#include "core/memory.h"
#include "io/label_cells.h"
#include "io/label_table.h"
#include "io/output.h"

static void write_header(const ce_label_table *table, ce_output *output, char delimiter)
{
    if (table->id.name) {
        ce_output_name(output, table->id.name, delimiter);
        ce_output_char(output, delimiter);
    }
    if (table->size) {
        ce_output_text(output, "size");
        ce_output_char(output, delimiter);
    }
    for (size_t q = 0; q < table->labels.m; q++) {
        if (q)
            ce_output_char(output, delimiter);
        ce_output_name(output, table->name[q], delimiter);
    }
    ce_output_char(output, '\n');
}

static void write_row(const ce_label_table *table, const ce_label_cells *cells, ce_output *output,
                      size_t i, char delimiter)
{
    size_t n = table->labels.n, m = table->labels.m;

    if (table->id.name) {
        ce_output_cell(output, ce_text_column_get(&table->id, i), delimiter);
        ce_output_char(output, delimiter);
    }
    if (table->size) {
        ce_output_real(output, table->size[i]);
        ce_output_char(output, delimiter);
    }
    for (size_t q = 0; q < m; q++) {
        ce_label_cells_write(&cells[q], output, table->labels.labels[q * n + i]);
        ce_output_char(output, q + 1 < m ? delimiter : '\n');
    }
}

int ce_label_table_write(const ce_label_table *table, const char *path, char delimiter,
                         ce_error *err)
{
    size_t m = table->labels.m;
    char separator = delimiter ? delimiter : ',';
    char between = m > 1 || table->id.name || table->size ? separator : '\0';
    ce_label_cells *cells = ce_calloc(m, sizeof *cells, err);
    ce_output *output = NULL;
    int rc = cells ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < m && !rc; q++)
        rc = table->categories
                 ? ce_label_cells_build(&cells[q], &table->categories[q],
                                        table->categories[q].count, between, err)
                 : ce_label_cells_build(&cells[q], NULL, (size_t)table->labels.k[q], between, err);
    if (!rc && !(rc = ce_output_open(&output, path, err))) {
        write_header(table, output, between);
        for (size_t i = 0; i < table->labels.n && !ce_output_failed(output); i++)
            write_row(table, cells, output, i, between);
        rc = ce_output_close(output, err);
    }
    for (size_t q = 0; q < m && cells; q++)
        ce_label_cells_free(&cells[q]);
    free(cells);
    return rc;
}
