/*
 * curve.h: columns of a data table against another one, as lines or points.
 */
#ifndef CE_PLOT_CURVE_H
#define CE_PLOT_CURVE_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"

typedef enum { CE_CURVE_LINES, CE_CURVE_POINTS, CE_CURVE_BOTH } ce_curve_style;
/* In the order of the enum; for option rows. */
#define CE_CURVE_STYLE_NAMES "lines|points|both"

typedef struct {
    ce_picture picture;
    size_t x;        /* column across */
    const size_t *y; /* columns upwards, a curve for each */
    size_t curves;   /* >= 1 */
    ce_curve_style style;
    int log_x, log_y;
    int tried_x;         /* only values of the column are named across, about a dozen at most */
    const char *x_label; /* NULL: the name of x */
    const char *y_label; /* NULL: the name of y for one curve, none for several */
} ce_curve_options;

/*
 * *bytes: the picture, free(). The rows of a curve are joined in the order of x (ties: of the
 * rows). A row without x or y is left out. Each curve has its own color and shape, and stands in
 * the key. Returns 0, CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT (a categorical column, a curve
 * without a point, a value of 0 or less on a logarithmic axis). After a failure there is no
 * picture to free.
 */
int ce_curve(const ce_data_table *table, const ce_curve_options *options, char **bytes,
             size_t *length, ce_error *err);

/* Writes the points of all curves in the order of x: series (the name of the column), x, y. Returns
 * 0, CE_ENOMEM or CE_EINPUT as above; after a failure what was written is of no use. */
int ce_curve_write(const ce_data_table *table, const ce_curve_options *options, ce_output *output,
                   char between, ce_error *err);

#endif
