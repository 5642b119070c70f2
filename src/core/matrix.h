/*
 * matrix.h: n objects by d features.
 */
#ifndef CE_CORE_MATRIX_H
#define CE_CORE_MATRIX_H

#include <stddef.h>

#include "core/error.h"

/* Larger numbers are refused where squares of differences are added up: these could overflow. */
#define CE_LARGEST 1e150

/* Set to zero before use. Row-major: the value of object i, feature s is values[i * columns + s].
 * NaN is a missing value. */
typedef struct {
    size_t rows, columns;
    double *values; /* owned */
} ce_matrix;

/* Room for the values, uninitialised. Frees what the matrix held before. 0 or CE_ENOMEM; the matrix
 * is empty after a failure. */
int ce_matrix_alloc(ce_matrix *matrix, size_t rows, size_t columns, ce_error *err);
void ce_matrix_free(ce_matrix *matrix);

/* 1 if any value is NaN, else 0. O(n d). */
int ce_matrix_has_missing(const ce_matrix *matrix);

#endif
