#include "linalg/moments.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

/* Tells blas_buffers.c that this program uses BLAS. Each file that calls it has this one symbol. */
extern const char ce_linalg_uses_blas;
__attribute__((weak)) const char ce_linalg_uses_blas = 1;

/*
 * Products of a block [Ozaki, Ogita, Oishi and Rump 2012, "Error-free transformations of matrix
 * multiplication by using fast routines"]. The values of a column are cut into slices of whole
 * numbers: the first counts in units of 2^(e - FIRST), where 2^e is above all of them, each next
 * one in units 2^-BITS of that. So a slice is at most 2^21, a product 2^42, and the sum of those of
 * a block 2^52: BLAS adds them without rounding, in whatever order.
 *
 * What the slices leave of a value that is far smaller than the largest one is added by itself.
 */
enum { SLICES = 3, FIRST = 21, BITS = 22, MOST_EXPONENT = 900 };

void ce_moments_free(ce_moments *m)
{
    free(m->present);
    free(m->low);
    free(m->high);
    ce_exact_free(&m->sum);
    ce_exact_free(&m->product);
    free(m->slice);
    free(m->gram);
    *m = (ce_moments){0};
}

int ce_moments_alloc(ce_moments *m, size_t d, ce_moments_depth depth, ce_error *err)
{
    size_t wide = SLICES * d;
    int rc = CE_OK;

    *m = (ce_moments){.d = d, .depth = depth};
    m->sum.count = depth >= CE_MOMENTS_SUMS ? d : 0;
    m->product.count = depth >= CE_MOMENTS_SQUARES ? d : 0;
    m->present = ce_calloc(d, sizeof *m->present, err);
    m->low = ce_alloc(d, sizeof *m->low, err);
    m->high = ce_alloc(d, sizeof *m->high, err);
    if (!m->present || !m->low || !m->high)
        return CE_ENOMEM;
    for (size_t s = 0; s < d; s++) {
        m->low[s] = INFINITY;
        m->high[s] = -INFINITY;
    }
    if (depth < CE_MOMENTS_PRODUCTS)
        return CE_OK;
    /* a sum has about 16 limbs; the matrix of products of slices */
    rc = ce_memory_check(d, d, 8 * sizeof(int64_t) + SLICES * SLICES * sizeof *m->gram,
                         "the exact products of all columns", "fewer columns", err);
    if (rc)
        return rc;
    m->product.count = d * (d + 1) / 2;
    m->slice = ce_alloc(CE_MOMENTS_BLOCK, wide * sizeof *m->slice, err);
    m->gram = ce_alloc(wide, wide * sizeof *m->gram, err);
    return m->slice && m->gram ? CE_OK : CE_ENOMEM;
}

/* ---- columns ---- */

CE_HOT static void add_range(ce_moments *m, const double *block, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < m->d; s++) {
            double x = block[i * m->d + s];
            m->present[s] += x == x;
            m->low[s] = x < m->low[s] ? x : m->low[s];
            m->high[s] = x > m->high[s] ? x : m->high[s];
        }
}

static int add_sums(ce_moments *m, const double *block, size_t count, ce_error *err)
{
    int squares = m->depth == CE_MOMENTS_SQUARES, rc = CE_OK;

    for (size_t i = 0; i < count && !rc; i++)
        for (size_t s = 0; s < m->d && !rc; s++) {
            double x = block[i * m->d + s];
            if (isnan(x))
                continue;
            rc = ce_exact_add(&m->sum, s, x, err);
            if (!rc && squares)
                rc = ce_exact_add_product(&m->product, s, x, x, err);
        }
    return rc;
}

/* ---- products ---- */

/* fmax is a call, which vectors of values cannot wait for. */
static inline double larger(double a, double b)
{
    return b > a ? b : a;
}

/* The largest magnitude of each column of a block. */
CE_HOT static void find_magnitudes(const double *block, size_t count, size_t d, double *most)
{
    memset(most, 0, d * sizeof *most);
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < d; s++)
            most[s] = larger(most[s], fabs(block[i * d + s]));
}

/* The exponent above all values of each column of a block; 0 where that is out of reach. most: room
 * for d. */
static int find_exponents(const double *block, size_t count, size_t d, double *most, int *exponent)
{
    find_magnitudes(block, count, d, most);
    for (size_t s = 0; s < d; s++) {
        frexp(most[s], &exponent[s]);
        if (abs(exponent[s]) > MOST_EXPONENT)
            return 0;
    }
    return 1;
}

/* Cuts a row into slices. rest: what they leave, in units of the last one. unit: 2^(FIRST - e).
 * used: the largest magnitude in the second and in the third slice, and of the rests, so far. */
CE_HOT static void cut_row(const double *row, const double *unit, size_t d, double *slice,
                           double *rest, double *used)
{
    const double rounds = 6755399441055744.0, more = (double)(1 << BITS); /* 1.5 2^52 */
    double second = used[0], third = used[1], last = used[2];

    for (size_t s = 0; s < d; s++) {
        double y = row[s] * unit[s], a = (y + rounds) - rounds, b, c;
        y = (y - a) * more;
        b = (y + rounds) - rounds;
        y = (y - b) * more;
        c = (y + rounds) - rounds;
        slice[s] = a;
        slice[d + s] = b;
        slice[2 * d + s] = c;
        rest[s] = y - c;
        second = larger(second, fabs(b));
        third = larger(third, fabs(c));
        last = larger(last, fabs(y - c));
    }
    used[0] = second;
    used[1] = third;
    used[2] = last;
}

/* The sums of the first `used` columns of the slices of a block, without rounding. */
CE_HOT static void sum_slices(const double *slice, size_t count, size_t wide, size_t used,
                              double *sum)
{
    memset(sum, 0, used * sizeof *sum);
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < used; s++)
            sum[s] += slice[i * wide + s];
}

/* Adds value 2^place, a whole number below 2^60. */
static int add_whole(ce_exact_sums *sums, size_t i, int64_t value, int place, ce_error *err)
{
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    int rc;

    if (!value)
        return CE_OK;
    if (place < sums->low || place + 161 > sums->low + 32 * sums->limbs) {
        rc = ce_exact_reach(sums, place, place + 64, err);
        if (rc)
            return rc;
    }
    ce_exact_add_bits(sums, i, magnitude, place, value < 0);
    return CE_OK;
}

/* Adds the products of `slices` slices of a block, and its sums. */
static int add_slices(ce_moments *m, const int *exponent, size_t count, size_t slices,
                      ce_error *err)
{
    size_t d = m->d, wide = SLICES * d, used = slices * d;
    int rc = CE_OK;

    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, (int)used, (int)count, 1, m->slice,
                (int)wide, 0, m->gram, (int)used);
    for (size_t s = 0; s < d && !rc; s++)
        for (size_t t = s; t < d && !rc; t++) {
            int64_t level[2 * SLICES - 1] = {0};
            int place = exponent[s] + exponent[t] - 2 * FIRST;
            for (size_t a = 0; a < slices; a++)
                for (size_t b = 0; b < slices; b++) {
                    size_t row = a * d + s, column = b * d + t;
                    level[a + b] += (int64_t)(row <= column ? m->gram[row * used + column]
                                                            : m->gram[column * used + row]);
                }
            for (size_t l = 0; l < 2 * slices - 1 && !rc; l++)
                rc = add_whole(&m->product, ce_moments_pair(m, s, t), level[l],
                               place - BITS * (int)l, err);
        }
    /* the products have been read: their place holds the sums */
    sum_slices(m->slice, count, wide, used, m->gram);
    for (size_t a = 0; a < slices && !rc; a++)
        for (size_t s = 0; s < d && !rc; s++)
            rc = add_whole(&m->sum, s, (int64_t)m->gram[a * d + s],
                           exponent[s] - FIRST - BITS * (int)a, err);
    return rc;
}

/* Adds x r for all columns of a row, whose value at `column` rises by r: row: the values that count
 * so far. */
static int add_rest(ce_moments *m, double *row, size_t column, double rest, ce_error *err)
{
    double whole = row[column] + rest;
    int rc = ce_exact_add(&m->sum, column, rest, err);

    for (size_t t = 0; t < m->d && !rc; t++) {
        size_t pair = t < column ? ce_moments_pair(m, t, column) : ce_moments_pair(m, column, t);
        rc = ce_exact_add_product(&m->product, pair, rest, row[t], err);
        if (!rc && t == column)
            rc = ce_exact_add_product(&m->product, pair, rest, whole, err);
    }
    row[column] = whole;
    return rc;
}

/* Row by row, for values that are out of reach of slices. */
static int add_plain_products(ce_moments *m, const double *block, size_t count, ce_error *err)
{
    int rc = add_sums(m, block, count, err);

    for (size_t i = 0; i < count && !rc; i++)
        for (size_t s = 0; s < m->d && !rc; s++)
            for (size_t t = s; t < m->d && !rc; t++)
                rc = ce_exact_add_product(&m->product, ce_moments_pair(m, s, t),
                                          block[i * m->d + s], block[i * m->d + t], err);
    return rc;
}

/* The rests of a row: column by column, each beside what counts so far. */
static int add_rests(ce_moments *m, const double *values, const double *rest, const double *unit,
                     double *row, ce_error *err)
{
    const double last = ldexp(1, -(SLICES - 1) * BITS);
    int rc = CE_OK;

    for (size_t s = 0; s < m->d; s++)
        row[s] = rest[s] == 0 ? values[s] : values[s] - rest[s] * last / unit[s];
    for (size_t s = 0; s < m->d && !rc; s++)
        if (rest[s] != 0)
            rc = add_rest(m, row, s, rest[s] * last / unit[s], err);
    return rc;
}

static int add_products(ce_moments *m, const double *block, size_t count, ce_error *err)
{
    size_t d = m->d, slices;
    int *exponent = ce_alloc(d, sizeof *exponent, err), rc = CE_OK;
    double *unit = ce_alloc(d, sizeof *unit, err), *rest = ce_alloc(d, sizeof *rest, err),
           *row = ce_alloc(d, sizeof *row, err), used[SLICES] = {0};

    if (!exponent || !unit || !rest || !row) {
        rc = CE_ENOMEM;
    } else if (!find_exponents(block, count, d, row, exponent)) {
        rc = add_plain_products(m, block, count, err);
    } else {
        for (size_t s = 0; s < d; s++)
            unit[s] = ldexp(1, FIRST - exponent[s]);
        for (size_t i = 0; i < count && !rc; i++) {
            used[2] = 0;
            cut_row(block + i * d, unit, d, m->slice + i * SLICES * d, rest, used);
            if (used[2] > 0)
                rc = add_rests(m, block + i * d, rest, unit, row, err);
        }
        slices = used[0] > 0 ? 2 : 1;
        if (used[1] > 0)
            slices = SLICES;
        if (!rc)
            rc = add_slices(m, exponent, count, slices, err);
    }
    free(exponent);
    free(unit);
    free(rest);
    free(row);
    return rc;
}

int ce_moments_add(ce_moments *m, const double *block, size_t count, ce_error *err)
{
    if (!count)
        return CE_OK;
    add_range(m, block, count);
    if (m->depth == CE_MOMENTS_RANGE)
        return CE_OK;
    if (m->depth == CE_MOMENTS_PRODUCTS)
        return add_products(m, block, count, err);
    return add_sums(m, block, count, err);
}

/* ---- results ---- */

int ce_moments_exponent(const ce_moments *m, size_t s)
{
    double range = m->high[s] - m->low[s];

    return range > 0 ? -(ilogb(range) / 32) * 32 : 0;
}

/* Sums times 2^exponent, a multiple of 32: the same limbs, counted otherwise. */
static ce_exact_sums times_power(const ce_exact_sums *sums, int exponent)
{
    ce_exact_sums scaled = *sums;

    scaled.low += exponent;
    return scaled;
}

double ce_moments_mean(const ce_moments *m, size_t s, int exponent)
{
    ce_exact_sums sum = times_power(&m->sum, exponent);

    return ce_exact_mean(&sum, s, m->present[s]);
}

/* n^2 times a covariance, times 2^(a + b). */
static double moment(const ce_moments *m, size_t s, size_t t, int a, int b)
{
    ce_exact_sums x = times_power(&m->sum, a), y = times_power(&m->sum, b),
                  product = times_power(&m->product, a + b);
    double high;

    ce_exact_moment(&product, ce_moments_pair(m, s, t), m->present[s], &x, s, &y, t, &high, NULL);
    return high;
}

double ce_moments_sd(const ce_moments *m, size_t s, int exponent)
{
    double n = (double)m->present[s];

    return sqrt(moment(m, s, s, exponent, exponent) / (n * n));
}

double ce_moments_scatter(const ce_moments *m, size_t s, size_t t)
{
    int a = ce_moments_exponent(m, s), b = ce_moments_exponent(m, t);

    return ldexp(moment(m, s, t, a, b) / (double)m->present[s], -a - b);
}
