/*
 * distinct_rows.h: which rows of a table of numbers are equal. 0 and -0 are equal, and so are
 * missing values (NaN).
 */
#ifndef CE_CORE_DISTINCT_ROWS_H
#define CE_CORE_DISTINCT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/matrix.h"

/* Equal rows of d values have the same hash. */
uint64_t ce_row_hash(const double *row, size_t d);

/* Numbers the distinct rows of values (n x d, row-major) by first appearance. hash: n, from
 * ce_row_hash. of: n, the number of each row; first: n, the first `count` become the first row of
 * each number. n <= INT32_MAX. 0 or CE_ENOMEM. O(n d). */
int ce_distinct_rows(const double *values, size_t n, size_t d, const uint64_t *hash, int32_t *of,
                     int32_t *first, size_t *count, ce_error *err);

/* *distinct: how many rows of x differ. *parted: in how many columns of labels (n x m, of the rows
 * of x) equal rows have different labels. 0 or CE_ENOMEM. O(n (d + m)). */
int ce_distinct_rows_parted(const ce_matrix *x, const ce_labels *labels, size_t *distinct,
                            size_t *parted, ce_error *err);

#endif
