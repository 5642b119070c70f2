#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/linalg.h"

/* LAPACK: reduction to tridiagonal form, its eigenpairs by relatively robust representations, and
 * the way back. */
extern void dsytrd_(const char *uplo, const int *n, double *a, const int *lda, double *d, double *e,
                    double *tau, double *work, const int *lwork, int *info, size_t uplo_length);
extern void dstemr_(const char *jobz, const char *range, const int *n, double *d, double *e,
                    const double *vl, const double *vu, const int *il, const int *iu, int *m,
                    double *w, double *z, const int *ldz, const int *nzc, int *isuppz, int *tryrac,
                    double *work, const int *lwork, int *iwork, const int *liwork, int *info,
                    size_t jobz_length, size_t range_length);
extern void dormtr_(const char *side, const char *uplo, const char *trans, const int *m,
                    const int *n, const double *a, const int *lda, const double *tau, double *c,
                    const int *ldc, double *work, const int *lwork, int *info, size_t side_length,
                    size_t uplo_length, size_t trans_length);

/* The work space that LAPACK's block size asks for (64 at most), in rows of the matrix. */
enum { BLOCK = 64 };

typedef struct {
    size_t n;
    double *a;            /* the matrix, then its reflectors */
    double *d, *e, *tau;  /* n each: the tridiagonal matrix */
    double *copy;         /* 2 n: copies of d and e, which dstemr overwrites */
    double *w;            /* n: eigenvalues, ascending */
    double *work;         /* BLOCK n, which covers dstemr's 18 n */
    int *support, *iwork; /* 2 n, 10 n */
} workspace;

static void workspace_free(workspace *s)
{
    free(s->d);
    free(s->work);
    free(s->support);
}

static int workspace_init(workspace *s, double *matrix, size_t n, ce_error *err)
{
    *s = (workspace){.n = n, .a = matrix};
    s->d = ce_alloc(6 * n, sizeof *s->d, err);
    s->work = ce_alloc(BLOCK * n, sizeof *s->work, err);
    s->support = ce_alloc(12 * n, sizeof *s->support, err);
    if (!s->d || !s->work || !s->support)
        return CE_ENOMEM;
    s->e = s->d + n;
    s->tau = s->e + n;
    s->copy = s->tau + n;
    s->w = s->copy + 2 * n;
    s->iwork = s->support + 2 * n;
    return CE_OK;
}

/* The number of eigenvalues of the tridiagonal matrix below x (Sturm's count). */
static size_t count_below(const workspace *s, double x)
{
    size_t below = 0;
    double q = 1;

    for (size_t i = 0; i < s->n; i++) {
        double e = i ? s->e[i - 1] : 0;
        if (q == 0)
            q = 1e-300;
        q = s->d[i] - x - (e != 0 ? e * e / q : 0);
        below += q < 0;
    }
    return below;
}

/* Eigenpairs first .. last of the tridiagonal matrix, counted from 1. w: eigenvalues; z:
 * eigenvectors as columns. */
static int take_range(workspace *s, size_t first, size_t last, double *w, double *z, ce_error *err)
{
    int n = (int)s->n, il = (int)first, iu = (int)last, columns = iu - il + 1, found = 0,
        robust = 1, info = 0;
    int lwork = BLOCK * n, liwork = 10 * n;
    double zero = 0;

    if (last < first)
        return CE_OK;
    memcpy(s->copy, s->d, 2 * s->n * sizeof *s->copy);
    dstemr_("V", "I", &n, s->copy, s->copy + n, &zero, &zero, &il, &iu, &found, s->w, z, &n,
            &columns, s->support, &robust, s->work, &lwork, s->iwork, &liwork, &info, 1, 1);
    if (info || found != columns)
        return ce_fail(
            err, CE_ENUM,
            "LAPACK's dstemr found %d of %d eigenvalues of a matrix of order %d (info %d)", found,
            columns, n, info);
    memcpy(w, s->w, (size_t)columns * sizeof *w);
    return CE_OK;
}

/* The `low` smallest and `high` largest pairs in LAPACK's layout. z: n x (low + high) by columns;
 * w: ascending. */
static int solve(workspace *s, size_t low, size_t high, double *w, double *z, ce_error *err)
{
    int n = (int)s->n, count = (int)(low + high), lwork = BLOCK * n, info = 0, rc;

    rc = take_range(s, 1, low, w, z, err);
    if (!rc)
        rc = take_range(s, s->n - high + 1, s->n, w + low, z + low * s->n, err);
    if (rc)
        return rc;
    dormtr_("L", "L", "N", &n, &count, s->a, &n, s->tau, z, &n, s->work, &lwork, &info, 1, 1, 1);
    return info ? ce_fail(err, CE_ENUM, "LAPACK's dormtr failed on a matrix of order %d (info %d)",
                          n, info)
                : CE_OK;
}

int ce_eigen_outside(double *matrix, size_t n, double threshold, size_t *count, double **values,
                     double **vectors, ce_error *err)
{
    workspace s = {0};
    double *w = NULL, *z = NULL;
    size_t low, high, kept;
    int order = (int)n, lwork = BLOCK * order, info = 0, rc;

    *values = *vectors = NULL;
    if (n < 1 || n > INT_MAX / (BLOCK + 1) || !(threshold >= 0))
        return ce_fail(err, CE_EARG, "eigenvalues outside %g of a dense matrix of order %zu",
                       threshold, n);
    if ((rc = workspace_init(&s, matrix, n, err)))
        goto done;
    dsytrd_("L", &order, matrix, &order, s.d, s.e, s.tau, s.work, &lwork, &info, 1);
    s.e[n - 1] = 0;
    low = count_below(&s, -threshold);
    high = n - count_below(&s, threshold);
    if (low + high > n) /* an eigenvalue on the threshold 0 */
        high = n - low;
    kept = low + high;
    if ((rc = ce_memory_check(n, kept, 3 * sizeof *z, "eigenvectors", "fewer rows", err)))
        goto done;
    w = ce_alloc(kept, sizeof *w, err);
    z = ce_alloc(n * kept, sizeof *z, err);
    *values = ce_alloc(kept, sizeof **values, err);
    *vectors = ce_alloc(n * kept, sizeof **vectors, err);
    if (!w || !z || !*values || !*vectors) {
        rc = CE_ENOMEM;
        goto done;
    }
    if (kept && (rc = solve(&s, low, high, w, z, err)))
        goto done;
    for (size_t j = 0; j < kept; j++) {
        (*values)[j] = w[kept - 1 - j];
        for (size_t i = 0; i < n; i++)
            (*vectors)[i * kept + j] = z[(kept - 1 - j) * n + i];
    }
    ce_eigen_orient(*vectors, n, kept);
    *count = kept;
done:
    workspace_free(&s);
    free(w);
    free(z);
    if (rc) {
        free(*values);
        free(*vectors);
        *values = *vectors = NULL;
    }
    return rc;
}

int ce_singular_threshold(double *matrix, size_t n, double threshold, size_t *rank, double *nuclear,
                          ce_error *err)
{
    double *values = NULL, *vectors = NULL, *scaled = NULL, sum = 0;
    size_t kept = 0;
    int rc = ce_eigen_outside(matrix, n, threshold, &kept, &values, &vectors, err);

    if (rc)
        return rc;
    if (!(scaled = ce_alloc(n * kept, sizeof *scaled, err))) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t j = 0; j < kept; j++) {
        values[j] += values[j] > 0 ? -threshold : threshold;
        sum += fabs(values[j]);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < kept; j++)
            scaled[i * kept + j] = vectors[i * kept + j] * values[j];
    ce_product_transposed(scaled, vectors, matrix, n, kept, n);
    if (rank)
        *rank = kept;
    if (nuclear)
        *nuclear = sum;
done:
    free(values);
    free(vectors);
    free(scaled);
    return rc;
}
