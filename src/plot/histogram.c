#include "plot/histogram.h"

#include <math.h>
#include <stdlib.h>

#include "core/labels.h"
#include "core/memory.h"
#include "plot/shades.h"

static size_t bin_of(const ce_histogram_picture *of, double value)
{
    double at = floor((value - of->low) / (of->high - of->low) * (double)of->bins);

    return at < (double)of->bins ? (size_t)at : of->bins - 1;
}

/* Boxes in a bar: a cluster each, but those that are all grey share one. */
static int32_t boxes_of(const ce_histogram_picture *of)
{
    return of->numbers < CE_PLOT_SHADES ? of->numbers : CE_PLOT_SHADES + 1;
}

/* count: bins x (boxes + 1), the objects of each box; last those without a label. */
static void count_objects(const ce_histogram_picture *of, double *count)
{
    int32_t boxes = boxes_of(of);

    for (size_t i = 0; i < of->n; i++) {
        int32_t box = of->number[i] < CE_PLOT_SHADES ? of->number[i] : CE_PLOT_SHADES;
        if (!isnan(of->value[i]))
            count[bin_of(of, of->value[i]) * ((size_t)boxes + 1) +
                  (size_t)(box < 0 ? boxes : box)] += of->size ? of->size[i] : 1;
    }
}

/* The number whose color a box has. */
static int32_t color_of(const ce_histogram_picture *of, int32_t box)
{
    if (box == boxes_of(of))
        return CE_MISSING;
    return of->noise && box == of->numbers - 1 ? CE_PLOT_NOISE : box;
}

/* The boxes of one bin, one on the other. */
static void write_bin(FILE *script, const ce_histogram_picture *of, const double *count, size_t b)
{
    double step = (of->high - of->low) / (double)of->bins, left = of->low + (double)b * step,
           top = 0;

    for (int32_t c = 0, boxes = boxes_of(of); c <= boxes; c++) {
        if (count[c] <= 0)
            continue;
        fprintf(script, "%.6g %.10g %.6g %.6g %.10g %.10g %lu\n", left + step / 2,
                top + count[c] / 2, left + 0.04 * step, left + 0.96 * step, top, top + count[c],
                (unsigned long)ce_plot_shade(color_of(of, c), 1));
        top += count[c];
    }
}

static void write_script(FILE *script, const ce_histogram_picture *of, const double *count)
{
    size_t wide = (size_t)boxes_of(of) + 1;
    double highest = 0;

    for (size_t b = 0; b < of->bins; b++) {
        double top = 0;
        for (size_t c = 0; c < wide; c++)
            top += count[b * wide + c];
        highest = fmax(highest, top);
    }
    fprintf(script, "unset key\nset xrange [%.10g:%.10g]\nset yrange [0:%.10g]\nset xlabel ",
            of->low, of->high, highest > 0 ? 1.05 * highest : 1);
    ce_gnuplot_quote(script, of->axis);
    /* a point below the picture: there is something to plot if no object has a value */
    fprintf(script,
            "\nset ylabel 'objects'\nplot '-' using 1:2:3:4:5:6:7 with boxxyerror fillstyle "
            "solid border rgb '#808080' linewidth 0.3 fillcolor rgb variable\n"
            "%.10g -1 %.10g %.10g -1 -1 0\n",
            of->low, of->low, of->high);
    for (size_t b = 0; b < of->bins; b++)
        write_bin(script, of, count + b * wide, b);
    fprintf(script, "e\n");
}

int ce_histogram_draw(const ce_histogram_picture *of, char **bytes, size_t *length, ce_error *err)
{
    double *count = ce_calloc(of->bins * ((size_t)boxes_of(of) + 1), sizeof *count, err);
    FILE *script = NULL;
    int rc = count ? ce_gnuplot_begin(&script, &of->picture, err) : CE_ENOMEM;

    if (!rc) {
        count_objects(of, count);
        write_script(script, of, count);
        rc = ce_gnuplot_end(script, bytes, length, err);
    }
    free(count);
    return rc;
}
