#include "linalg/tridiagonal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* LAPACK and BLAS: all matrices by columns, of which the lower triangle counts. */
extern void dsytrd_(const char *uplo, const int *n, double *a, const int *lda, double *d, double *e,
                    double *tau, double *work, const int *lwork, int *info, size_t uplo_length);
extern void dormtr_(const char *side, const char *uplo, const char *trans, const int *m,
                    const int *n, const double *a, const int *lda, const double *tau, double *c,
                    const int *ldc, double *work, const int *lwork, int *info, size_t side_length,
                    size_t uplo_length, size_t trans_length);
/* Since LAPACK 3.7. */
extern void dsytrd_sy2sb_(const char *uplo, const int *n, const int *kd, double *a, const int *lda,
                          double *ab, const int *ldab, double *tau, double *work, const int *lwork,
                          int *info, size_t uplo_length) __attribute__((weak));
extern void dlarfg_(const int *n, double *alpha, double *x, const int *incx, double *tau);
extern void dlarft_(const char *direct, const char *storev, const int *n, const int *k,
                    const double *v, const int *ldv, const double *tau, double *t, const int *ldt,
                    size_t direct_length, size_t storev_length);
extern void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *b,
                   const int *ldb, const double *beta, double *c, const int *ldc,
                   size_t transa_length, size_t transb_length);
extern void dgemv_(const char *trans, const int *m, const int *n, const double *alpha,
                   const double *a, const int *lda, const double *x, const int *incx,
                   const double *beta, double *y, const int *incy, size_t trans_length);
extern void dger_(const int *m, const int *n, const double *alpha, const double *x, const int *incx,
                  const double *y, const int *incy, double *a, const int *lda);
extern void dsymv_(const char *uplo, const int *n, const double *alpha, const double *a,
                   const int *lda, const double *x, const int *incx, const double *beta, double *y,
                   const int *incy, size_t uplo_length);
extern void dsyr2_(const char *uplo, const int *n, const double *alpha, const double *x,
                   const int *incx, const double *y, const int *incy, double *a, const int *lda,
                   size_t uplo_length);

enum {
    BLOCK = 64, /* rows of the matrix that LAPACK's work space has, at most */
    WIDTH = 64,
    TWO_STEPS = 3000, /* rows from which on two steps are faster: a matrix of 72 MB */
    GROUP = 96        /* vectors that are taken back together */
};

static const double one = 1, zero = 0, minus = -1;
static const int step = 1;

size_t ce_tridiagonal_width(size_t n)
{
    return n >= TWO_STEPS ? WIDTH : 0;
}

void ce_tridiagonal_free(ce_tridiagonal *t)
{
    free(t->d);
    free(t->chase);
    *t = (ce_tridiagonal){0};
}

/* ---- to a band, and from it ---- */

static int to_band(ce_tridiagonal *t, double *band, ce_error *err)
{
    int n = (int)t->n, width = (int)t->width, rows = width + 1, lwork = -1, info = 0;
    double size = 0, *work = NULL, *packed = ce_alloc(t->n * (t->width + 1), sizeof *packed, err);

    if (!packed)
        return CE_ENOMEM;
    dsytrd_sy2sb_("L", &n, &width, t->a, &n, packed, &rows, t->tau, &size, &lwork, &info, 1);
    lwork = (int)size;
    if (!(work = ce_alloc((size_t)lwork, sizeof *work, err))) {
        free(packed);
        return CE_ENOMEM;
    }
    dsytrd_sy2sb_("L", &n, &width, t->a, &n, packed, &rows, t->tau, work, &lwork, &info, 1);
    free(work);
    for (size_t j = 0; j < t->n; j++)
        for (size_t i = 0; i <= t->width && i + j < t->n; i++)
            band[j * 2 * t->width + i] = packed[j * (t->width + 1) + i];
    free(packed);
    return info ? ce_fail(err, CE_ENUM,
                          "LAPACK's dsytrd_sy2sb failed on a matrix of order %d (info %d)", n, info)
                : CE_OK;
}

/* The reflector that turns x into a multiple of the first unit vector, which x becomes. v: its
 * vector, 1 first. */
static double reflect(double *x, int count, double *v)
{
    double tau;

    dlarfg_(&count, x, x + 1, &step, &tau);
    v[0] = 1;
    for (int i = 1; i < count; i++) {
        v[i] = x[i];
        x[i] = 0;
    }
    return tau;
}

/* H D H of a symmetric block. */
static void both_sides(double *block, const int *lda, int count, const double *v, double tau,
                       double *w)
{
    double share = 0;

    dsymv_("L", &count, &tau, block, lda, v, &step, &zero, w, &step, 1);
    for (int i = 0; i < count; i++)
        share += w[i] * v[i];
    share *= -tau / 2;
    for (int i = 0; i < count; i++)
        w[i] += share * v[i];
    dsyr2_("L", &count, &minus, v, &step, w, &step, block, lda, 1);
}

/* First reflector of a sweep in the packed rows. */
static size_t first_of(size_t n, size_t sweep)
{
    return sweep * (2 * n - sweep - 1) / 2;
}

static size_t blocks_of(const ce_tridiagonal *t)
{
    return (t->n + t->width - 2) / t->width;
}

/*
 * Sweep s clears column s below the first subdiagonal. Its reflector also fills the block below the
 * one that it belongs to. The first column of this block is cleared by the next reflector, and so
 * on to the end; the other columns are left to the sweeps that come.
 *
 * band: 2 width diagonals, by columns. With one row less as leading dimension it is an ordinary
 * matrix.
 */
static void sweep(const ce_tridiagonal *t, double *band, size_t s, double *w)
{
    size_t n = t->n, width = t->width, across = 2 * width - 1, first = s + 1,
           size = first + width <= n ? width : n - first;
    int lda = (int)across, count = (int)size;
    double *v = t->chase + first_of(n, s), *taus = t->chase_tau + s * blocks_of(t),
           tau = *taus = reflect(band + s * across + first, count, v);

    for (;;) {
        size_t next = first + size, rows = next + width <= n ? width : n - next;
        double *below = band + first * across + next, *previous = v, negative = -tau;
        int height = (int)rows, left = count - 1;
        both_sides(band + first * across + first, &lda, count, v, tau, w);
        if (next >= n)
            return;
        dgemv_("N", &height, &count, &one, below, &lda, previous, &step, &zero, w, &step, 1);
        dger_(&height, &count, &negative, w, &step, previous, &step, below, &lda);
        v += size;
        tau = *++taus = reflect(below, height, v);
        if (left) {
            negative = -tau;
            dgemv_("T", &height, &left, &one, below + across, &lda, v, &step, &zero, w, &step, 1);
            dger_(&height, &left, &negative, v, &step, w, &step, below + across, &lda);
        }
        first = next;
        size = rows;
        count = height;
    }
}

static int two_steps(ce_tridiagonal *t, ce_error *err)
{
    size_t n = t->n, width = t->width, rows = 2 * width, sweeps = n > 2 ? n - 2 : 0;
    double *band = ce_calloc(n * rows, sizeof *band, err), *w = ce_alloc(width, sizeof *w, err);
    int rc = band && w ? to_band(t, band, err) : CE_ENOMEM;

    if (!rc) {
        t->chase =
            ce_calloc(first_of(n, sweeps) + sweeps * blocks_of(t) + 1, sizeof *t->chase, err);
        rc = t->chase ? CE_OK : CE_ENOMEM;
    }
    if (!rc) {
        t->chase_tau = t->chase + first_of(n, sweeps);
        for (size_t s = 0; s < sweeps; s++)
            sweep(t, band, s, w);
        for (size_t j = 0; j < n; j++) {
            t->d[j] = band[j * rows];
            t->e[j] = j + 1 < n ? band[j * rows + 1] : 0;
        }
    }
    free(band);
    free(w);
    return rc;
}

int ce_tridiagonal_reduce(ce_tridiagonal *t, double *matrix, size_t n, size_t width, ce_error *err)
{
    int order, lwork, info = 0;
    double *work;

    if (n < 1 || n > INT_MAX / (BLOCK + 1))
        return ce_fail(err, CE_EARG, "a tridiagonal matrix of order %zu", n);
    order = (int)n;
    lwork = BLOCK * order;
    if (!dsytrd_sy2sb_)
        width = 0;
    *t = (ce_tridiagonal){.n = n, .width = width < n ? width : n - 1, .a = matrix};
    if (!(t->d = ce_calloc(3 * n, sizeof *t->d, err)))
        return CE_ENOMEM;
    t->e = t->d + n;
    t->tau = t->e + n;
    if (t->width)
        return two_steps(t, err);
    if (!(work = ce_alloc((size_t)lwork, sizeof *work, err)))
        return CE_ENOMEM;
    dsytrd_("L", &order, matrix, &order, t->d, t->e, t->tau, work, &lwork, &info, 1);
    t->e[n - 1] = 0;
    free(work);
    return info ? ce_fail(err, CE_ENUM, "LAPACK's dsytrd failed on a matrix of order %zu", n)
                : CE_OK;
}

/* ---- vectors ---- */

/* Reflectors that are applied together, I - V T V^T, to rows first .. first + height - 1. */
typedef struct {
    size_t first;
    int height, count, ldv;
    const double *v;
    double *vt; /* height x count: V T */
} block;

/* V T from V and the taus. t: room for count x count. */
static void join(block *b, const double *tau, double *t)
{
    dlarft_("F", "C", &b->height, &b->count, b->v, &b->ldv, tau, t, &b->count, 1, 1);
    for (int j = 0; j < b->count; j++)
        memset(t + j * b->count + j + 1, 0, (size_t)(b->count - j - 1) * sizeof *t);
    dgemm_("N", "N", &b->height, &b->count, &b->count, &one, b->v, &b->ldv, t, &b->count, &zero,
           b->vt, &b->height, 1, 1);
}

static void apply(const block *b, double *z, size_t n, int columns, double *w)
{
    int ldz = (int)n;

    z += b->first;
    dgemm_("T", "N", &b->count, &columns, &b->height, &one, b->v, &b->ldv, z, &ldz, &zero, w,
           &b->count, 1, 1);
    dgemm_("N", "N", &b->height, &columns, &b->count, &minus, b->vt, &b->height, w, &b->count, &one,
           z, &ldz, 1, 1);
}

/* The blocks, one after the other, to all vectors. w: WIDTH x GROUP numbers for each group. */
static void apply_all(const block *blocks, size_t count, double *z, size_t n, size_t vectors,
                      double *w, size_t w_size)
{
    size_t groups = (vectors + GROUP - 1) / GROUP;

#pragma omp parallel for schedule(dynamic, 1)
    for (size_t g = 0; g < groups; g++) {
        size_t left = vectors - g * GROUP;
        for (size_t q = 0; q < count; q++)
            apply(&blocks[q], z + g * GROUP * n, n, left < GROUP ? (int)left : GROUP,
                  w + g * w_size);
    }
}

/* Sweeps whose reflectors are joined. V has width + sweeps - 1 rows, of which width are no zeros.
 */
static size_t joined(size_t width)
{
    return width < 2 ? 1 : width / 2;
}

/* Block q of joined sweeps from s on: their reflectors that begin at s + 1 + q width, and one row
 * lower for each sweep. v: the room for V. */
static void chase_block(const ce_tridiagonal *t, size_t s, size_t q, block *b, double *v,
                        double *taus, double *room)
{
    size_t n = t->n, width = t->width, together = joined(width), ldv = width + together - 1,
           sweeps = n - 2 - s < together ? n - 2 - s : together;

    b->first = s + 1 + q * width;
    b->height = (int)(n - b->first < width + sweeps - 1 ? n - b->first : width + sweeps - 1);
    b->count = (int)sweeps < b->height ? (int)sweeps : b->height;
    b->ldv = (int)ldv;
    b->v = v;
    memset(v, 0, ldv * (size_t)b->count * sizeof *v);
    for (size_t c = 0; c < (size_t)b->count; c++) {
        size_t from = b->first + c, size = n - from < width ? n - from : width;
        memcpy(v + c * ldv + c, t->chase + first_of(n, s + c) + q * width, size * sizeof *v);
        taus[c] = t->chase_tau[(s + c) * blocks_of(t) + q];
    }
    join(b, taus, room);
}

/* Sweep s comes before s + 1, and block q + 1 of some sweeps before block q: they overlap only so.
 * The way back has the last first. */
static int back_chase(const ce_tridiagonal *t, double *z, size_t vectors, double *w, size_t w_size,
                      ce_error *err)
{
    size_t n = t->n, width = t->width, most = blocks_of(t), together = joined(width),
           v_size = (width + together - 1) * together;
    double *v = ce_alloc(most * 2 * v_size + together + together * together, sizeof *v, err),
           *taus = v ? v + most * 2 * v_size : NULL;
    block *blocks = ce_alloc(most, sizeof *blocks, err);

    if (!v || !blocks) {
        free(v);
        free(blocks);
        return CE_ENOMEM;
    }
    for (size_t s = (n - 3) / together * together + together; s;) {
        size_t count = 0;
        s -= together;
        for (size_t q = 0; s + 1 + q * width < n; q++, count++) {
            blocks[q].vt = v + (2 * q + 1) * v_size;
            chase_block(t, s, q, &blocks[q], v + 2 * q * v_size, taus, taus + together);
        }
        apply_all(blocks, count, z, n, vectors, w, w_size);
    }
    free(v);
    free(blocks);
    return CE_OK;
}

static int back_band(const ce_tridiagonal *t, double *z, size_t vectors, double *w, size_t w_size,
                     ce_error *err)
{
    size_t n = t->n, width = t->width;
    double *vt = ce_alloc(n * width + width * width, sizeof *vt, err);

    if (!vt)
        return CE_ENOMEM;
    for (size_t j = (n - width - 1) / width * width + width; j;) {
        block b = {.ldv = (int)n, .vt = vt};
        j -= width;
        b.first = j + width;
        b.height = (int)(n - b.first);
        b.count = b.height < (int)width ? b.height : (int)width;
        b.v = t->a + j * n + b.first;
        join(&b, t->tau + j, vt + n * width);
        apply_all(&b, 1, z, n, vectors, w, w_size);
    }
    free(vt);
    return CE_OK;
}

int ce_tridiagonal_back(const ce_tridiagonal *t, double *z, size_t count, ce_error *err)
{
    size_t width = t->width, groups = (count + GROUP - 1) / GROUP,
           w_size = width ? width * GROUP : BLOCK * t->n;
    int n = (int)t->n, columns = (int)count, lwork = BLOCK * n, info = 0, rc = CE_OK;
    double *w;

    if (!count)
        return CE_OK;
    if (!(w = ce_alloc(width ? groups * w_size : w_size, sizeof *w, err)))
        return CE_ENOMEM;
    if (!width) {
        dormtr_("L", "L", "N", &n, &columns, t->a, &n, t->tau, z, &n, w, &lwork, &info, 1, 1, 1);
        if (info)
            rc = ce_fail(err, CE_ENUM, "LAPACK's dormtr failed on a matrix of order %d", n);
    } else {
        if (t->n > 2)
            rc = back_chase(t, z, count, w, w_size, err);
        if (!rc)
            rc = back_band(t, z, count, w, w_size, err);
    }
    free(w);
    return rc;
}
