/*
 * stability_life.h: the dendrogram of the co-association of all base clusterings, the one that
 * evidence accumulation cuts.
 */
#ifndef CE_TOOLS_STABILITY_LIFE_H
#define CE_TOOLS_STABILITY_LIFE_H

#include "core/dendrogram.h"
#include "partition/linkage/linkage.h"
#include "stability.h"

/* Grows the dendrogram. method: single or average. The caller frees the tree. 0 or a failure, such
 * as CE_ENOMEM where n x n numbers do not fit; the tree is then empty. */
int stability_tree(const ce_cli *cli, const stability_work *w, ce_linkage_method method,
                   ce_dendrogram *tree, ce_error *err);

/* Prints a note on the k with the longest lifetime, where the tree has lifetimes. */
void stability_prefer_lifetime(const ce_cli *cli, const ce_dendrogram *tree);

#endif
