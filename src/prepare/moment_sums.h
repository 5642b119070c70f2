/*
 * moment_sums.h: moments of the columns of a data table as a table of sums, so that parts of the
 * objects can be summed up apart (doc/parts.md). Blocks:
 *   columns            the names of the columns (sums_names.h)
 *   cells              of each column: cells that hold numbers, and cells that hold text
 *   least, largest     of each column of numbers
 *   sum                of each column, from CE_MOMENTS_SUMS on
 *   square             of each column, or
 *   product            of each pair of columns s <= t, (1, 1), (1, 2), ..., (2, 2), ...
 */
#ifndef CE_PREPARE_MOMENT_SUMS_H
#define CE_PREPARE_MOMENT_SUMS_H

#include "core/error.h"
#include "core/sums.h"
#include "io/data_table.h"
#include "linalg/moments.h"

/* The blocks of a part. Categorical columns have no moments; for products there is none, and no
 * cell is missing. 0 or CE_ENOMEM. */
int ce_moment_sums_fill(ce_sums *sums, const ce_data_table *table, ce_moments_depth depth,
                        size_t part, ce_error *err);

/* What merged sums tell of the columns. Set to zero before use. */
typedef struct {
    ce_moments moments;
    char **name;    /* owned; moments.d */
    int64_t *texts; /* owned; moments.d: cells that hold text; above 0: a categorical column */
} ce_moment_columns;
void ce_moment_columns_free(ce_moment_columns *columns);

/* Takes the blocks out of merged sums, called `path`. columns: empty after a failure. 0, CE_ENOMEM,
 * or CE_EINPUT: parts with other columns, a column of numbers in some parts and of text in others,
 * blocks that are damaged. */
int ce_moment_sums_take(ce_sums *sums, const char *path, ce_moments_depth depth,
                        ce_moment_columns *columns, ce_error *err);

/* 0 when the columns of a table, called `path`, are those; else CE_EINPUT. */
int ce_moment_columns_check(const ce_moment_columns *columns, const char *sums_path,
                            const ce_data_table *table, const char *path, ce_error *err);

#endif
