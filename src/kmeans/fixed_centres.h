/*
 * fixed_centres.h: the nearest of centres that do not move, for rows that come block by block.
 *
 * Labels are those of comparing every row with every centre by ce_squared_distance, ties: the
 * lowest. With one to three features a raster saves distances (centre_raster.h), with more than
 * eight products in single precision do (kmeans_internal.h).
 */
#ifndef CE_KMEANS_FIXED_CENTRES_H
#define CE_KMEANS_FIXED_CENTRES_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef struct ce_fixed_centres ce_fixed_centres;

/* centre: k x d, copied; finite, at most CE_LARGEST. 0 or CE_ENOMEM; *fixed is NULL after a
 * failure. */
int ce_fixed_centres_alloc(ce_fixed_centres **fixed, const double *centre, size_t k, size_t d,
                           ce_error *err);
void ce_fixed_centres_free(ce_fixed_centres *fixed);

/* Bytes of work space that one call of ce_fixed_centres_find needs. */
size_t ce_fixed_centres_work(const ce_fixed_centres *fixed);

/* label: of `count` rows (count x d), the numbers of their nearest centres. Several threads may
 * call it at once, each with a work space of its own (aligned to 64 bytes). O(count k d) at
 * most. */
void ce_fixed_centres_find(const ce_fixed_centres *fixed, const double *row, size_t count,
                           void *work, int32_t *label);

#endif
