/*
 * reference_data.h: data sets without clusters, drawn to look like a given one [john2020].
 *
 * Objects are drawn from the normal distribution that has the mean and the covariance of the data
 * (divisor n - 1). What clusterings of them show is what chance shows.
 */
#ifndef CE_PREPARE_REFERENCE_DATA_H
#define CE_PREPARE_REFERENCE_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/matrix.h"
#include "io/data_table.h"
#include "linalg/pca.h"

/* The distribution: the mean, and all principal axes with their variances. An axis whose variance
 * is no more than rounding beside the total, max(n, d) times 2^-52 of it, has none: draws keep
 * sums of columns, and constants, that the data have. The table must be numeric and complete
 * (ce_data_table_need_numeric). *pca is freed by the caller. Cost: that of ce_pca_fit. 0,
 * CE_ENOMEM, CE_ENUM, CE_EINPUT (numbers whose squares are too large). */
int ce_reference_fit(const ce_data_table *table, ce_pca *pca, ce_error *err);

/* Draws reference data set `number` (from 1): n objects, pca->d features, into *x, which is
 * allocated here. Each has a random stream of its own, so it does not depend on the others. O(n d
 * min(n, d)) time. 0 or CE_ENOMEM, with *x empty. */
int ce_reference_draw(const ce_pca *pca, size_t n, uint64_t seed, uint64_t number, ce_matrix *x,
                      ce_error *err);

#endif
