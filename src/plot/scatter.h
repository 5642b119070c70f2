/*
 * scatter.h: two columns of a data table as points, colored by label.
 */
#ifndef CE_PLOT_SCATTER_H
#define CE_PLOT_SCATTER_H

#include <stddef.h>

#include "core/error.h"
#include "io/columns.h"
#include "io/data_table.h"
#include "plot/gnuplot.h"

typedef struct {
    ce_picture picture;
    size_t x, y;                  /* columns of the table, numeric */
    int equal;                    /* the same scale on both axes */
    const ce_text_column *labels; /* n, or NULL: one color */
} ce_scatter_options;

/*
 * *bytes: the picture, free(). Labels get the seven colors of Okabe and Ito in the order of
 * groups.h, and with each round of colors another shape. `noise` and missing labels are small grey
 * dots below the others. A key is drawn for up to 20 labels. Objects without x or y are left out;
 * *omitted: how many. Returns 0, CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT (a categorical column,
 * labels of another number, no object left). After a failure there is no picture to free.
 */
int ce_scatter(const ce_data_table *table, const ce_scatter_options *options, char **bytes,
               size_t *length, size_t *omitted, ce_error *err);

#endif
