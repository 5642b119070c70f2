/*
 * flow.h: how objects go from the clusters of one clustering to those of the next, as bands between
 * bars (an alluvial diagram).
 */
#ifndef CE_PLOT_FLOW_H
#define CE_PLOT_FLOW_H

#include <stddef.h>

#include "core/error.h"
#include "io/label_table.h"
#include "io/output.h"
#include "plot/gnuplot.h"
#include "plot/matched.h"
#include "plot/remarks.h"

typedef struct {
    ce_picture picture;
    size_t most;  /* clusters of a clustering that have a bar; the smaller ones share one */
    double least; /* bands of fewer objects, as a share of all, are not drawn */
} ce_flow_options;

/* What a picture leaves out or puts together. */
typedef struct {
    size_t pooled;      /* clusters in bars for several */
    size_t bands;       /* that are not drawn, */
    double thin;        /* and the largest share of the objects of a column that these have */
    ce_remarks remarks; /* of clusters and of bands, as the picture says it */
} ce_flow_note;

/*
 * A bar for each cluster, as high as it has objects, in the color of its number in `matched`, and
 * with its name where there is room. A grey bar holds the clusters that are left over, a white one
 * objects without a label. Clusters are ordered so that bands cross little: by the mean place of
 * their objects in the clustering before. table has two clusterings at least. *bytes: the picture,
 * free(). 0, CE_ENOMEM, CE_EIO, or CE_EINPUT: one clustering; after a failure there is no picture.
 */
int ce_flow(const ce_label_table *table, const ce_matched *matched, const ce_flow_options *options,
            char **bytes, size_t *length, ce_flow_note *note, ce_error *err);

/* Writes all flows: from, to (clusterings), from_cluster, to_cluster (NA: no label), objects, and
 * their shares of the two clusters, of_from and of_to. 0, CE_ENOMEM or CE_EINPUT: one clustering;
 * then nothing is written. */
int ce_flow_write(const ce_label_table *table, ce_output *output, char between, ce_error *err);

#endif
