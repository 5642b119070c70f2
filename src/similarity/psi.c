#include "similarity/psi.h"

#include <math.h>
#include <stdlib.h>

#include "core/labels.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"

enum { LANES = 8 };

static int alloc_psi(ce_similarity *s, size_t n, ce_error *err)
{
    return ce_similarity_alloc_dense(s, n, "the matrix of similarities of memberships",
                                     "a method that needs no matrix of pairs,", err);
}

/* Puts the share of clusterings that speak of each object on the diagonal. */
static void fill_diagonal(const ce_membership *membership, ce_similarity *s)
{
    size_t n = membership->n, m = membership->m;

    for (size_t i = 0; i < n; i++) {
        size_t speak = 0;
        for (size_t q = 0; q < m; q++)
            speak += !isnan(ce_membership_of(membership, i, q)[0]);
        s->values[ce_packed_index(n, i, i)] = m ? (double)speak / (double)m : 0;
    }
}

/* ---- by cosines ---- */

static void scale_part(const float *p, size_t k, double length, double *u)
{
    double squares = 0, factor;

    for (size_t l = 0; l < k; l++)
        squares += (double)p[l] * p[l];
    factor = squares > 0 ? length / sqrt(squares) : 0; /* also where the sum is NaN */
    for (size_t l = 0; l < k; l++)
        u[l] = factor > 0 ? p[l] * factor : 0;
}

/* Each clustering's part of each row, scaled to that length. */
static int scale_rows(const ce_membership *membership, double length, ce_biadjacency *u,
                      ce_error *err)
{
    size_t n = membership->n, columns = membership->columns;
    int rc = ce_biadjacency_alloc_dense(u, n, columns, "the table of scaled memberships",
                                        "fewer base clusterings", err);

    if (rc)
        return rc;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++)
        for (size_t q = 0; q < membership->m; q++)
            scale_part(ce_membership_of(membership, i, q), (size_t)membership->k[q], length,
                       u->values + i * columns + membership->start[q]);
    return CE_OK;
}

int ce_psi_factor(const ce_membership *membership, ce_biadjacency *u, ce_error *err)
{
    return scale_rows(membership, membership->m ? 1 / sqrt((double)membership->m) : 0, u, err);
}

typedef struct {
    ce_similarity *s;
    double m;
} mean;

/* The sums of cosines of a tile, divided once. So hard labels give the very quotients of the
 * co-association. */
static void take_means(void *state, double *tile, size_t row_tile, size_t first_row, size_t rows,
                       size_t first_column, size_t columns)
{
    const mean *w = state;

    (void)row_tile;
    for (size_t a = 0; a < rows; a++) {
        size_t i = first_row + a, from = i > first_column ? i - first_column : 0;
        double *to;
        if (from >= columns)
            continue;
        to = w->s->values + ce_packed_index(w->s->n, i, first_column + from);
        for (size_t b = from; b < columns; b++)
            *to++ = fmin(fmax(tile[a * columns + b], 0) / w->m, 1);
    }
}

int ce_psi(const ce_membership *membership, ce_similarity *s, ce_error *err)
{
    ce_biadjacency u = {0};
    mean w = {.s = s, .m = (double)membership->m};
    int rc = alloc_psi(s, membership->n, err);

    if (!rc)
        rc = scale_rows(membership, 1, &u, err);
    if (!rc)
        rc = ce_product_tiles(u.values, u.values, u.rows, u.columns, take_means, &w, err);
    ce_biadjacency_free(&u);
    if (rc)
        ce_similarity_free(s);
    else
        fill_diagonal(membership, s);
    return rc;
}

/* ---- by divergences ---- */

/*
 * One clustering: 2 d_ij = sum_l (P_il - P_jl) (L_il - L_jl), L = log P. The base of the logarithm
 * cancels in 1 - d / max d.
 *
 * The sum does not change when a constant is taken off a column of P or L. With the first object's
 * values taken off, P' and L' are as small as the differences. So this inner product loses nothing
 * that matters: 2 d_ij = P'_i.L'_i + P'_j.L'_j - P'_i.L'_j - L'_i.P'_j = (-P'_i, -L'_i, P'_i.L'_i,
 * 1) . (L'_j, P'_j, 1, P'_j.L'_j).
 *
 * A probability of 0 gets L' = 0. Between objects with the same zeros it then adds nothing, as 0
 * log 0/0 = 0. Other objects are infinitely far apart.
 */
typedef struct {
    ce_similarity *s;
    size_t depth;         /* 2 k + 2 */
    double *left, *right; /* n x depth */
    double *tile_largest; /* per row of tiles */
    double largest;       /* of finite 2 d_ij */
    /* n: objects with the same clusters of probability 0 have the same number; CE_MISSING: nothing
     * is said of the object. */
    int32_t *zeros;
    int mixed; /* these numbers differ, or some are missing */
} divergence;

/* Numbers the sets of clusters with probability 0. O(n k). */
static int number_zeros(const ce_membership *membership, size_t q, divergence *d, ce_error *err)
{
    size_t n = membership->n, k = (size_t)membership->k[q];
    int32_t count = 1;
    int rc = CE_OK;

    d->mixed = 0;
    for (size_t i = 0; i < n; i++)
        d->zeros[i] = isnan(ce_membership_of(membership, i, q)[0]) ? CE_MISSING : 0;
    /* At most n numbers come out of each round, and twice as many go into the next. They fit, since
     * there was memory for n x n. */
    for (size_t l = 0; l < k && !rc; l++) {
        for (size_t i = 0; i < n; i++)
            if (d->zeros[i] != CE_MISSING)
                d->zeros[i] = 2 * d->zeros[i] + (ce_membership_of(membership, i, q)[l] == 0);
        rc = ce_labels_renumber(d->zeros, n, &count, err);
    }
    for (size_t i = 0; i < n && !d->mixed; i++)
        d->mixed = d->zeros[i] != 0;
    return rc;
}

/* What is taken off each column: its first probability above 0. */
static void find_origin(const ce_membership *membership, size_t q, double *p, double *log_p)
{
    size_t k = (size_t)membership->k[q];

    for (size_t l = 0; l < k; l++) {
        p[l] = log_p[l] = 0;
        for (size_t i = 0; i < membership->n; i++) {
            double value = ce_membership_of(membership, i, q)[l];
            if (value > 0) {
                p[l] = value;
                log_p[l] = log(value);
                break;
            }
        }
    }
}

static int begin_clustering(const ce_membership *membership, size_t q, divergence *d,
                            double *origin, ce_error *err)
{
    size_t n = membership->n, k = (size_t)membership->k[q];

    d->depth = 2 * k + 2;
    find_origin(membership, q, origin, origin + k);
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        const float *value = ce_membership_of(membership, i, q);
        double *left = d->left + i * d->depth, *right = d->right + i * d->depth, self = 0;
        for (size_t l = 0; l < k; l++) {
            double p = isnan(value[l]) ? 0 : value[l] - origin[l];
            double log_p = value[l] > 0 ? log(value[l]) - origin[k + l] : 0;
            left[l] = -p;
            left[k + l] = -log_p;
            right[l] = log_p;
            right[k + l] = p;
            self += p * log_p;
        }
        left[2 * k] = right[2 * k + 1] = self;
        left[2 * k + 1] = right[2 * k] = 1;
    }
    return number_zeros(membership, q, d, err);
}

/* Infinity where one of two objects has a zero that the other does not have, or where nothing is
 * said of one. */
static void mark_infinite(const divergence *d, double *tile, size_t first_row, size_t rows,
                          size_t first_column, size_t columns)
{
    for (size_t a = 0; a < rows; a++) {
        int32_t zeros = d->zeros[first_row + a];
        for (size_t b = 0; b < columns; b++)
            if (zeros == CE_MISSING || zeros != d->zeros[first_column + b])
                tile[a * columns + b] = HUGE_VAL;
    }
}

/* The largest finite value, or `largest`. */
CE_HOT static double largest_finite(const double *value, size_t count, double largest)
{
    double lane[LANES] = {0};
    size_t b = 0;

    for (; b + LANES <= count; b += LANES)
        for (size_t l = 0; l < LANES; l++) {
            double finite = value[b + l] < HUGE_VAL ? value[b + l] : 0;
            lane[l] = finite > lane[l] ? finite : lane[l];
        }
    for (; b < count; b++)
        if (value[b] < HUGE_VAL && value[b] > largest)
            largest = value[b];
    for (size_t l = 0; l < LANES; l++)
        largest = fmax(largest, lane[l]);
    return largest;
}

/* Rounding makes some a little less than 0 or more than the largest. */
static inline double similarity_of(double value, double largest)
{
    double share = (value > 0 ? value : 0) / largest;

    return 1 - (share < 1 ? share : 1);
}

CE_HOT static void add_row(double *to, const double *value, size_t count, double largest)
{
    size_t b = 0;

    for (; b + LANES <= count; b += LANES)
        for (size_t l = 0; l < LANES; l++)
            to[b + l] += similarity_of(value[b + l], largest);
    for (; b < count; b++)
        to[b] += similarity_of(value[b], largest);
}

/* Row i of a tile above the diagonal begins in its column `from`. */
static size_t above_diagonal(size_t i, size_t first_column)
{
    return i >= first_column ? i - first_column + 1 : 0;
}

static void find_largest(void *state, double *tile, size_t row_tile, size_t first_row, size_t rows,
                         size_t first_column, size_t columns)
{
    const divergence *d = state;
    double *largest = &d->tile_largest[row_tile];

    if (d->mixed)
        mark_infinite(d, tile, first_row, rows, first_column, columns);
    for (size_t a = 0; a < rows; a++) {
        size_t from = above_diagonal(first_row + a, first_column);
        if (from < columns)
            *largest = largest_finite(tile + a * columns + from, columns - from, *largest);
    }
}

static void add_similarities(void *state, double *tile, size_t row_tile, size_t first_row,
                             size_t rows, size_t first_column, size_t columns)
{
    const divergence *d = state;
    double largest = d->largest > 0 ? d->largest : 1;

    (void)row_tile;
    if (d->mixed)
        mark_infinite(d, tile, first_row, rows, first_column, columns);
    for (size_t a = 0; a < rows; a++) {
        size_t i = first_row + a, from = above_diagonal(i, first_column);
        if (from < columns)
            add_row(d->s->values + ce_packed_index(d->s->n, i, first_column + from),
                    tile + a * columns + from, columns - from, largest);
    }
}

/* Adds the similarities of one clustering to the sum. The tiles are computed twice, for their
 * largest value and then to be added, so that no second n x n matrix is needed. */
static int add_clustering(divergence *d, ce_error *err)
{
    size_t n = d->s->n, row_tiles = ce_product_row_tiles(n);
    int rc;

    d->largest = 0;
    for (size_t t = 0; t < row_tiles; t++)
        d->tile_largest[t] = 0;
    rc = ce_product_tiles(d->left, d->right, n, d->depth, find_largest, d, err);
    if (rc)
        return rc;
    for (size_t t = 0; t < row_tiles; t++)
        d->largest = fmax(d->largest, d->tile_largest[t]);
    return ce_product_tiles(d->left, d->right, n, d->depth, add_similarities, d, err);
}

static int alloc_divergence(const ce_membership *membership, divergence *d, double **origin,
                            ce_error *err)
{
    size_t n = membership->n, k = 0;

    for (size_t q = 0; q < membership->m; q++)
        k = (size_t)membership->k[q] > k ? (size_t)membership->k[q] : k;
    d->left = ce_alloc(n, (2 * k + 2) * sizeof *d->left, err);
    d->right = ce_alloc(n, (2 * k + 2) * sizeof *d->right, err);
    d->zeros = ce_alloc(n, sizeof *d->zeros, err);
    d->tile_largest = ce_alloc(ce_product_row_tiles(n), sizeof *d->tile_largest, err);
    *origin = ce_alloc(2 * k, sizeof **origin, err);
    return d->left && d->right && d->zeros && d->tile_largest && *origin ? CE_OK : CE_ENOMEM;
}

int ce_psi_divergence(const ce_membership *membership, ce_similarity *s, ce_error *err)
{
    divergence d = {.s = s};
    double *origin = NULL;
    size_t n = membership->n, m = membership->m, entries = n * (n + 1) / 2;
    int rc = alloc_psi(s, n, err);

    if (!rc)
        rc = alloc_divergence(membership, &d, &origin, err);
    for (size_t q = 0; q < m && !rc; q++) {
        rc = begin_clustering(membership, q, &d, origin, err);
        if (!rc)
            rc = add_clustering(&d, err);
    }
    for (size_t e = 0; e < entries && !rc && m; e++)
        s->values[e] /= (double)m;
    free(d.left);
    free(d.right);
    free(d.zeros);
    free(d.tile_largest);
    free(origin);
    if (rc)
        ce_similarity_free(s);
    else
        fill_diagonal(membership, s);
    return rc;
}
