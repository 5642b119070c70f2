/*
 * pca.h: principal components.
 *
 * After a failure outputs are empty.
 */
#ifndef CE_LINALG_PCA_H
#define CE_LINALG_PCA_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"
#include "linalg/moments.h"

/* Set to zero before use; ce_pca_free frees its arrays. Axes are orthonormal, by descending
 * variance. variance is that of the objects along each axis, divided by n - 1. It is never
 * negative, and 0 for n = 1. */
typedef struct {
    size_t d, components; /* components <= min(d, n) */
    double *mean;         /* d */
    double *axis;         /* components x d, row-major */
    double *variance;     /* components */
    double total;         /* variance over all axes */
} ce_pca;

/* The squares of the spread of all columns must have a sum that is a number: CE_EINPUT for columns
 * such as one of 1e160, which is named. low, high: d; name: d, or NULL: columns have numbers. */
int ce_pca_check(size_t n, size_t d, const double *low, const double *high, char *const *name,
                 ce_error *err);

/*
 * The first `components` principal axes of the rows of x, which has no NaN. The entry of largest
 * absolute value in an axis is positive (ties: the first). Axes without variance complete the
 * basis. The smaller one of the covariance matrix (d x d) and the Gram matrix (n x n) is
 * decomposed: O(n d min(n, d)) time. name: as in ce_pca_check. 0, CE_ENOMEM, CE_ENUM, CE_EINPUT (as
 * there), or CE_EARG for components = 0 or > min(n, d).
 */
int ce_pca_fit(ce_pca *pca, const ce_matrix *x, char *const *name, size_t components,
               ce_error *err);

/* The same from the moments of the rows, with products: any parts of them give the same bits.
 * O(d^3) time; CE_EARG also for more components than rows. */
int ce_pca_of_moments(ce_pca *pca, const ce_moments *m, size_t components, ce_error *err);

/* The coordinates of the rows of x (d columns) along the axes. Those of a row do not depend on the
 * other rows. scores: rows x components, allocated
 * here. 0 or CE_ENOMEM. */
int ce_pca_apply(const ce_pca *pca, const ce_matrix *x, ce_matrix *scores, ce_error *err);

void ce_pca_free(ce_pca *pca);

#endif
