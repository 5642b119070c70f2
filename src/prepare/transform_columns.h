/*
 * transform_columns.h: a data table with fewer, more or other features.
 *
 * Every function changes the table in place. Id and class columns stay, and no function looks at
 * them. After a failure the table can only be freed.
 */
#ifndef CE_PREPARE_TRANSFORM_COLUMNS_H
#define CE_PREPARE_TRANSFORM_COLUMNS_H

#include <stddef.h>

#include "core/error.h"
#include "io/data_table.h"
#include "linalg/moments.h"
#include "linalg/pca.h"
#include "prepare/transform_values.h"

/* Keeps the features s with keep[s] != 0, in order; at least one. */
void ce_transform_keep_columns(ce_data_table *table, const unsigned char *keep);

/* Drops features with a missing cell. *dropped: how many. CE_EINPUT when none would be left. */
int ce_transform_drop_missing_columns(ce_data_table *table, size_t *dropped, ce_error *err);

/* Drops features in which at most one value occurs, missing cells aside. *dropped: how many.
 * CE_EINPUT when none would be left. */
int ce_transform_drop_constant(ce_data_table *table, size_t *dropped, ce_error *err);

/* Keeps the `count` features that vary most (transform_values.h), in order; of equal ones the
 * first. All must be numeric. CE_EINPUT where there are fewer; also 0, CE_ENOMEM and what the
 * spread refuses. */
int ce_transform_keep_variable(ce_data_table *table, size_t count, ce_spread by, ce_error *err);

/* Keeps (or, with drop, leaves out) features by name, comma separated. A name that occurs several
 * times means all of them. CE_EINPUT for a name that does not occur, or when none would be left. */
int ce_transform_columns(ce_data_table *table, const char *names, int drop, ce_error *err);

/* What an object with a missing category gets in the columns of that category. */
typedef enum {
    CE_ONEHOT_BLANK, /* missing in all */
    CE_ONEHOT_ZERO,  /* 0 in all */
    CE_ONEHOT_OWN    /* 1 in one more column, named by NAME and NA; only if a cell is missing */
} ce_onehot_missing;
/* In the order of the enum; for option rows. */
#define CE_ONEHOT_MISSING_NAMES "blank|zero|own"

/* Each categorical column becomes a 0/1 column per value that occurs, values in byte order. The new
 * columns are named by NAME and VALUE with `between` between them. Numeric columns stay. CE_ENOMEM
 * when the wider table does not fit. */
int ce_transform_onehot(ce_data_table *table, ce_onehot_missing missing, char between,
                        ce_error *err);

/* The features become the first `components` principal component scores, named pc1, pc2, ...
 * *explained: their share of the variance, in [0, 1]; 1 if there is no variance. The table must be
 * numeric and complete (ce_data_table_need_numeric). CE_EINPUT when components > min(n, d). */
int ce_transform_pca(ce_data_table *table, size_t components, double *explained, ce_error *err);

/* The axes alone, of such a table. *pca is to be freed in any case. */
int ce_transform_pca_axes(const ce_data_table *table, size_t components, ce_pca *pca,
                          ce_error *err);

/* Its steps, for data in parts. The moments of the rows of a table; *m is to be freed in any case.
 */
int ce_transform_pca_moments(const ce_data_table *table, ce_moments_depth depth, ce_moments *m,
                             ce_error *err);
/* The axes from moments with products of all rows, at least as many as columns. From other moments
 * it only checks what is refused. name: of the columns. */
int ce_transform_pca_fit(const ce_moments *m, char *const *name, size_t components, ce_pca *pca,
                         ce_error *err);
/* The scores in place of the features. */
int ce_transform_pca_apply(ce_data_table *table, const ce_pca *pca, double *explained,
                           ce_error *err);

#endif
