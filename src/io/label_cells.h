/*
 * label_cells.h: the cells of a column of labels, formatted once and written many times.
 */
#ifndef CE_IO_LABEL_CELLS_H
#define CE_IO_LABEL_CELLS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/categories.h"
#include "io/output.h"

/* A cell as it is written, if it is short. */
typedef struct {
    unsigned char size; /* 0: too long for text */
    char text[CE_SHORT];
} ce_label_cell;

/* Set to zero before use. */
typedef struct {
    const ce_categories *categories; /* NULL: label 0 is written as 1, ... */
    ce_label_cell *cell;             /* owned; count; NULL when there are too many labels */
    size_t count;
    char delimiter;
} ce_label_cells;

/* Formats the labels 0 .. k-1. It borrows categories, which must outlive it. 0 or CE_ENOMEM; cells
 * can only be freed after a failure. */
int ce_label_cells_build(ce_label_cells *cells, const ce_categories *categories, size_t k,
                         char delimiter, ce_error *err);
void ce_label_cells_free(ce_label_cells *cells);

/* Writes a missing label as NA. */
void ce_label_cells_write_any(const ce_label_cells *cells, ce_output *output, int32_t label);

static inline void ce_label_cells_write(const ce_label_cells *cells, ce_output *output,
                                        int32_t label)
{
    if (label >= 0 && (size_t)label < cells->count && cells->cell[label].size)
        ce_output_short(output, cells->cell[label].text, cells->cell[label].size);
    else
        ce_label_cells_write_any(cells, output, label);
}

#endif
