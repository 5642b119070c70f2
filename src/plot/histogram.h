/*
 * histogram.h: how many objects have which value, as bars in which clusters are stacked.
 */
#ifndef CE_PLOT_HISTOGRAM_H
#define CE_PLOT_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "plot/gnuplot.h"

typedef struct {
    ce_picture picture;
    size_t n;
    const double *value;   /* n, in low .. high; NaN: left out */
    const double *size;    /* n: objects that each stands for; NULL: 1 each */
    const int32_t *number; /* n: the cluster by number, or CE_MISSING */
    int32_t numbers;
    int noise; /* whether the last number is the label `noise` */
    double low, high;
    size_t bins;      /* of equal width; each has its lower end, the last its upper one too */
    const char *axis; /* the name of the values */
} ce_histogram_picture;

/* *bytes: the picture, free(). The clusters have the colors of ce_plot_shade; those that are grey
 * are one box. Objects without a label are on top, white with an edge. 0, CE_ENOMEM or CE_EIO
 * (gnuplot). */
int ce_histogram_draw(const ce_histogram_picture *of, char **bytes, size_t *length, ce_error *err);

#endif
