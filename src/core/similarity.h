/*
 * similarity.h: a symmetric matrix of similarities or distances between n objects or microclusters.
 *
 * After a failure the matrix is empty.
 */
#ifndef CE_CORE_SIMILARITY_H
#define CE_CORE_SIMILARITY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/*
 * Set to zero before use.
 *
 * Dense: the upper triangle with the diagonal, by rows, n (n+1) / 2 values. Entry (i, j), i <= j,
 * is values[ce_packed_index(n, i, j)]. Without the diagonal this is the order of SciPy's condensed
 * distances.
 *
 * Sparse (row_start not NULL): compressed rows of the full symmetric matrix. Row i is
 * values[row_start[i] .. row_start[i+1]-1], in the columns column[...], ascending. Both (i, j) and
 * (j, i) are stored. An absent entry is 0.
 */
typedef struct {
    size_t n;
    double *values;    /* owned */
    size_t *row_start; /* owned; n + 1; NULL when dense */
    int32_t *column;   /* owned; NULL when dense */
} ce_similarity;

static inline size_t ce_packed_index(size_t n, size_t i, size_t j)
{
    return i * (2 * n - i - 1) / 2 + j; /* i <= j */
}

static inline double ce_similarity_dense_get(const ce_similarity *s, size_t i, size_t j)
{
    return i <= j ? s->values[ce_packed_index(s->n, i, j)] : s->values[ce_packed_index(s->n, j, i)];
}

/* A dense matrix of zeros. Asks first whether they fit (ce_memory_check): `what` and `instead` go
 * into the message. 0 or CE_ENOMEM. */
int ce_similarity_alloc_dense(ce_similarity *s, size_t n, const char *what, const char *instead,
                              ce_error *err);

/* n rows with room for `entries` stored entries, uninitialised; row_start is all 0. 0 or
 * CE_ENOMEM. */
int ce_similarity_alloc_sparse(ce_similarity *s, size_t n, size_t entries, ce_error *err);

/* The entries of a dense matrix that are not 0, both (i, j) and (j, i). O(n^2). */
size_t ce_similarity_nonzero(const ce_similarity *dense);

/* Those entries as a sparse matrix. O(n^2). 0 or CE_ENOMEM. */
int ce_similarity_sparse_of(ce_similarity *sparse, const ce_similarity *dense, ce_error *err);

void ce_similarity_free(ce_similarity *s);

/* Fails since no two of n objects have what ('an affinity') above 0. Returns CE_EINPUT. */
int ce_similarity_fail_empty(size_t n, const char *what, ce_error *err);

/* Entry (i, j) of either form. O(1) dense, O(log entries of the row) sparse. */
double ce_similarity_get(const ce_similarity *s, size_t i, size_t j);

/* The diagonal tells distances from similarities: 1 where all of a dense matrix of more than one
 * object is 0 there; and where no entry is above the least on the diagonal, and that is above 0.
 * O(entries). */
int ce_similarity_has_zero_diagonal(const ce_similarity *s);
int ce_similarity_has_top_diagonal(const ce_similarity *s);

#endif
