#include "io/label_cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum { MOST_LABELS = 1 << 16 };

int ce_label_cells_build(ce_label_cells *cells, const ce_categories *categories, size_t k,
                         char delimiter, ce_error *err)
{
    *cells = (ce_label_cells){.categories = categories, .delimiter = delimiter};
    if (k > MOST_LABELS)
        return CE_OK;
    cells->cell = ce_calloc(k, sizeof *cells->cell, err);
    if (!cells->cell)
        return CE_ENOMEM;
    cells->count = k;
    for (size_t label = 0; label < k; label++) {
        ce_label_cell *cell = &cells->cell[label];
        char number[24];
        const char *text = categories ? categories->text[label] : number;
        size_t length;

        if (!categories)
            snprintf(number, sizeof number, "%zu", label + 1);
        length = strlen(text);
        if (length > sizeof cell->text || ce_cell_needs_quotes(text, delimiter))
            continue;
        memcpy(cell->text, text, length);
        cell->size = (unsigned char)length;
    }
    return CE_OK;
}

void ce_label_cells_free(ce_label_cells *cells)
{
    if (!cells)
        return;
    free(cells->cell);
    *cells = (ce_label_cells){0};
}

void ce_label_cells_write_any(const ce_label_cells *cells, ce_output *output, int32_t label)
{
    if (label < 0)
        ce_output_text(output, "NA");
    else if (cells->categories)
        ce_output_cell(output, cells->categories->text[label], cells->delimiter);
    else
        ce_output_integer(output, label + 1);
}
