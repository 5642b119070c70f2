/*
 * plot.h: the options of ce-plot, and the nouns that have a file of their own.
 */
#ifndef CE_TOOLS_PLOT_H
#define CE_TOOLS_PLOT_H

#include "cli/tool.h"
#include "core/error.h"
#include "io/columns.h"
#include "plot/gnuplot.h"

enum { PLOT_AUTO, PLOT_SVG, PLOT_PNG, PLOT_CSV };

typedef struct {
    ce_common common;
    const char *x, *y, *labels, *column, *title, *x_label, *y_label, *clustering;
    int width, height, format, palette, pixels, equal, style, log, top;
} plot_options;

/* *bytes: the picture, free(). labels: those of --labels, or NULL. 0 or a failure. */
typedef int plot_draw(const ce_cli *cli, const plot_options *o, const ce_picture *picture,
                      const ce_text_column *labels, char **bytes, size_t *length, ce_error *err);
plot_draw plot_cdf, plot_stability;

/* format: PLOT_SVG, PLOT_PNG or PLOT_CSV, which it writes; else *bytes is the picture, free(). 0 or
 * a failure. */
int plot_weights(const ce_cli *cli, const plot_options *o, int format, const ce_picture *picture,
                 char **bytes, size_t *length, ce_error *err);

#endif
