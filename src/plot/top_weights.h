/*
 * top_weights.h: the features with the largest weights of each cluster, as bars or as a table
 * [wce2008, section 5.1.1, Figures 5.2 and 5.3].
 */
#ifndef CE_PLOT_TOP_WEIGHTS_H
#define CE_PLOT_TOP_WEIGHTS_H

#include <stddef.h>

#include "core/error.h"
#include "io/model.h"
#include "plot/gnuplot.h"

/* Set to zero before use; ce_top_weights_free. The clusters are those of one clustering of the
 * model: first .. first + clusters - 1. */
typedef struct {
    const ce_model *model; /* the caller's */
    size_t first, clusters;
    size_t most;     /* features a cluster, at most */
    size_t *feature; /* owned: clusters x most, largest weight first (ties: the first column) */
    size_t *count;   /* owned: clusters; how many of its features have a weight, at most `most` */

    /* The features of all clusters, each once: those of cluster 1, then what cluster 2 adds, ... */
    size_t *shown; /* owned */
    size_t shown_count;
    size_t *group; /* owned: clusters; how many features of `shown` each one adds */

    size_t level; /* clusters of two or more features that all have the same weight */
} ce_top_weights;

/* The `most` (>= 1) features with the largest weights of each cluster of clustering q. Returns 0,
 * CE_ENOMEM, or CE_EINPUT for a model without weights; top is empty after a failure.
 * O(k d log d). */
int ce_top_weights_find(ce_top_weights *top, const ce_model *model, size_t q, size_t most,
                        ce_error *err);
void ce_top_weights_free(ce_top_weights *top);

/*
 * *bytes: the picture, free(). It has a row for each shown feature, from top to bottom, with a bar
 * for each cluster and its weight beside it. Thin lines separate what each cluster adds.
 * picture->height 0: as high as the bars need. Returns 0, CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT
 * (no feature has a weight; the bars need a picture of more than 20,000 pixels). After a failure
 * there is no picture to free.
 */
int ce_top_weights_draw(const ce_top_weights *top, const ce_picture *picture, char **bytes,
                        size_t *length, ce_error *err);

/* Writes CSV, a row for each of the top features of each cluster:
 * cluster,feature,weight,rank,centroid. Returns 0, CE_EIO or CE_EPIPE. */
int ce_top_weights_write(const ce_top_weights *top, const char *path, char delimiter,
                         ce_error *err);

#endif
