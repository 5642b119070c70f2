/*
 * dendrogram_file.h: trees as files (clens-formats(5)).
 */
#ifndef CE_IO_DENDROGRAM_FILE_H
#define CE_IO_DENDROGRAM_FILE_H

#include "core/dendrogram.h"
#include "core/error.h"

typedef enum { CE_TREE_SCIPY, CE_TREE_NEWICK } ce_tree_format;
/* In the order of the enum; for option rows. */
#define CE_TREE_FORMAT_NAMES "scipy|newick"

/*
 * Writes a tree. 0 or a failure.
 *
 * scipy: CSV with the header left,right,height,size and a line for each merge. Nodes are numbered
 * as in SciPy: objects from 0, and merge t (from 0) makes node n + t.
 *
 * newick: a line for each root; there is one, unless the tree stops early. Leaves are named by
 * their rows from 1 and have height 0. The length of a branch is the difference of heights.
 */
int ce_dendrogram_write(const ce_dendrogram *tree, const char *path, ce_tree_format format,
                        char delimiter, ce_error *err);

#endif
