/*
 * scatter.h: two columns of a data table as points, colored by label.
 */
#ifndef CE_PLOT_SCATTER_H
#define CE_PLOT_SCATTER_H

#include <stddef.h>

#include "core/error.h"
#include "io/columns.h"
#include "io/data_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"
#include "plot/points.h"
#include "plot/shades.h"

/* So many labels have a look of their own; so many have a key. */
enum { CE_SCATTER_LOOKS = CE_PLOT_SHADES, CE_SCATTER_KEYS = 20 };

/* More points than these hide each other: they become a grid of so many cells a side, unless
 * somebody asks for another one or for none. */
enum { CE_SCATTER_POINTS = 3000, CE_SCATTER_BINS = 90 };

typedef struct {
    ce_picture picture;
    size_t x, y;                  /* columns of the table, numeric */
    int equal;                    /* the same scale on both axes */
    const ce_text_column *labels; /* n, or NULL: one color */
    const double *sure;           /* n, how sure each label is: below 0 as 0, above 1 as 1, NaN as
                                     1; NULL: all 1 */
    /* 0: a point for each object; else one for each cell that has objects, of so many cells along
     * the x axis and as large along the y axis */
    size_t bins;
} ce_scatter_options;

/* What a picture leaves out or puts together. */
typedef struct {
    size_t omitted; /* objects without x or y */
    size_t cells;   /* that have objects; 0 without bins */
} ce_scatter_note;

/*
 * *bytes: the picture, free(). Labels get the colors of shades.h in the order of groups.h, and
 * with each seven of them another shape. `noise` and missing labels are small grey
 * dots below the others. The less sure a label is, the more its point is transparent. A key is
 * drawn for up to CE_SCATTER_KEYS labels. The square of a cell has the color of the label that most
 * of its objects have (ties: the lowest category), is as opaque as they are sure on average, and
 * larger where there are more of them. Objects without x or y are left out; *omitted: how many.
 * Returns 0, CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT (a categorical column, no object left). After
 * a failure there is no picture to free.
 */
int ce_scatter(const ce_data_table *table, const ce_scatter_options *options, char **bytes,
               size_t *length, ce_scatter_note *note, ce_error *err);

/* The points of that picture. *points: *count of them, free(). Returns as above, but for CE_EIO. */
int ce_scatter_points(const ce_data_table *table, const ce_scatter_options *options,
                      ce_point **points, size_t *count, ce_scatter_note *note, ce_error *err);

/* Writes the cells of the grid: x and y of the middle, with labels the label of the square, the
 * objects, and with sure their mean. Returns as ce_scatter_points; after a failure nothing is
 * written. */
int ce_scatter_write(const ce_data_table *table, const ce_scatter_options *options,
                     ce_output *output, char between, ce_scatter_note *note, ce_error *err);

#endif
