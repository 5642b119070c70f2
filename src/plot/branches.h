/*
 * branches.h: the lines of a dendrogram, for pictures that have one.
 */
#ifndef CE_PLOT_BRANCHES_H
#define CE_PLOT_BRANCHES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/dendrogram.h"
#include "core/error.h"

/* Set to zero before use; ce_branches_free. Nodes are numbered as in the tree. */
typedef struct {
    const ce_dendrogram *tree; /* borrowed */
    size_t *order;             /* owned: n; the leaf at each position */
    double *place;             /* owned: of each node; leaves are at 1 .. n */
    int32_t *cluster; /* owned: of each node, from 0, by which colors go; -1: above the cut */
    unsigned char *drawn;      /* owned: of each node: 0 where it is narrower than a pixel */
    size_t k;                  /* clusters of the cut; 0: none */
    size_t hidden;             /* merges that are not drawn */
    double cut;                /* height of the cut; NaN: none */
    double top;                /* the largest height, at least the cut */
} ce_branches;

/* What is cut: into k clusters, or with k 0 at a height; height NaN: no cut. */
typedef struct {
    size_t k;
    double height;
} ce_branches_cut;

/* Finds the lines of a tree that gets so many pixels across. A merge whose leaves have less than a
 * pixel together is drawn as a leaf. Clusters have the numbers of ce_dendrogram_cut. Returns 0 or
 * CE_ENOMEM; b is empty after a failure. O(n). */
int ce_branches_find(ce_branches *b, const ce_dendrogram *tree, const ce_branches_cut *cut,
                     double pixels, ce_error *err);
void ce_branches_free(ce_branches *b);

/* Writes a plot command and its data: the lines with the leaves across and heights upwards, in the
 * color of their cluster, and the cut as a dashed line. */
void ce_branches_write(FILE *script, const ce_branches *b);

/* Heights of 1000 and more, and tiny ones, are shown in units: what to add to the name of the axis,
 * as in " / 1e6", or "". Returns unit. */
enum { CE_BRANCHES_UNIT = 16 };
const char *ce_branches_unit(const ce_branches *branches, char unit[CE_BRANCHES_UNIT]);

/* Where there is such a unit, writes about `count` tics of the axis of heights in it. */
void ce_branches_tics(FILE *script, const ce_branches *branches, int count);

#endif
