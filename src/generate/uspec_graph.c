/* Steps 3 and 4 of U-SPEC: affinities, the graph of the representatives, its eigenvectors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"
#include "generate/uspec_internal.h"
#include "partition/graph/laplacian.h"

/* Distances are summed in units of this part of the extent: 2^31 objects with 32 neighbours fit. */
#define DISTANCE_UNIT 0x1p-27

/*
 * What an object weighs at least, the sum of its entries of B. An object far from all
 * representatives would weigh exp(-large); the authors' program puts 2.2e-16 for an entry that
 * underflows. Here such an object still has 12 bits of CE_USPEC_UNIT.
 */
#define LEAST_WEIGHT 0x1p-20

/* The rows of an embedding are rounded to this part of their largest entry. Rounding in the
 * eigensolver differs between processors by much less, so it does not decide labels. */
#define EMBEDDING_UNIT 0x1p-20

/* ---- exp ---- */

/*
 * exp(x) for x <= 0, with a relative error below 1e-11, and 0 below about -708. The C library's exp
 * has other last bits on other processors; this one has the same everywhere.
 *
 * x = n log 2 + r; 2^n is put together from its bits, and exp(r) is a polynomial.
 */
static inline __attribute__((always_inline)) void exp_quad(const double *from, double *to)
{
    ce_quad x = *(const ce_quad *)from;
    const double round = 0x1.8p52, log2e = 0x1.71547652b82fep0, high = 0x1.62e42fefa0000p-1,
                 low = 0x1.cf79abc9e3b3ap-40;
    ce_quad_masks in_range = x > -708.0;
    ce_quad shifted = x * log2e + round, n = shifted - round, r = x - n * high - n * low, y, power;
    ce_quad_masks bits = (ce_quad_masks)shifted;

    bits = ((bits & 0xffff) << 48 >> 48) + 1023;
    bits <<= 52;
    power = (ce_quad)bits;
    y = r * (1.0 / 39916800) + 1.0 / 3628800;
    y = y * r + 1.0 / 362880;
    y = y * r + 1.0 / 40320;
    y = y * r + 1.0 / 5040;
    y = y * r + 1.0 / 720;
    y = y * r + 1.0 / 120;
    y = y * r + 1.0 / 24;
    y = y * r + 1.0 / 6;
    y = y * r + 0.5;
    y = y * r + 1.0;
    y = y * r + 1.0;
    y *= power;
    *(ce_quad *)to = (ce_quad)((ce_quad_masks)y & in_range);
}

/* ---- step 3 ---- */

/* So many neighbours are a few; so many objects for each representative are worth an order of W. */
enum { FEW = 8, WORTH_ORDER = 64 };

CE_HOT static int64_t sum_distances(const float *squared, size_t count)
{
    int64_t sum = 0;

    for (size_t e = 0; e < count; e++)
        sum += (int64_t)(sqrt((double)squared[e]) * (1 / DISTANCE_UNIT) + 0.5);
    return sum;
}

int64_t ce_uspec_sum_distances(const ce_uspec_rows_of *rows, int threads)
{
    size_t step = (size_t)CE_USPEC_BLOCK * rows->K, all = rows->n * rows->K;
    int64_t sum = 0;

#pragma omp parallel for num_threads(threads) if (threads > 1) reduction(+ : sum)
    for (size_t e = 0; e < all; e += step)
        sum += sum_distances(rows->share + e, all - e < step ? all - e : step);
    return sum;
}

double ce_uspec_sigma(int64_t sum, uint64_t distances)
{
    return (double)sum * DISTANCE_UNIT / (double)distances;
}

/* The same for few, which are compared whatever their order is: no branch is guessed wrong. A
 * value is not negative, so its bits go along behind its representative. */
static inline __attribute__((always_inline)) void sort_few(uint16_t *near, float *value, size_t K)
{
    uint64_t pair[FEW];
    uint32_t bits;

    for (size_t a = 0; a < K; a++) {
        memcpy(&bits, value + a, sizeof bits);
        pair[a] = (uint64_t)near[a] << 32 | bits;
    }
    for (size_t a = 1; a < K; a++)
        for (size_t at = a; at > 0; at--) {
            uint64_t x = pair[at - 1], y = pair[at];
            pair[at - 1] = x < y ? x : y;
            pair[at] = x < y ? y : x;
        }
    for (size_t a = 0; a < K; a++) {
        near[a] = (uint16_t)(pair[a] >> 32);
        bits = (uint32_t)pair[a];
        memcpy(value + a, &bits, sizeof bits);
    }
}

/* Brings the representatives of an object into ascending order, with their values. */
static inline __attribute__((always_inline)) void sort_row(uint16_t *near, float *value, size_t K)
{
    if (K <= FEW) {
        sort_few(near, value, K);
        return;
    }
    for (size_t a = 1; a < K; a++) {
        uint16_t j = near[a];
        float x = value[a];
        size_t at = a;

        for (; at > 0 && near[at - 1] > j; at--) {
            near[at] = near[at - 1];
            value[at] = value[at - 1];
        }
        near[at] = j;
        value[at] = x;
    }
}

/* The entries of one row of B relative to the largest, for squared distances in units of extent^2,
 * of which the first is the least. value: room for K rounded up to CE_QUAD. *weight: the sum of the
 * entries of B. */
static inline __attribute__((always_inline)) void gaussian(const float *squared, size_t K,
                                                           double factor, double *value,
                                                           double *weight)
{
    double sum = 0, x[CE_QUAD] = {0}, largest[CE_QUAD];
    size_t spare = K % CE_QUAD; /* a lane for the largest, if there is one */

    for (size_t a = 0; a < K; a += CE_QUAD) {
        for (size_t l = 0; l < CE_QUAD; l++)
            x[l] = a + l < K ? factor * ((double)squared[a + l] - (double)squared[0]) : 0;
        if (spare && a + CE_QUAD > K)
            x[spare] = factor * (double)squared[0];
        exp_quad(x, value + a);
    }
    if (spare) {
        largest[0] = value[K];
    } else {
        x[0] = factor * (double)squared[0];
        exp_quad(x, largest);
    }
    for (size_t a = 0; a < K; a++)
        sum += value[a];
    *weight = sum * largest[0];
}

/* cos = 1 - |x - y|^2 / 2 of rows of length 1; below 0 it counts as 0. */
static inline void cosine(const float *squared, size_t K, double extent, double *value,
                          double *weight)
{
    double sum = 0;

    for (size_t a = 0; a < K; a++) {
        value[a] = 1 - (double)squared[a] * extent * extent / 2;
        if (!(value[a] > 0x1p-52))
            value[a] = 0x1p-52;
        sum += value[a];
    }
    *weight = sum;
}

typedef struct {
    const ce_uspec_rows_of *rows;
    ce_uspec_distance distance;
    double factor;         /* -1 / (2 sigma^2), 0 where all distances are 0 */
    const uint16_t *place; /* NULL: as representatives are numbered */
} weighing;

/* The shares of an object, with its representatives in ascending order. Returns its weight. value:
 * room for K rounded up to CE_QUAD. */
static inline __attribute__((always_inline)) double share_out(const weighing *g, uint16_t *near,
                                                              float *share, double *value, size_t K)
{
    double weight, sum = 0;

    if (g->distance == CE_USPEC_COSINE)
        cosine(share, K, g->rows->extent, value, &weight);
    else
        gaussian(share, K, g->factor, value, &weight);
    for (size_t a = 0; a < K; a++)
        sum += value[a];
    for (size_t a = 0; a < K; a++)
        share[a] = (float)(value[a] / sum);
    sort_row(near, share, K);
    return weight;
}

/* Shares of objects first .. last - 1, and what they add to w: W in the order of places, where an
 * entry and the one across the diagonal are parts of one. value: room for K rounded up to CE_QUAD.
 */
static inline __attribute__((always_inline)) void weigh_some(const weighing *g, size_t first,
                                                             size_t last, double *value, int64_t *w,
                                                             size_t K)
{
    const uint16_t *place = g->place;
    size_t p = g->rows->p;

    for (size_t i = first; i < last; i++) {
        uint16_t *near = g->rows->near + i * K;
        float *share = g->rows->share + i * K;
        double weight = share_out(g, near, share, value, K);

        if (weight < LEAST_WEIGHT)
            weight = LEAST_WEIGHT;
        weight *= 1 / CE_USPEC_UNIT;
        for (size_t a = 0; a < K; a++) {
            double own = weight * (double)share[a];
            int64_t *row = w + (place ? place[near[a]] : near[a]) * p;
            for (size_t b = a; b < K; b++)
                row[place ? place[near[b]] : near[b]] += (int64_t)(own * (double)share[b] + 0.5);
        }
    }
}

CE_HOT static void weigh(const weighing *g, size_t first, size_t last, double *value, int64_t *w)
{
    if (g->rows->K == CE_USPEC_USUAL)
        weigh_some(g, first, last, value, w, CE_USPEC_USUAL);
    else
        weigh_some(g, first, last, value, w, g->rows->K);
}

/* -1 / (2 sigma^2), or 0. */
static double factor_of(double sigma)
{
    return sigma > 0 ? -1 / (2 * sigma * sigma) : 0;
}

CE_HOT static void share_rows(const weighing *g, double *value)
{
    size_t K = g->rows->K;

    for (size_t i = 0; i < g->rows->n && K == CE_USPEC_USUAL; i++)
        share_out(g, g->rows->near + i * CE_USPEC_USUAL, g->rows->share + i * CE_USPEC_USUAL, value,
                  CE_USPEC_USUAL);
    for (size_t i = 0; i < g->rows->n && K != CE_USPEC_USUAL; i++)
        share_out(g, g->rows->near + i * K, g->rows->share + i * K, value, K);
}

int ce_uspec_share(ce_uspec_rows_of *rows, ce_uspec_distance distance, ce_error *err)
{
    weighing g = {.rows = rows, .distance = distance, .factor = factor_of(rows->sigma)};
    double *value = ce_alloc((rows->K + CE_QUAD - 1) / CE_QUAD * CE_QUAD, sizeof *value, err);

    if (!value)
        return CE_ENOMEM;
    share_rows(&g, value);
    free(value);
    return CE_OK;
}

int ce_uspec_weigh(ce_uspec_rows_of *rows, ce_uspec_distance distance, int threads, int64_t **w,
                   ce_error *err)
{
    if (distance == CE_USPEC_EUCLIDEAN)
        rows->sigma = ce_uspec_sigma(ce_uspec_sum_distances(rows, threads), rows->n * rows->K);
    return ce_uspec_graph(rows, distance, threads, w, err);
}

/* W in the order of the representatives, the upper triangle. */
static void put_in_order(const int64_t *sum, const uint16_t *place, size_t p, int64_t *w)
{
    for (size_t a = 0; a < p; a++) {
        w[a * p + a] = sum[place[a] * p + place[a]];
        for (size_t b = a + 1; b < p; b++)
            w[a * p + b] = sum[place[a] * p + place[b]] + sum[place[b] * p + place[a]];
    }
}

int ce_uspec_graph(ce_uspec_rows_of *rows, ce_uspec_distance distance, int threads, int64_t **w,
                   ce_error *err)
{
    weighing g = {.rows = rows, .distance = distance, .factor = factor_of(rows->sigma)};
    size_t p = rows->p;
    int64_t *sum;
    int rc;

    *w = NULL;
    if (rows->n / WORTH_ORDER >= p)
        g.place = rows->place;
    rc = ce_memory_check(p * ((size_t)threads + 1), p, sizeof *sum, "the graph of representatives",
                         "fewer " CE_OPT("representatives") " or threads", err);
    if (rc)
        return rc;
    sum = ce_calloc(p * p, sizeof *sum, err);
    if (!sum)
        return CE_ENOMEM;
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        ce_error failure = {0};
        int64_t *own = ce_thread() ? ce_calloc(p * p, sizeof *own, &failure) : sum;
        double *value =
            ce_alloc((rows->K + CE_QUAD - 1) / CE_QUAD * CE_QUAD, sizeof *value, &failure);

        if (!own || !value) {
#pragma omp critical(ce_uspec)
            rc = ce_fail(err, CE_ENOMEM, "%s", failure.text);
        }
#pragma omp barrier
        if (!rc) {
#pragma omp for schedule(dynamic, 16)
            for (size_t i = 0; i < rows->n; i += CE_USPEC_BLOCK)
                weigh(&g, i, i + CE_USPEC_BLOCK < rows->n ? i + CE_USPEC_BLOCK : rows->n, value,
                      own);
            if (own != sum) {
#pragma omp critical(ce_uspec)
                for (size_t e = 0; e < p * p; e++)
                    sum[e] += own[e];
            }
        }
        if (own != sum)
            free(own);
        free(value);
    }
    if (!rc && !g.place) {
        *w = sum;
        return CE_OK;
    }
    if (!rc && !(*w = ce_calloc(p * p, sizeof **w, err)))
        rc = CE_ENOMEM;
    if (!rc)
        put_in_order(sum, g.place, p, *w);
    free(sum);
    return rc;
}

/* ---- step 4 ---- */

/* A symmetric sparse matrix by rows. */
typedef struct {
    size_t n;
    size_t *start;
    int32_t *column;
    double *value;
} sparse;

static void sparse_free(sparse *s)
{
    free(s->start);
    free(s->column);
    free(s->value);
}

static int sparse_make(sparse *s, const int64_t *w, size_t p, ce_error *err)
{
    size_t entries = 0, *next = ce_calloc(p + 1, sizeof *next, err);

    *s = (sparse){.n = p, .start = ce_calloc(p + 1, sizeof *s->start, err)};
    if (!next || !s->start) {
        free(next);
        return CE_ENOMEM;
    }
    for (size_t a = 0; a < p; a++)
        for (size_t b = a; b < p; b++)
            if (w[a * p + b] > 0) {
                s->start[a + 1]++;
                s->start[b + 1] += a != b;
            }
    for (size_t a = 0; a < p; a++) {
        entries += s->start[a + 1];
        s->start[a + 1] = entries;
        next[a] = s->start[a];
    }
    s->column = ce_alloc(entries, sizeof *s->column, err);
    s->value = ce_alloc(entries, sizeof *s->value, err);
    if (!s->column || !s->value) {
        free(next);
        return CE_ENOMEM;
    }
    /* Row by row, so that columns ascend: those below the diagonal come from earlier rows. */
    for (size_t a = 0; a < p; a++)
        for (size_t b = a; b < p; b++)
            if (w[a * p + b] > 0) {
                double value = (double)w[a * p + b] * CE_USPEC_UNIT;
                s->column[next[a]] = (int32_t)b;
                s->value[next[a]++] = value;
                if (a != b) {
                    s->column[next[b]] = (int32_t)a;
                    s->value[next[b]++] = value;
                }
            }
    free(next);
    return CE_OK;
}

CE_HOT static void multiply(void *state, const double *x, double *y)
{
    const sparse *s = state;

    for (size_t a = 0; a < s->n; a++) {
        double sum = 0;
        for (size_t e = s->start[a]; e < s->start[a + 1]; e++)
            sum += s->value[e] * x[s->column[e]];
        y[a] = sum;
    }
}

/* Representatives by components, the k - 1 largest and the rest. */
static int group_components(const ce_laplacian *l, size_t p, size_t k, const double *weight,
                            int32_t **group, ce_error *err)
{
    int rc;

    *group = ce_alloc(p, sizeof **group, err);
    rc = *group ? ce_laplacian_group(l, weight, k, *group, err) : CE_ENOMEM;
    if (rc) {
        free(*group);
        *group = NULL;
    }
    return rc;
}

/* Row j of V / sqrt(d_j), as whole numbers of units of its largest entry: the size of a row counts
 * where objects mix several, so the unit is a power of two near it. */
static void round_row(const double *v, size_t k, double scale, float *to)
{
    double largest = 0, unit;
    int exponent;

    for (size_t c = 0; c < k; c++)
        if (fabs(v[c]) * scale > largest)
            largest = fabs(v[c]) * scale;
    if (!(largest > 0))
        return;
    frexp(largest, &exponent);
    unit = ldexp(EMBEDDING_UNIT, exponent);
    for (size_t c = 0; c < k; c++)
        to[c] = (float)(rint(v[c] * scale / unit) * unit);
}

int ce_uspec_embed(const int64_t *w, size_t p, size_t k, const double *weight, float **table,
                   int32_t **group, size_t *components, ce_error *err)
{
    ce_laplacian l = {0};
    ce_matrix v = {0};
    sparse s = {0};
    double *values = ce_alloc(k, sizeof *values, err), largest = 0;
    size_t stride = ce_uspec_stride(k);
    int rc = values ? sparse_make(&s, w, p, err) : CE_ENOMEM;

    *table = NULL;
    *group = NULL;
    if (!rc)
        rc = ce_laplacian_build_operator(&l, p, multiply, &s, err);
    if (rc)
        goto done;
    *components = l.components;
    if (l.components > k || k == 1) {
        rc = group_components(&l, p, k, weight, group, err);
        goto done;
    }
    rc = ce_laplacian_eigenvectors(
        &l, k, k > p / 4 || p <= 200 ? CE_SOLVER_DENSE : CE_SOLVER_SPARSE, values, &v, err);
    if (rc)
        goto done;
    *table = ce_calloc(p * stride, sizeof **table, err);
    if (!*table) {
        rc = CE_ENOMEM;
        goto done;
    }
    for (size_t j = 0; j < p; j++)
        if (l.scale[j] > largest)
            largest = l.scale[j];
    for (size_t j = 0; j < p; j++)
        round_row(v.values + j * k, k, l.scale[j] / largest, *table + j * stride);
done:
    free(values);
    sparse_free(&s);
    ce_matrix_free(&v);
    ce_laplacian_free(&l);
    return rc;
}
