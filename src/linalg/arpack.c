/* The largest eigenpairs of a symmetric operator by ARPACK's implicitly restarted Lanczos
 * method. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/linalg.h"

/* Tells blas_buffers.c that this program uses BLAS. Each file that calls it has this one symbol. */
extern const char ce_linalg_uses_blas;
__attribute__((weak)) const char ce_linalg_uses_blas = 1;

extern void dsaupd_(int *ido, const char *bmat, const int *n, const char *which, const int *nev,
                    const double *tol, double *resid, const int *ncv, double *v, const int *ldv,
                    int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl,
                    int *info, size_t bmat_length, size_t which_length);
extern void dseupd_(const int *rvec, const char *howmny, const int *select, double *d, double *z,
                    const int *ldz, const double *sigma, const char *bmat, const int *n,
                    const char *which, const int *nev, const double *tol, double *resid,
                    const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr,
                    double *workd, double *workl, const int *lworkl, int *info,
                    size_t howmny_length, size_t bmat_length, size_t which_length);

enum { MAX_RESTARTS = 3000 };

typedef struct {
    int n, count, basis, work_length; /* basis: Lanczos vectors */
    double *resid, *v, *workd, *workl, *values;
    int *select;
} lanczos;

static void lanczos_free(lanczos *l)
{
    free(l->resid);
    free(l->v);
    free(l->workd);
    free(l->workl);
    free(l->values);
    free(l->select);
}

static int lanczos_alloc(lanczos *l, size_t n, size_t count, ce_error *err)
{
    size_t basis = 2 * count + 1 > 20 ? 2 * count + 1 : 20;

    if (basis > n)
        basis = n;
    if (n > INT_MAX / 3 || basis * (basis + 8) > INT_MAX)
        return ce_fail(err, CE_EARG,
                       "%zu eigenvectors of an operator of order %zu are too many for ARPACK",
                       count, n);
    l->n = (int)n;
    l->count = (int)count;
    l->basis = (int)basis;
    l->work_length = (int)(basis * (basis + 8));
    l->resid = ce_alloc(n, sizeof(double), err);
    l->v = ce_alloc(n * basis, sizeof(double), err);
    l->workd = ce_alloc(3 * n, sizeof(double), err);
    l->workl = ce_alloc((size_t)l->work_length, sizeof(double), err);
    l->values = ce_alloc(count, sizeof(double), err);
    l->select = ce_calloc(basis, sizeof(int), err);
    return l->resid && l->v && l->workd && l->workl && l->values && l->select ? CE_OK : CE_ENOMEM;
}

/* A fixed start without a pattern. A vector such as all ones can be orthogonal to the
 * eigenvectors. */
static void start_vector(double *x, size_t n)
{
    uint64_t state = UINT64_C(0x853c49e6748fea9b);

    for (size_t i = 0; i < n; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        x[i] = (double)(state >> 11) * 0x1p-52 - 1;
    }
}

/* Runs the reverse communication to its end, or until more than `most` products or MAX_RESTARTS
 * restarts would be needed: *converged is then 0. Leaves the eigenvectors in l->v, eigenvalues
 * ascending. */
static int lanczos_run(lanczos *l, ce_operator apply, void *state, size_t most, int *converged,
                       ce_error *err)
{
    size_t products = 0;
    int ido = 0, info = 1, with_vectors = 1, iparam[11] = {1, 0, MAX_RESTARTS, 1, 0, 0, 1},
        ipntr[11] = {0};
    double tolerance = 0, sigma = 0; /* 0 means machine precision */

    start_vector(l->resid, (size_t)l->n);
    for (;;) {
        dsaupd_(&ido, "I", &l->n, "LA", &l->count, &tolerance, l->resid, &l->basis, l->v, &l->n,
                iparam, ipntr, l->workd, l->workl, &l->work_length, &info, 1, 2);
        if (ido != 1 && ido != -1)
            break;
        *converged = products++ < most;
        if (!*converged)
            return CE_OK;
        apply(state, l->workd + ipntr[0] - 1, l->workd + ipntr[1] - 1);
    }
    *converged = info != 1;
    if (!*converged)
        return CE_OK;
    if (iparam[4] < l->count && !info)
        return ce_fail(err, CE_ENUM, "ARPACK: %d of %d eigenvalues converged after %d restarts",
                       iparam[4], l->count, iparam[2]);
    if (info)
        return ce_fail(err, CE_ENUM, "ARPACK's dsaupd failed (info %d)", info);
    dseupd_(&with_vectors, "A", l->select, l->values, l->v, &l->n, &sigma, "I", &l->n, "LA",
            &l->count, &tolerance, l->resid, &l->basis, l->v, &l->n, iparam, ipntr, l->workd,
            l->workl, &l->work_length, &info, 1, 1, 2);
    return info ? ce_fail(err, CE_ENUM, "ARPACK's dseupd failed (info %d)", info) : CE_OK;
}

int ce_eigen_largest_operator(ce_operator apply, void *state, size_t n, size_t count,
                              double *values, double *vectors, ce_error *err)
{
    int converged, rc = ce_eigen_largest_within(apply, state, n, count, SIZE_MAX, values, vectors,
                                                &converged, err);

    return rc || converged
               ? rc
               : ce_fail(err, CE_ENUM, "ARPACK: %zu eigenvalues did not converge after %d restarts",
                         count, MAX_RESTARTS);
}

int ce_eigen_largest_within(ce_operator apply, void *state, size_t n, size_t count, size_t products,
                            double *values, double *vectors, int *converged, ce_error *err)
{
    lanczos l = {0};
    int rc;

    *converged = 1;

    if (count < 1 || count >= n)
        return ce_fail(err, CE_EARG, "%zu eigenvectors of an operator of order %zu", count, n);
    if ((rc = lanczos_alloc(&l, n, count, err)))
        goto done;
        /* ARPACK keeps its state in saved variables, so only one problem runs at a time */
#pragma omp critical(ce_arpack)
    rc = lanczos_run(&l, apply, state, products, converged, err);
    for (size_t j = 0; j < count && !rc && *converged; j++) {
        const double *column = l.v + (count - 1 - j) * n;
        values[j] = l.values[count - 1 - j];
        for (size_t i = 0; i < n; i++)
            vectors[i * count + j] = column[i];
    }
    if (!rc && *converged)
        ce_eigen_orient(vectors, n, count);
done:
    lanczos_free(&l);
    return rc;
}
