/*
 * gram.h: products with the matrix of objects by clusters, which comes a row at a time.
 */
#ifndef CE_LINALG_GRAM_H
#define CE_LINALG_GRAM_H

#include "core/error.h"
#include "core/row_source.h"
#include "core/similarity.h"

/*
 * gram_ab += sum_i weight_i x_ia x_ib, over the rows of the source; gram: dense, columns x columns.
 * weight: a number >= 0 a row, or NULL: its size. Row by row where most entries are 0, else by
 * products of blocks of rows. Exact where all is whole. Fixed blocks: the number of threads changes
 * nothing. O(sum of squared entries a row), or O(rows columns^2). 0, CE_ENOMEM.
 */
int ce_gram_add(const ce_row_source *source, const double *weight, ce_similarity *gram,
                ce_error *err);

/* product (rows x width, row-major) = X B, B: columns x width. A row adds up the rows of B of its
 * entries, in their order. O(entries width). 0, CE_ENOMEM. */
int ce_row_product(const ce_row_source *source, const double *b, size_t width, double *product,
                   ce_error *err);

#endif
