/*
 * matrix.h: n objects by d features.
 */
#ifndef CE_CORE_MATRIX_H
#define CE_CORE_MATRIX_H

#include <stddef.h>

#include "core/error.h"

/* Row-major: value of object i, feature s at values[i * columns + s]; NaN is missing.
 * Zero-initialise before use. */
typedef struct {
    size_t rows, columns;
    double *values; /* owned */
} ce_matrix;

/* Uninitialised values. Releases what the matrix held. 0 or CE_ENOMEM. */
int ce_matrix_alloc(ce_matrix *matrix, size_t rows, size_t columns, ce_error *err);
void ce_matrix_free(ce_matrix *matrix);

/* 1 if any value is NaN. O(n d). */
int ce_matrix_has_missing(const ce_matrix *matrix);

#endif
