/* The inverse of a positive definite matrix, by LAPACK's dpotrf and dpotri. */
#include "linalg/linalg.h"

#include <limits.h>

extern void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
extern void dpotri_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);

int ce_inverse_positive(double *matrix, size_t n, ce_error *err)
{
    int order = (int)n, info;

    if (n > INT_MAX)
        return ce_fail(err, CE_EARG, "a matrix of %zu rows is too large for LAPACK", n);
    dpotrf_("L", &order, matrix, &order, &info, 1);
    if (!info)
        dpotri_("L", &order, matrix, &order, &info, 1);
    if (info)
        return ce_fail(err, CE_ENUM, "a matrix of %zu rows is not positive definite", n);
    for (size_t i = 0; i < n; i++) /* column-major lower is row-major upper */
        for (size_t j = i + 1; j < n; j++)
            matrix[j * n + i] = matrix[i * n + j];
    return CE_OK;
}
