/*
 * newick.h: trees of merges in the Newick format.
 *
 * Leaves have height 0, and the length of a branch is the difference of heights. So all leaves of a
 * tree are as far from its root.
 */
#ifndef CE_IO_NEWICK_H
#define CE_IO_NEWICK_H

#include "core/dendrogram.h"
#include "core/error.h"
#include "io/columns.h"
#include "io/input.h"
#include "io/output.h"

/* A name that has one of these stands in quotes. */
#define CE_NEWICK_SPECIAL " \t\r\n()[]{}/\\,;:=*'\"`+<>"

/* A line for each root. id: the names of the leaves, quoted where Newick needs it; NULL: their rows
 * from 1. 0 or CE_ENOMEM. */
int ce_newick_write(const ce_dendrogram *tree, const ce_text_column *id, ce_output *output,
                    ce_error *err);

/*
 * Reads one tree or several, which are then parts of a tree whose merges are not complete. Where
 * the names of the leaves are the whole numbers 1 .. n, they are the rows of the leaves. Else the
 * leaves are numbered by appearance, and id (empty before) gets their names. Branches that meet in
 * one node merge one after the other at one height.
 *
 * Refused with file and line: what is no Newick, a leaf without a name or whose name comes twice,
 * branches without a length, leaves whose distances from the root differ by more than 1e-6 of the
 * larger. 0, CE_ENOMEM, CE_EIO or CE_EINPUT; the caller frees tree and id after a failure.
 */
int ce_newick_read(ce_dendrogram *tree, ce_text_column *id, ce_input *input, ce_error *err);

#endif
