/*
 * shifted.h: solves (shift I - A) x = b for a sparse symmetric A whose eigenvalues are below the
 * shift, by a sparse Cholesky factor (CHOLMOD). It is what turns eigenvalues that lie close
 * together just below the shift into large ones that lie far apart.
 *
 * Only the simplicial method of CHOLMOD is used, with the ordering AMD: it calls no BLAS, so its
 * results have the same bits on every processor.
 */
#ifndef CE_LINALG_SHIFTED_H
#define CE_LINALG_SHIFTED_H

#include <stddef.h>

#include "core/error.h"
#include "core/similarity.h"

typedef struct ce_shifted ce_shifted;

/*
 * a: sparse. *shifted: NULL where the factor would not be cheap, or where shift I - A is not
 * positive definite in double precision; neither is a failure. A factor is cheap if the symbolic
 * analysis foresees up to 40 entries for each entry of A, 2e10 operations, and memory for it. It
 * reads no more of `a` afterwards. 0 or CE_ENOMEM. Free with ce_shifted_free.
 */
int ce_shifted_factor(const ce_similarity *a, double shift, ce_shifted **shifted, ce_error *err);
void ce_shifted_free(ce_shifted *shifted);

/* Entries of the factor. */
size_t ce_shifted_entries(const ce_shifted *shifted);

/* x and b: n numbers, not the same. Returns 0, or CE_ENOMEM: then x is all 0. Not for several
 * threads at once. */
int ce_shifted_solve(ce_shifted *shifted, const double *b, double *x);

#endif
