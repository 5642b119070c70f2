/*
 * column_products.h: the graph of the columns of a bipartite graph B, W = B^T D^-1 B, of which only
 * products are known. D has the row sums of B.
 *
 * The eigenvectors of its normalized form are the right singular vectors of the normalized B, and a
 * product costs no more than the entries of B twice, where W itself can have columns^2.
 */
#ifndef CE_PARTITION_COLUMN_PRODUCTS_H
#define CE_PARTITION_COLUMN_PRODUCTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/biadjacency.h"
#include "core/error.h"

/* Set to zero before use. It borrows b and weight. B is multiplied by 2^-e, so that its largest
 * entry is about 1 and no sum overflows; W then comes out multiplied by it too. */
typedef struct {
    const ce_biadjacency *b;
    const double *weight; /* rows: of each row in W; NULL: all 1 */
    double unit;          /* 2^-e */
    double *degree;       /* owned, rows: sum of B_ij unit, 0 for a row of zeros */
    double *part;         /* owned: room for products */
} ce_column_products;

/* 0; CE_EINPUT for an entry that is below 0 or not finite, named by its row and column; CE_ENOMEM.
 * After a failure it can only be freed. */
int ce_column_products_init(ce_column_products *p, const ce_biadjacency *b, const double *weight,
                            ce_error *err);
void ce_column_products_free(ce_column_products *p);

/* y = W x; a ce_operator, whose state is a ce_column_products. Fixed blocks of rows: threads do not
 * change a bit. O(entries). */
void ce_column_product(void *state, const double *x, double *y);

/* Whether a few eigenvectors by products take less time than W formed and its eigenproblem. */
int ce_column_products_are_cheaper(size_t rows, size_t columns, size_t entries);

/* What `value` in row i adds to W for each entry of the row, without an overflow on the way. */
double ce_column_share(const ce_column_products *p, size_t i, double value);

#endif
