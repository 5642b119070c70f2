/*
 * pca.h: principal components.
 */
#ifndef CE_LINALG_PCA_H
#define CE_LINALG_PCA_H

#include <stddef.h>

#include "core/error.h"
#include "core/matrix.h"

/* Zero-initialise before use; owned memory, ce_pca_free. */
typedef struct {
    size_t d, components; /* components <= min(d, n) */
    double *mean;         /* d */
    double *axis;         /* components x d, row-major: orthonormal rows, by descending variance */
    double *variance; /* components: of the objects along each axis, divided by n - 1; 0 for n = 1;
                         never negative */
    double total;         /* variance over all axes */
} ce_pca;

/*
 * The `components` first principal axes of the rows of x (no NaN). An axis has its entry of largest
 * absolute value positive (the first such). Axes of no variance complete the basis. The smaller of
 * the covariance (d x d) and the Gram matrix (n x n) is decomposed: O(n d min(n, d)) time. 0,
 * CE_ENOMEM, CE_ENUM, or CE_EARG for components = 0 or > min(n, d).
 */
int ce_pca_fit(ce_pca *pca, const ce_matrix *x, size_t components, ce_error *err);

/* Coordinates of the rows of x (d columns) along the axes: scores is allocated, rows x components.
 */
int ce_pca_apply(const ce_pca *pca, const ce_matrix *x, ce_matrix *scores, ce_error *err);

void ce_pca_free(ce_pca *pca);

#endif
