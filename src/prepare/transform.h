/*
 * transform.h: data tables made fit for clustering: scaled, completed, cut down, spoilt.
 *
 * Every function changes the table in place. Id and class columns go along and are never looked at,
 * except where a function says so. Statistics are taken over the cells that are there; missing
 * cells stay missing unless a function is for filling them. After a failure the table can only be
 * freed.
 */
#ifndef CE_PREPARE_TRANSFORM_H
#define CE_PREPARE_TRANSFORM_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/data_table.h"

/* ---- values (transform_values.c) ---- */

typedef enum {
    CE_SCALE_ZSCORE, /* (x - mean) / sd, sd with divisor n, as scikit-learn's StandardScaler */
    CE_SCALE_MINMAX, /* (x - min) / (max - min), in [0, 1] */
    CE_SCALE_CENTER  /* x - mean */
} ce_scale;

/* Scales numeric columns; categorical ones stay as they are. A constant column becomes 0.
 * *constant: how many there were. 0, or CE_EINPUT where a column's numbers are too large for their
 * sum or range. O(n d). */
int ce_transform_scale(ce_data_table *table, ce_scale scale, size_t *constant, ce_error *err);

typedef enum {
    CE_IMPUTE_MEAN,   /* numeric columns: mean; categorical: most frequent value */
    CE_IMPUTE_MEDIAN, /* numeric columns: median (mean of the middle two); categorical: most
                         frequent value */
    CE_IMPUTE_MODE    /* all: most frequent value */
} ce_impute;

/* Fills missing cells. Ties of frequency: the smallest number; the category that comes first in the
 * column. *filled: how many cells. 0, CE_ENOMEM, or CE_EINPUT for a column without any value. O(n d
 * log n). */
int ce_transform_impute(ce_data_table *table, ce_impute method, size_t *filled, ce_error *err);

/* Adds Gaussian noise of standard deviation sd (>= 0) times the column's (divisor n) to a fraction
 * (in [0, 1], rounded to whole cells) of the numeric cells that are there, drawn without
 * replacement. */
int ce_transform_noise(ce_data_table *table, double sd, double fraction, uint64_t seed,
                       ce_error *err);

/* Empties a fraction (in [0, 1], rounded to whole cells) of the cells that are there, drawn without
 * replacement. */
int ce_transform_blank(ce_data_table *table, double fraction, uint64_t seed, ce_error *err);

/* ---- rows (transform_rows.c) ---- */

/* Keeps the rows i with keep[i] != 0, in order. */
void ce_transform_keep_rows(ce_data_table *table, const unsigned char *keep);

/* Drops objects with a missing feature. CE_EINPUT when none would be left. */
int ce_transform_drop_missing_rows(ce_data_table *table, ce_error *err);

/* Keeps `count` objects drawn without replacement, each equally likely, in the order of the input.
 * CE_EINPUT when there are fewer. */
int ce_transform_sample(ce_data_table *table, size_t count, uint64_t seed, ce_error *err);

/* Keeps `each` objects of every class (0: as many as the smallest class has); objects without a
 * class are left out. Each class has a random stream of its own. CE_EINPUT without a class column,
 * or when a class has fewer. */
int ce_transform_balance(ce_data_table *table, size_t each, uint64_t seed, ce_error *err);

/* Keeps (or, with drop, leaves out) the objects of some classes: names, comma separated. CE_EINPUT
 * without a class column, for a name that does not occur, or when no object would be left. */
int ce_transform_classes(ce_data_table *table, const char *names, int drop, ce_error *err);

/* ---- columns (transform_columns.c) ---- */

/* Keeps the features s with keep[s] != 0, in order; at least one. */
void ce_transform_keep_columns(ce_data_table *table, const unsigned char *keep);

/* Drops features with a missing cell. *dropped: how many. CE_EINPUT when none would be left. */
int ce_transform_drop_missing_columns(ce_data_table *table, size_t *dropped, ce_error *err);

/* Drops features in which at most one value occurs, missing cells aside. *dropped and CE_EINPUT as
 * above. */
int ce_transform_drop_constant(ce_data_table *table, size_t *dropped, ce_error *err);

/* Keeps (or, with drop, leaves out) features by name, comma separated. CE_EINPUT for a name that
 * does not occur, or when none would be left. A name that occurs several times means all of them.
 */
int ce_transform_columns(ce_data_table *table, const char *names, int drop, ce_error *err);

typedef enum {
    CE_ONEHOT_BLANK, /* a missing category: missing in all its columns */
    CE_ONEHOT_ZERO,  /* 0 in all its columns */
    CE_ONEHOT_OWN /* a value of its own: one more column for NAME and NA where a cell is missing */
} ce_onehot_missing;

/* Each categorical column becomes a 0/1 column per value that occurs, named by NAME and VALUE with
 * `between` between them, values in byte order; numeric columns stay. CE_ENOMEM when the wider
 * table does not fit. */
int ce_transform_onehot(ce_data_table *table, ce_onehot_missing missing, char between,
                        ce_error *err);

/* The features become the first `components` principal component scores, named pc1, pc2, ...
 * *explained: their share of the variance, in [0, 1] (1 where there is none). The table must be
 * numeric and complete (ce_data_table_need_numeric). CE_EINPUT when components > min(n, d). */
int ce_transform_pca(ce_data_table *table, size_t components, double *explained, ce_error *err);

#endif
