/*
 * gram.h: products with the objects-by-clusters matrix, which comes one row at a time.
 *
 * After a failure outputs are untouched.
 */
#ifndef CE_LINALG_GRAM_H
#define CE_LINALG_GRAM_H

#include "core/error.h"
#include "core/row_source.h"
#include "core/similarity.h"

/*
 * gram_ab += sum_i weight_i x_ia x_ib, over the rows of the source. gram: dense, columns x columns.
 * weight: a number >= 0 for each row, or NULL for its size.
 *
 * Goes row by row where most entries are 0, O(sum of squared entries per row). Otherwise multiplies
 * blocks of rows, O(rows columns^2). Blocks are fixed, so threads do not change a bit. Whole
 * numbers stay exact. 0 or CE_ENOMEM.
 */
int ce_gram_add(const ce_row_source *source, const double *weight, ce_similarity *gram,
                ce_error *err);

/* product = X B. product: rows x width, row-major; B: columns x width. Each row adds up the rows of
 * B of its entries, in order. O(entries width). 0 or CE_ENOMEM. */
int ce_row_product(const ce_row_source *source, const double *b, size_t width, double *product,
                   ce_error *err);

#endif
