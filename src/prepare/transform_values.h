/*
 * transform_values.h: the values of a data table scaled, filled in, disturbed or emptied.
 *
 * Every function changes the table in place. It never looks at id and class columns. Statistics are
 * taken over the cells that are there. Missing cells stay missing, unless the function fills them.
 * After a failure the table can only be freed.
 */
#ifndef CE_PREPARE_TRANSFORM_VALUES_H
#define CE_PREPARE_TRANSFORM_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/numbers.h"
#include "io/data_table.h"
#include "linalg/moments.h"

typedef enum {
    CE_SCALE_ZSCORE, /* (x - mean) / sd, sd with divisor n, as scikit-learn's StandardScaler */
    CE_SCALE_MINMAX, /* (x - min) / (max - min), in [0, 1] */
    CE_SCALE_CENTER  /* x - mean */
} ce_scale;

/* Scales numeric columns. Categorical ones stay as they are. A constant column becomes 0.
 * *constant: how many there were. Returns 0, or CE_EINPUT if the numbers of a column are too large
 * for their sum or range. O(n d). */
int ce_transform_scale(ce_data_table *table, ce_scale scale, size_t *constant, ce_error *err);

/* The scales that do this to the features of x (columns of them, all numbers); NaN is a missing
 * value. name: of these features, for messages; NULL: they are numbered. The unit of a constant
 * feature is infinite, so that it becomes 0. 0, CE_EINPUT as above, or CE_ENOMEM. One pass over the
 * rows; means and deviations are those of the exact values, rounded once. */
int ce_feature_scales(const ce_numbers *x, ce_scale scale, char *const *name,
                      ce_feature_scale *found, size_t *constant, ce_error *err);

/* The same from moments, of this depth at least. A feature without a value has the unit 1. */
ce_moments_depth ce_scale_depth(ce_scale scale);
int ce_scales_of_moments(const ce_moments *m, ce_scale scale, char *const *name,
                         ce_feature_scale *found, size_t *constant, ce_error *err);

/* Scales the columns of a table of which the moments have values, by these: those of all objects,
 * of which the table has some. *constant: the columns that are constant in all. */
int ce_transform_scale_by(ce_data_table *table, const ce_moments *m, ce_scale scale,
                          size_t *constant, ce_error *err);

/* Subtracts from each numeric column its median (of an even number of values the mean of the middle
 * two). *constant: the columns that are constant, so 0 now. 0, CE_ENOMEM, or CE_EINPUT if the
 * numbers of a column are too large for their range. O(n d log n). */
int ce_transform_center_median(ce_data_table *table, size_t *constant, ce_error *err);

/* How much a column varies. */
typedef enum {
    CE_SPREAD_MAD, /* the median of the distances of its values from their median */
    CE_SPREAD_SD   /* the standard deviation, divisor n */
} ce_spread;
/* In the order of the enum; for option rows. */
#define CE_SPREAD_NAMES "mad|sd"

/* That of each column; all must be numeric. spread: d; 0 for a column without a value. 0,
 * CE_ENOMEM, or CE_EINPUT if the numbers of a column are too large for their range. The mad takes
 * O(n d log n), the sd O(n d). */
int ce_column_spreads(const ce_data_table *table, ce_spread how, double *spread, ce_error *err);

/* What fills a numeric column. A categorical one gets its most frequent value. */
typedef enum {
    CE_FILL_MEAN,
    CE_FILL_MEDIAN, /* the mean of the middle two for an even number of values */
    CE_FILL_MODE    /* the most frequent value */
} ce_fill;
/* In the order of the enum; for option rows. */
#define CE_FILL_NAMES "mean|median|mode"

/* Fills missing cells. If several values are the most frequent, the smallest number is taken, or
 * the category that comes first in the column. *filled: how many cells. Returns 0, CE_ENOMEM, or
 * CE_EINPUT for a column without any value. O(n d log n). */
int ce_transform_impute(ce_data_table *table, ce_fill method, size_t *filled, ce_error *err);

/* Adds Gaussian noise to a fraction (in [0, 1], rounded to whole cells) of the numeric cells that
 * are there, drawn without replacement. The noise has the standard deviation of the column (divisor
 * n) times sd (>= 0). Returns 0, CE_ENOMEM, or CE_EINPUT if numbers become too large. */
int ce_transform_noise(ce_data_table *table, double sd, double fraction, uint64_t seed,
                       ce_error *err);

/* Empties a fraction (in [0, 1], rounded to whole cells) of the cells that are there, drawn without
 * replacement. Returns 0 or CE_ENOMEM. */
int ce_transform_blank(ce_data_table *table, double fraction, uint64_t seed, ce_error *err);

#endif
