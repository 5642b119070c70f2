/*
 * tracking.h: which cluster each object is in, clustering by clustering, as colored cells: a
 * tracking plot (a column per clustering, a row per object), or the members of an ensemble (a row
 * per clustering, a column per object).
 */
#ifndef CE_PLOT_TRACKING_H
#define CE_PLOT_TRACKING_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "io/label_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"
#include "plot/matched.h"
#include "plot/remarks.h"

typedef struct {
    ce_picture picture;
    size_t most;        /* rows of pixels for the objects: more objects are put together */
    int lie;            /* 1: a row per clustering, and objects from left to right */
    const float *share; /* n x m, column-major, how sure each label is, 0 .. 1; NULL: all 1 */
} ce_tracking_options;

/* What a picture leaves out or puts together. */
typedef struct {
    double objects;     /* of all rows */
    size_t pixels;      /* rows of pixels for them */
    int32_t grey;       /* numbers of clusters that have no color of their own */
    ce_remarks remarks; /* the same, as the picture says it */
} ce_tracking_note;

/*
 * table: its clusterings, names and sizes; ids are shown for few objects. order as
 * ce_matched_order gives it. Where more objects share a row of pixels, it has in each clustering
 * the color of the number that most of them have (ties: the lowest), as strong as they are sure on
 * average. *bytes: the picture, free(). O(n m). 0, CE_ENOMEM or CE_EIO; after a failure there is
 * no picture to free.
 */
int ce_tracking(const ce_label_table *table, const ce_matched *matched, const size_t *order,
                const ce_tracking_options *options, char **bytes, size_t *length,
                ce_tracking_note *note, ce_error *err);

/* The pixels: most x m, row-major, 0xRRGGBB. *rows: min(objects, most). 0 or CE_ENOMEM. For tests
 * and for ce_tracking. */
int ce_tracking_pixels(const ce_label_table *table, const ce_matched *matched, const size_t *order,
                       size_t most, const float *share, uint32_t **pixels, size_t *rows,
                       ce_error *err);

/* Writes the same as a label table: objects in this order, numbers from 1. */
void ce_tracking_write(const ce_label_table *table, const ce_matched *matched, const size_t *order,
                       ce_output *output, char between);

#endif
