/*
 * top_weights.h: the features of the largest weights of each cluster [wce2008, section 5.1.1,
 * Figures 5.2 and 5.3], as bars or as a table.
 */
#ifndef CE_PLOT_TOP_WEIGHTS_H
#define CE_PLOT_TOP_WEIGHTS_H

#include <stddef.h>

#include "core/error.h"
#include "io/model.h"
#include "plot/gnuplot.h"

/* Zero-initialise before use; ce_top_weights_free. */
typedef struct {
    const ce_model *model; /* the caller's */
    size_t first,
        clusters; /* clusters first .. first + clusters - 1 of the model: those of one clustering */
    size_t most;            /* features a cluster, at most */
    size_t
        *feature; /* owned: clusters x most, largest weight first (ties: the first column first) */
    size_t
        *count; /* owned: clusters; how many of them are there: features without a weight are not */
    size_t *shown; /* owned: the features of all clusters, each once: those of cluster 1, then what
                      cluster 2 adds, ... */
    size_t *group;          /* owned: how many features of `shown` each cluster adds */
    size_t shown_count;
    size_t level;           /* clusters of two or more features that all have the same weight */
} ce_top_weights;

/* The `most` (>= 1) features of the largest weights of each cluster of clustering q. 0, CE_ENOMEM,
 * or CE_EINPUT: a model without weights. O(k d log d). */
int ce_top_weights_find(ce_top_weights *top, const ce_model *model, size_t q, size_t most,
                        ce_error *err);
void ce_top_weights_free(ce_top_weights *top);

/*
 * The picture's bytes, free(): a row for each shown feature, from top to bottom, with a bar for
 * each cluster and its weight beside it; thin lines part what each cluster adds. picture->height 0:
 * as high as the bars need. 0, CE_ENOMEM, CE_EIO (gnuplot), CE_EINPUT (no feature has a weight;
 * bars that need a picture of more than 20,000 pixels).
 */
int ce_top_weights_draw(const ce_top_weights *top, const ce_picture *picture, char **bytes,
                        size_t *length, ce_error *err);

/* CSV: cluster,feature,weight,rank,centroid, a row for each of the top features of each cluster. 0,
 * or CE_EIO, CE_EPIPE. */
int ce_top_weights_write(const ce_top_weights *top, const char *path, char delimiter,
                         ce_error *err);

#endif
