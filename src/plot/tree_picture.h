/*
 * tree_picture.h: a dendrogram as a picture: the root on top, the leaves below with their ids where
 * they fit, the branches of each cluster of a cut in a color.
 */
#ifndef CE_PLOT_TREE_PICTURE_H
#define CE_PLOT_TREE_PICTURE_H

#include <stddef.h>

#include "core/dendrogram.h"
#include "core/error.h"
#include "io/columns.h"
#include "plot/branches.h"
#include "plot/gnuplot.h"

/* ids: n, or NULL: leaves have the numbers of their rows. name: of the heights. *hidden: merges
 * that are narrower than a pixel and not drawn, which a line below the picture says. *bytes: the
 * picture, free(). Returns 0, CE_ENOMEM or CE_EIO (gnuplot); after a failure there is no picture to
 * free. */
int ce_tree_picture(const ce_dendrogram *tree, const ce_text_column *ids,
                    const ce_branches_cut *cut, const char *name, const ce_picture *picture,
                    size_t *hidden, char **bytes, size_t *length, ce_error *err);

#endif
