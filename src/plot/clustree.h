/*
 * clustree.h: the clusters of clusterings one after another as a tree of circles [zappia2018].
 */
#ifndef CE_PLOT_CLUSTREE_H
#define CE_PLOT_CLUSTREE_H

#include <stddef.h>

#include "core/error.h"
#include "io/label_table.h"
#include "plot/gnuplot.h"
#include "plot/matched.h"
#include "plot/remarks.h"

typedef struct {
    ce_picture picture;
    size_t most;  /* clusters of a clustering that have a circle; the smaller ones share one */
    double least; /* lines of a smaller share of the lower cluster are not drawn */
} ce_clustree_options;

/* What a picture leaves out or puts together. */
typedef struct {
    size_t pooled;      /* clusters in circles for several */
    size_t lines;       /* that are not drawn */
    size_t unnamed;     /* circles that are too small for their name */
    ce_remarks remarks; /* of clusters and of lines, as the picture says it */
} ce_clustree_note;

/*
 * A row for each clustering, the first on top, and in it a circle for each cluster. Its area is as
 * large as it has objects, its color is that of its number in `matched`. A line joins two clusters
 * of neighbouring rows that share objects. It is as wide as they are many, and the darker, the
 * larger their share of the lower cluster. A cluster stands below the one of the row above with
 * which it shares most objects (ties: the first), so that these lines do not cross. table has two
 * clusterings at least. *bytes: the picture, free(). 0, CE_ENOMEM, CE_EIO, or CE_EINPUT: one
 * clustering; after a failure there is no picture.
 */
int ce_clustree(const ce_label_table *table, const ce_matched *matched,
                const ce_clustree_options *options, char **bytes, size_t *length,
                ce_clustree_note *note, ce_error *err);

#endif
