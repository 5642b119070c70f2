/*
 * dendrogram_file.h: trees as files (clens-formats(5)).
 */
#ifndef CE_IO_DENDROGRAM_FILE_H
#define CE_IO_DENDROGRAM_FILE_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "io/columns.h"
#include "io/csv.h"

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
 * id, or with id NULL by their rows from 1, and have height 0. The length of a branch is the
 * difference of heights.
 */
int ce_dendrogram_write(const ce_dendrogram *tree, const char *path, const ce_text_column *id,
                        ce_tree_format format, char delimiter, ce_error *err);

/*
 * Reads a tree in either format; the first bytes tell them apart. n: its leaves, where they are
 * known; 0: all merges are there, and they are one more. A table may come without a header. id
 * (empty before) gets the names of the leaves of a Newick tree, unless they are its rows
 * (newick.h).
 *
 * Refused with file and line: what is no number, negative heights, heights that decrease, nodes
 * that are not there yet or have merged before, sizes that do not add up, and what newick.h says. 0
 * or a failure; tree and id are empty after one. O(n log n).
 */
int ce_dendrogram_read(ce_dendrogram *tree, ce_text_column *id, const char *path, size_t n,
                       const ce_table_format *format, ce_error *err);

#endif
