/*
 * heatmap.h: a similarity matrix as a picture, averaged down to a size that a screen shows.
 */
#ifndef CE_PLOT_HEATMAP_H
#define CE_PLOT_HEATMAP_H

#include <stddef.h>

#include "core/error.h"
#include "core/similarity.h"
#include "io/columns.h"
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
    ce_picture picture;
    ce_palette palette;           /* grey: 0 white, 1 black */
    size_t most;                  /* pixels of the image a side */
    const ce_text_column *labels; /* n, to group objects with lines between the groups; or NULL */
} ce_heatmap_options;

/* *bytes: the picture, free(). The colors span 0 .. 1 if all pixels are in it, else the range of
 * the pixels. Returns 0, CE_ENOMEM, CE_EIO (gnuplot) or CE_EINPUT (labels of another number). After
 * a failure there is no picture to free. */
int ce_heatmap(const ce_similarity *s, const ce_heatmap_options *options, char **bytes,
               size_t *length, ce_error *err);

#endif
