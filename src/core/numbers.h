/*
 * numbers.h: the numbers of a data table for who passes over its rows: in double or single
 * precision, all features or some, as they are or standardised. Nothing is copied but the rows that
 * are asked for.
 */
#ifndef CE_CORE_NUMBERS_H
#define CE_CORE_NUMBERS_H

#include <math.h>
#include <stddef.h>

#include "core/matrix.h"

/* What becomes of a value x of a feature: (x 2^exponent - shift) / unit. */
typedef struct {
    double shift, unit;
    int exponent;
} ce_feature_scale;

static inline double ce_feature_scaled(const ce_feature_scale *scale, double x)
{
    if (scale->exponent)
        x = ldexp(x, scale->exponent);
    return (x - scale->shift) / scale->unit;
}

/* It borrows all that it points to. */
typedef struct {
    size_t rows, columns;          /* columns: the features that are seen */
    size_t width;                  /* values of a row in memory */
    const double *values;          /* rows x width, row-major: one of these two, */
    const float *single;           /* the other is NULL */
    const size_t *feature;         /* columns: the places of the features in a row; NULL: all */
    const ce_feature_scale *scale; /* columns; NULL: as they are */
} ce_numbers;

/* All of a matrix as it is. single: its values, where x->values is NULL; else NULL. */
static inline ce_numbers ce_numbers_of(const ce_matrix *x, const float *single)
{
    return (ce_numbers){.rows = x->rows,
                        .columns = x->columns,
                        .width = x->columns,
                        .values = x->values,
                        .single = single};
}

/* The value at a place in memory, as it is there. */
static inline double ce_numbers_at(const ce_numbers *x, size_t place)
{
    return x->values ? x->values[place] : (double)x->single[place];
}

/* Rows first .. first + count - 1 into block: count x columns, row-major. */
void ce_numbers_rows(const ce_numbers *x, size_t first, size_t count, double *block);

/* The values of row i of `count` of the features that are seen. row: count. */
void ce_numbers_some(const ce_numbers *x, size_t i, const size_t *feature, size_t count,
                     double *row);

/* 1 if any value is NaN, else 0. O(rows columns). */
int ce_numbers_have_missing(const ce_numbers *x);

#endif
