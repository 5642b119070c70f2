/*
 * heatmap.h: a similarity matrix as a picture, averaged down to a size that a screen shows: the
 * consensus heat map, in the order of a dendrogram, with the tree above it and annotation bars.
 */
#ifndef CE_PLOT_HEATMAP_H
#define CE_PLOT_HEATMAP_H

#include <stddef.h>

#include "core/dendrogram.h"
#include "core/error.h"
#include "core/similarity.h"
#include "io/columns.h"
#include "plot/bars.h"
#include "plot/branches.h"
#include "plot/gnuplot.h"

/* *image: side x side, row-major, owned by the caller. Pixel (a, b) is the mean over the entries
 * (i, j) with floor(position of i * side / n) = a, and the same for j and b. *side: min(n, most).
 * order: the object at each position, or NULL for the order of the matrix. O(n^2), sparse
 * O(entries). Returns 0 or CE_ENOMEM; outputs are untouched after a failure. */
int ce_heatmap_reduce(const ce_similarity *s, const size_t *order, size_t most, double **image,
                      size_t *side, ce_error *err);

typedef enum { CE_PALETTE_VIRIDIS, CE_PALETTE_GREY } ce_palette;
/* In the order of the enum; for option rows. */
#define CE_PALETTE_NAMES "viridis|grey"

typedef struct {
    ce_picture picture;           /* height 0: at most 700 pixels, and 15 for each bar */
    ce_palette palette;           /* grey: 0 white, 1 black */
    size_t most;                  /* pixels of the image a side */
    const ce_text_column *labels; /* n, to group objects with lines between the groups; or NULL */
    const ce_dendrogram *tree;    /* n leaves: drawn, and the order is its; or NULL */
    ce_branches_cut cut;          /* of the tree */
    int cut_is_of_bar;            /* the cut is looked at beside the first bar of labels */
    const ce_bars *bars;          /* n objects; or NULL */
    const ce_text_column *ids;    /* n, shown where they fit; or NULL */
    const char *name;             /* of the values, beside the color bar; or NULL */
    double high;         /* where the colors end, larger values have the last; 0: see below */
    const char *caption; /* below the picture; or NULL */
} ce_heatmap_options;

/* *bytes: the picture, free(). Branches below the cut have the colors of the groups that they share
 * most objects with in the bar of labels that is most like them, or with cut_is_of_bar in the
 * first. Where the two are about something else, they have colors by number, or with cut_is_of_bar
 * none. The colors of the matrix span 0 .. 1 if all
 * pixels are in it, else the range of the pixels. A matrix that is averaged down is said to be so
 * below the picture, and so are the merges of the tree that are narrower than a pixel and not
 * drawn; *hidden: how many. Returns 0, CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT (no room in the
 * picture). After a failure there is no picture to free. */
int ce_heatmap(const ce_similarity *s, const ce_heatmap_options *options, char **bytes,
               size_t *length, size_t *hidden, ce_error *err);

#endif
