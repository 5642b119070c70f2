/*
 * margins.h: how sure the label of each object is, cluster by cluster, as bars.
 */
#ifndef CE_PLOT_MARGINS_H
#define CE_PLOT_MARGINS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "plot/gnuplot.h"

typedef struct {
    ce_picture picture;
    size_t n;
    const double *margin;  /* n, -1 .. 1; NaN: unknown, drawn as 0 */
    const int32_t *number; /* n: the cluster by number, or CE_MISSING: left out */
    int32_t numbers;
    int noise;               /* whether the last number is the label `noise` */
    const char *const *name; /* of the clusters, by number */
    size_t most;             /* bars: more objects of a cluster share some */
    double span;             /* the axis ends there, on both sides of 0 */
} ce_margins_picture;

/* A bar for each object from 0 to its margin, those of a cluster together, the longest first. Where
 * there are more than `most`, neighbours share a bar of their mean; where there are more clusters
 * than that, those without a color of their own are as one, without a name. *shared: objects in a
 * bar, at most. *bytes: the picture, free(). 0, CE_ENOMEM, CE_EIO, or CE_EINPUT: no object has a
 * label. */
int ce_margins_draw(const ce_margins_picture *of, char **bytes, size_t *length, size_t *shared,
                    ce_error *err);

#endif
