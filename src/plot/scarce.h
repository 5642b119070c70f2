/*
 * scarce.h: which clusters have a color of their own where there are more clusters than colors.
 */
#ifndef CE_PLOT_SCARCE_H
#define CE_PLOT_SCARCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/* size: of the clusters of clustering q, objects or the sum of their weights (weight: n; NULL: all
 * 1). O(n). */
void ce_scarce_sizes(const ce_labels *labels, size_t q, const double *weight, double *size);

/*
 * number: k of them, all different. Those from `next` on are new, and those from CE_PLOT_SHADES on
 * are grey. Where new ones are grey and others not, the largest of the new clusters shall have the
 * colors (ties: the first): clusters that must give theirs up change numbers with them, each in the
 * order of the clusters. Returns 0, or CE_ENOMEM with number untouched.
 */
int ce_scarce_to_largest(int32_t *number, const double *size, size_t k, int32_t next,
                         ce_error *err);

#endif
