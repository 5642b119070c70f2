/*
 * conjugate_gradients.h: linear systems with a sparse symmetric positive definite matrix (Hestenes
 * and Stiefel 1952).
 */
#ifndef CE_LINALG_CONJUGATE_GRADIENTS_H
#define CE_LINALG_CONJUGATE_GRADIENTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* I - S of order n: S symmetric, zero diagonal, in compressed rows: what scaling with the diagonal
 * (Jacobi's preconditioner) makes of a matrix. */
typedef struct {
    size_t n;
    const size_t *row_start; /* n + 1 */
    const int32_t *column;
    const double *values;
} ce_unit_matrix;

/*
 * x: n x columns, row-major: (I - S) x = b for each column, to a residual of `residual` times the
 * length of b; x may be b. Columns are independent: a few of them side by side share each pass over
 * S, and threads take such groups, so neither changes a bit. 0, CE_ENOMEM, CE_ENUM (more than limit
 * steps). O(entries + n) a step and column; 4 x 8 n columns of memory at most.
 */
int ce_conjugate_gradients(const ce_unit_matrix *matrix, const double *b, size_t columns,
                           double residual, size_t limit, double *x, ce_error *err);

#endif
