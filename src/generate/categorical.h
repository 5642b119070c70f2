/*
 * categorical.h: objects described by categories, as COOLCAT reads them.
 */
#ifndef CE_GENERATE_CATEGORICAL_H
#define CE_GENERATE_CATEGORICAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/data_table.h"

/*
 * n objects with d attributes: value[i * d + a] is 0 .. values[a]-1; a missing cell is a value of
 * its own, numbered like any other. n <= INT32_MAX. Zero-initialise before use.
 */
typedef struct {
    size_t n, d;
    int32_t *value;     /* owned; n x d, row-major */
    int32_t *values;    /* owned; d: how many */
    size_t *first;      /* owned; d + 1: where an attribute begins in frequency */
    int32_t *frequency; /* owned; first[d]: objects with value v of attribute a at first[a] + v */
} ce_categorical;

/* Room for the values, which the caller fills in before ce_categorical_count. 0, CE_ENOMEM, CE_EARG
 * when n > INT32_MAX; x is empty after a failure. */
int ce_categorical_alloc(ce_categorical *x, size_t n, size_t d, ce_error *err);

/* Sets values, first and frequency from value (all >= 0). 0 or CE_ENOMEM; x can then only be
 * freed. */
int ce_categorical_count(ce_categorical *x, ce_error *err);
void ce_categorical_free(ce_categorical *x);

/* The table's categories. Missing cells have the number after the last category of their column. A
 * column of numbers is refused, with a message that says what to do. 0 or a failure; x is empty
 * after one. */
int ce_categorical_of_table(ce_categorical *x, const ce_data_table *table, const char *path,
                            ce_error *err);

/* Attributes with one value only. */
size_t ce_categorical_constant(const ce_categorical *x);

#endif
