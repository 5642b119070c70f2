/*
 * groups.h: the labels of a picture in a fixed order. The same label has the same place and color
 * in every picture of the same labels.
 */
#ifndef CE_PLOT_GROUPS_H
#define CE_PLOT_GROUPS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/columns.h"
#include "plot/short_names.h"

/* One label that occurs among the objects. */
typedef struct {
    const char *text;    /* the column's; "" without labels, "no label" for missing labels */
    const char *shown;   /* the same, or what ce_groups_shorten makes of it */
    int noise;           /* the label `noise`, or missing */
    size_t first, count; /* its objects: order[first .. first + count - 1], ascending */
} ce_group;

/* Set to zero before use. It borrows the texts of the column, which must outlive it. */
typedef struct {
    size_t count;
    ce_group *group;      /* owned */
    size_t *order;        /* owned: objects sorted by group */
    ce_short_names shown; /* owned */
} ce_groups;

/* Groups the objects i < n with use[i] != 0 (NULL: all) by label: numbers by value, then other
 * texts in byte order, then `noise`, then missing labels. labels NULL: one group. O(n + labels log
 * labels). Returns 0 or CE_ENOMEM; groups is empty after a failure. */
int ce_groups_build(ce_groups *groups, const ce_text_column *labels, size_t n,
                    const unsigned char *use, ce_error *err);
void ce_groups_free(ce_groups *groups);

/* Cuts what is shown of the labels to `most` letters, such that labels that differ still do.
 * 0 or CE_ENOMEM. */
int ce_groups_shorten(ce_groups *groups, size_t most, ce_error *err);

/* rank: for each of k labels its place in that order, which is its color; labels that no object has
 * come last. labels: n of them, below k or CE_MISSING. categories: their texts; NULL: labels are
 * numbers. Returns 0 or CE_ENOMEM. */
int ce_groups_rank(int32_t *rank, const int32_t *labels, size_t n, int32_t k,
                   const ce_categories *categories, ce_error *err);

#endif
