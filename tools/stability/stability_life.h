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

/* The k with the longest lifetime; 0 where the tree has no lifetimes. */
size_t stability_longest_life(const ce_dendrogram *tree, double *life);

/* Prints a note on it; none for k = 0. */
void stability_prefer_lifetime(const ce_cli *cli, const stability_work *w, size_t k, double life);

/* The most clusters of a base clustering. A larger k that lives longest is chance: then nearly all
 * objects stand alone before the first merger. */
size_t stability_most_k(const stability_work *w);

#endif
