/*
 * stability_life.h: the dendrogram of the co-association of all base clusterings, as ce-consensus
 * evidence accumulation cuts it.
 */
#ifndef CE_TOOLS_STABILITY_LIFE_H
#define CE_TOOLS_STABILITY_LIFE_H

#include "core/dendrogram.h"
#include "partition/linkage/linkage.h"
#include "stability.h"

/* method: single or average. The caller frees the tree. 0 or a failure, as when n x n numbers do
 * not fit. */
int stability_tree(const stability_work *w, ce_linkage_method method, ce_dendrogram *tree,
                   ce_error *err);

/* A note on the k with the longest lifetime; none where the tree has no lifetimes. */
void stability_prefer_lifetime(const ce_cli *cli, const ce_dendrogram *tree);

#endif
