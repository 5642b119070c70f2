/*
 * biadjacency.h: a non-negative matrix between two kinds of things: objects and clusters, as a
 * rule.
 */
#ifndef CE_CORE_BIADJACENCY_H
#define CE_CORE_BIADJACENCY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/*
 * Dense (row_start NULL): entry (i, j) at values[i * columns + j]. Sparse: compressed rows,
 * values[row_start[i] .. row_start[i+1]-1] with columns ascending in column[], absent entries 0.
 * Zero-initialise before use.
 */
typedef struct {
    size_t rows, columns;
    double *values;    /* owned; finite, >= 0 */
    size_t *row_start; /* owned; rows + 1; NULL when dense */
    int32_t *column;   /* owned; NULL when dense */
} ce_biadjacency;

/* Zeros, after asking whether they fit; `what` and `instead` go into the refusal (ce_memory_check).
 */
int ce_biadjacency_alloc_dense(ce_biadjacency *b, size_t rows, size_t columns, const char *what,
                               const char *instead, ce_error *err);

/* Room for `entries` stored entries (uninitialised; row_start[0] = 0). */
int ce_biadjacency_alloc_sparse(ce_biadjacency *b, size_t rows, size_t columns, size_t entries,
                                ce_error *err);

void ce_biadjacency_free(ce_biadjacency *b);

#endif
