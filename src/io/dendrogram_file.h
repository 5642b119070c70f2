/*
 * dendrogram_file.h: trees on file (clens-formats(5)).
 */
#ifndef CE_IO_DENDROGRAM_FILE_H
#define CE_IO_DENDROGRAM_FILE_H

#include "core/dendrogram.h"
#include "core/error.h"

/* In the order of the choices "scipy|newick". */
typedef enum { CE_TREE_SCIPY, CE_TREE_NEWICK } ce_tree_format;

/*
 * Writes a tree. scipy: CSV with the header left,right,height,size and a line per merge: nodes are
 * numbered as in SciPy, objects from 0, merge t (from 0) makes node n + t. newick: a line per root
 * (one, unless the tree stops early), leaves named by their row from 1, branch lengths the
 * difference of heights, leaves at height 0. 0 or a failure.
 */
int ce_dendrogram_write(const ce_dendrogram *tree, const char *path, ce_tree_format format,
                        char delimiter, ce_error *err);

#endif
