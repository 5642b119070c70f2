/*
 * moments.h: means, spreads and scatter of columns from sums without rounding (core/exact_sum.h).
 *
 * What is found does not depend on the order of the rows, nor on how they are cut into parts whose
 * moments are added. Each result is rounded at its end only: a scatter is that of the exact values,
 * n sum(x y) - sum(x) sum(y) over n, however large the mean is beside it.
 */
#ifndef CE_LINALG_MOMENTS_H
#define CE_LINALG_MOMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/exact_sum.h"

/* What is kept. Each has all that the one before it has. */
typedef enum {
    CE_MOMENTS_RANGE,   /* how many values there are, the least and the largest */
    CE_MOMENTS_SUMS,    /* their sum */
    CE_MOMENTS_SQUARES, /* the sum of their squares */
    CE_MOMENTS_PRODUCTS /* and of the products of two columns; no value is missing */
} ce_moments_depth;

/* Set to zero before use; after a failure it can only be freed. */
typedef struct {
    size_t d;
    ce_moments_depth depth;
    uint64_t *present;     /* owned; d: values that are not NaN */
    double *low, *high;    /* owned; d: low > high, both infinite, where there is no value */
    ce_exact_sums sum;     /* d */
    ce_exact_sums product; /* d; with products d (d + 1) / 2, see ce_moments_pair */
    double *slice, *gram;  /* owned: for products of blocks */
} ce_moments;

/* d: the columns, >= 1. 0 or CE_ENOMEM. */
int ce_moments_alloc(ce_moments *m, size_t d, ce_moments_depth depth, ce_error *err);
void ce_moments_free(ce_moments *m);

/* The most rows of a block. */
enum { CE_MOMENTS_BLOCK = 1024 };

/* Adds rows: count x d finite values or NaN, row-major; count <= CE_MOMENTS_BLOCK. Squares cost
 * O(count d). Products are those of matrices of whole numbers, three for a value, and O(count d^2).
 * 0 or CE_ENOMEM. */
int ce_moments_add(ce_moments *m, const double *block, size_t count, ce_error *err);

/* Where the product of columns s <= t is. */
static inline size_t ce_moments_pair(const ce_moments *m, size_t s, size_t t)
{
    return m->depth == CE_MOMENTS_PRODUCTS ? s * m->d - s * (s + 1) / 2 + t : s;
}

/* A multiple of 32: 2^exponent times the range of a column is about 1. 0 for a range of 0. */
int ce_moments_exponent(const ce_moments *m, size_t s);

/* The mean and the standard deviation (divisor: the values) of a column, times 2^exponent, a
 * multiple of 32. The column has a value. */
double ce_moments_mean(const ce_moments *m, size_t s, int exponent);
double ce_moments_sd(const ce_moments *m, size_t s, int exponent);

/* The sum of the products of the deviations of columns s <= t from their means. */
double ce_moments_scatter(const ce_moments *m, size_t s, size_t t);

#endif
