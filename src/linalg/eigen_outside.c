#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/linalg.h"
#include "linalg/tridiagonal.h"

/* LAPACK: eigenpairs of a tridiagonal matrix by relatively robust representations. */
extern void dstemr_(const char *jobz, const char *range, const int *n, double *d, double *e,
                    const double *vl, const double *vu, const int *il, const int *iu, int *m,
                    double *w, double *z, const int *ldz, const int *nzc, int *isuppz, int *tryrac,
                    double *work, const int *lwork, int *iwork, const int *liwork, int *info,
                    size_t jobz_length, size_t range_length);

/* Work of dstemr, in numbers for each row. */
enum { WORK = 18, INTEGERS = 10 };

typedef struct {
    size_t n;
    ce_tridiagonal t;
    double *copy;         /* 2 n: copies of d and e, which dstemr overwrites */
    double *w;            /* n: eigenvalues, ascending */
    double *work;         /* WORK n */
    int *support, *iwork; /* 2 n, INTEGERS n */
} workspace;

static void workspace_free(workspace *s)
{
    ce_tridiagonal_free(&s->t);
    free(s->copy);
    free(s->support);
}

static int workspace_init(workspace *s, size_t n, ce_error *err)
{
    s->n = n;
    s->copy = ce_alloc((3 + WORK) * n, sizeof *s->copy, err);
    s->support = ce_alloc((2 + INTEGERS) * n, sizeof *s->support, err);
    if (!s->copy || !s->support)
        return CE_ENOMEM;
    s->w = s->copy + 2 * n;
    s->work = s->w + n;
    s->iwork = s->support + 2 * n;
    return CE_OK;
}

/* The number of eigenvalues of the tridiagonal matrix below x (Sturm's count). */
static size_t count_below(const workspace *s, double x)
{
    size_t below = 0;
    double q = 1;

    for (size_t i = 0; i < s->n; i++) {
        double e = i ? s->t.e[i - 1] : 0;
        if (q == 0)
            q = 1e-300;
        q = s->t.d[i] - x - (e != 0 ? e * e / q : 0);
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
    int lwork = WORK * n, liwork = INTEGERS * n;
    double zero = 0;

    if (last < first)
        return CE_OK;
    memcpy(s->copy, s->t.d, s->n * sizeof *s->copy);
    memcpy(s->copy + s->n, s->t.e, s->n * sizeof *s->copy);
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
    int rc = take_range(s, 1, low, w, z, err);

    if (!rc)
        rc = take_range(s, s->n - high + 1, s->n, w + low, z + low * s->n, err);
    return rc ? rc : ce_tridiagonal_back(&s->t, z, low + high, err);
}

int ce_eigen_outside(double *matrix, size_t n, double threshold, size_t *count, double **values,
                     double **vectors, ce_error *err)
{
    workspace s = {0};
    double *w = NULL, *z = NULL;
    size_t low, high, kept;
    int rc;

    *values = *vectors = NULL;
    if (n < 1 || !(threshold >= 0))
        return ce_fail(err, CE_EARG, "eigenvalues outside %g of a dense matrix of order %zu",
                       threshold, n);
    if ((rc = ce_tridiagonal_reduce(&s.t, matrix, n, ce_tridiagonal_width(n), err)))
        goto done;
    if ((rc = workspace_init(&s, n, err)))
        goto done;
    low = count_below(&s, -threshold);
    high = n - count_below(&s, threshold);
    if (low + high > n) /* Sturm's counts are rounded */
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

/* A tile of the product into the matrix, n of its numbers to a row. */
typedef struct {
    double *matrix;
    size_t n;
} place;

static void put_tile(void *state, double *tile, size_t row_tile, size_t first_row, size_t rows,
                     size_t first_column, size_t columns)
{
    const place *p = state;

    (void)row_tile;
    for (size_t i = 0; i < rows; i++)
        memcpy(p->matrix + (first_row + i) * p->n + first_column, tile + i * columns,
               columns * sizeof *tile);
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
    if ((rc = ce_product_tiles(scaled, vectors, n, kept, put_tile, &(place){matrix, n}, err)))
        goto done;
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
