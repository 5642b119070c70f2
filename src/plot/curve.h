/*
 * curve.h: columns of a data table against another one, as lines or points.
 */
#ifndef CE_PLOT_CURVE_H
#define CE_PLOT_CURVE_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "plot/gnuplot.h"

typedef enum { CE_CURVE_LINES, CE_CURVE_POINTS, CE_CURVE_BOTH } ce_curve_style;

typedef struct {
    ce_picture picture;
    size_t x;                      /* column across */
    const size_t *y;               /* columns upwards, a curve for each */
    size_t curves;                 /* >= 1 */
    ce_curve_style style;
    int log_x, log_y;
    const char *x_label,
        *y_label; /* NULL: the name of x; that of y when there is one curve, else none */
} ce_curve_options;

/*
 * The picture's bytes, free(). The rows of a curve are joined in the order of x (ties: of the
 * rows); a row without x or y is not part of it. Each curve has a colour and a shape of its own and
 * stands in the key. 0, CE_ENOMEM, CE_EIO (gnuplot), CE_EINPUT (a categorical column, a curve
 * without a point, a value of 0 or less on a logarithmic axis).
 */
int ce_curve(const ce_data_table *table, const ce_curve_options *options, char **bytes,
             size_t *length, ce_error *err);

#endif
