/*
 * contingency.h: how two labellings of the same objects overlap. Every measure that compares them
 * starts here.
 *
 * Notation: n_ij objects in cluster i of the first labelling and j of the second, a_i and b_j the
 * row and column sums, n their total. Objects whose label is missing in either labelling are left
 * out of all of these.
 */
#ifndef CE_SCORE_CONTINGENCY_H
#define CE_SCORE_CONTINGENCY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"

/* The cells that are not zero, row by row. Cells start[i] .. start[i+1]-1 belong to row i, and
 * their columns ascend. Memory follows the number of objects, not rows x columns. Set to zero
 * before use. */
typedef struct {
    size_t rows, columns;           /* clusters by number, empty ones included */
    size_t rows_used, columns_used; /* with at least one object */
    size_t cells;
    size_t *start;       /* owned: rows + 1 */
    int32_t *column;     /* owned: cells */
    int64_t *count;      /* owned: cells, n_ij > 0 */
    int64_t *row_sum;    /* owned: rows, a_i */
    int64_t *column_sum; /* owned: columns, b_j */
    int64_t n;           /* objects counted, at most 2^53 */
    int64_t left_out;    /* objects left out since a label is missing */
} ce_contingency;

/*
 * Counts. first, second: n labels 0 .. first_k-1 (second_k-1) or CE_MISSING. weight: n whole
 * numbers > 0, the objects behind each row (microclusters), or NULL (all 1). O(n + first_k +
 * second_k) time and memory. 0, CE_ENOMEM, or CE_EINPUT when the weights sum to more than 2^53.
 * Empty after a failure.
 */
int ce_contingency_build(ce_contingency *table, const int32_t *first, int32_t first_k,
                         const int32_t *second, int32_t second_k, const double *weight, size_t n,
                         ce_error *err);

/* The same of columns p and q of one ensemble. */
int ce_contingency_of_columns(ce_contingency *table, const ce_labels *labels, size_t p, size_t q,
                              const double *weight, ce_error *err);

void ce_contingency_free(ce_contingency *table);

/* 0 when sizes (n whole numbers > 0, or NULL) sum to at most 2^53, so that every sum of counts is
 * exact; else CE_EINPUT. */
int ce_sizes_check(const double *size, size_t n, ce_error *err);

/* 1 when the two labellings are the same partition of the objects counted; also when there are
 * none. */
int ce_contingency_is_identity(const ce_contingency *table);

#endif
