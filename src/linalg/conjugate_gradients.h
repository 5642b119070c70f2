/*
 * conjugate_gradients.h: linear systems with a sparse symmetric positive definite matrix [Hestenes
 * and Stiefel 1952].
 */
#ifndef CE_LINALG_CONJUGATE_GRADIENTS_H
#define CE_LINALG_CONJUGATE_GRADIENTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* The matrix I - S of order n. S is symmetric, has a zero diagonal, and is in compressed rows.
 * Scaling a matrix by its diagonal (Jacobi's preconditioner) gives this form. */
typedef struct {
    size_t n;
    const size_t *row_start; /* n + 1 */
    const int32_t *column;
    const double *values;
} ce_unit_matrix;

/*
 * Solves (I - S) x = b for each column. b and x: n x columns, row-major; x may be b. A column is
 * solved when the length of its residual is at most `residual` times that of b.
 *
 * A few columns share each pass over S, and threads take such groups. Columns are independent, so
 * this changes no bit. O(entries + n) per step and column; at most 4 x 8 n columns bytes of memory.
 * 0, CE_ENOMEM, or CE_ENUM after more than `limit` steps; x is meaningless after a failure.
 */
int ce_conjugate_gradients(const ce_unit_matrix *matrix, const double *b, size_t columns,
                           double residual, size_t limit, double *x, ce_error *err);

#endif
