/*
 * shifted.h: solves (shift I - A) x = b for a sparse symmetric A whose eigenvalues are below the
 * shift, by a sparse Cholesky factor (CHOLMOD). It turns eigenvalues that lie close together just
 * below the shift into large ones that lie far apart; and solves for many b at once.
 *
 * Only the simplicial method of CHOLMOD is used, with the ordering AMD, or that of METIS where
 * ce_shifted_factor finds fewer entries by it. It calls no BLAS, so its results have the same bits
 * on every processor.
 */
#ifndef CE_LINALG_SHIFTED_H
#define CE_LINALG_SHIFTED_H

#include <stddef.h>

#include "core/error.h"
#include "core/similarity.h"

typedef struct ce_shifted ce_shifted;

/*
 * a: sparse. It reads no more of `a` afterwards. Free with ce_shifted_free.
 *
 * ce_shifted_cheap: *shifted is NULL where the factor would not be cheap, or where shift I - A is
 * not positive definite in double precision; neither is a failure. A factor is cheap if the
 * symbolic analysis foresees up to 40 entries for each entry of A, 2e10 operations, and memory for
 * it. 0 or CE_ENOMEM.
 *
 * ce_shifted_factor: makes it at any cost. 0, CE_ENOMEM, CE_EARG (2^29 rows or entries and more) or
 * CE_ENUM (not positive definite).
 */
int ce_shifted_cheap(const ce_similarity *a, double shift, ce_shifted **shifted, ce_error *err);
int ce_shifted_factor(const ce_similarity *a, double shift, ce_shifted **shifted, ce_error *err);
void ce_shifted_free(ce_shifted *shifted);

/* Entries of the factor. */
size_t ce_shifted_entries(const ce_shifted *shifted);

/* x and b: n numbers, not the same. Returns 0, or CE_ENOMEM: then x is all 0. Not for several
 * threads at once. */
int ce_shifted_solve(ce_shifted *shifted, const double *b, double *x);

/* The same for each column of b, which x holds and which the solution replaces. x: panels of
 * CE_SHIFTED_PANEL columns one after the other, each rows x CE_SHIFTED_PANEL, row-major; rows from
 * n on are left as they are. Row i of the solution is multiplied by scale[i]. Threads share the
 * panels, which changes no bit. 64 x entries operations for each panel; up to 4 n CE_SHIFTED_PANEL
 * numbers of memory for each thread. 0 or CE_ENOMEM: then x is lost. */
enum { CE_SHIFTED_PANEL = 16 };
int ce_shifted_solve_panels(const ce_shifted *shifted, double *x, size_t rows, size_t panels,
                            const double *scale, ce_error *err);

#endif
