/*
 * biadjacency.h: a non-negative matrix between two kinds of things, usually objects and clusters.
 *
 * After a failure the matrix is empty.
 */
#ifndef CE_CORE_BIADJACENCY_H
#define CE_CORE_BIADJACENCY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/*
 * Set to zero before use.
 *
 * Dense (row_start NULL): entry (i, j) is values[i * columns + j].
 *
 * Sparse: compressed rows. Row i is values[row_start[i] .. row_start[i+1]-1], in the columns
 * column[...], ascending. An absent entry is 0.
 */
typedef struct {
    size_t rows, columns;
    double *values;    /* owned; finite, >= 0 */
    size_t *row_start; /* owned; rows + 1; NULL when dense */
    int32_t *column;   /* owned; NULL when dense */
} ce_biadjacency;

/* A dense matrix of zeros. Asks first whether they fit (ce_memory_check): `what` and `instead` go
 * into the message. 0 or CE_ENOMEM. */
int ce_biadjacency_alloc_dense(ce_biadjacency *b, size_t rows, size_t columns, const char *what,
                               const char *instead, ce_error *err);

/* Room for `entries` stored entries, uninitialised; row_start is all 0. 0 or CE_ENOMEM. */
int ce_biadjacency_alloc_sparse(ce_biadjacency *b, size_t rows, size_t columns, size_t entries,
                                ce_error *err);

void ce_biadjacency_free(ce_biadjacency *b);

/* How many entries are stored. */
static inline size_t ce_biadjacency_entries(const ce_biadjacency *b)
{
    return b->row_start ? b->row_start[b->rows] : b->rows * b->columns;
}

/* Those of row i: values and, when sparse, their columns (else NULL). Returns their number. */
static inline size_t ce_biadjacency_row(const ce_biadjacency *b, size_t i, const double **values,
                                        const int32_t **column)
{
    size_t start = b->row_start ? b->row_start[i] : i * b->columns;

    *values = b->values + start;
    *column = b->row_start ? b->column + start : NULL;
    return b->row_start ? b->row_start[i + 1] - start : b->columns;
}

#endif
