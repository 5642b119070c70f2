#include "core/similarity.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

int ce_similarity_alloc_dense(ce_similarity *s, size_t n, const char *what, const char *instead,
                              ce_error *err)
{
    int rc;

    ce_similarity_free(s);
    /* the message speaks of n x n entries, of which half are stored: 4 bytes for each (the diagonal
     * does not matter) */
    if ((rc = ce_memory_check(n, n, sizeof *s->values / 2, what, instead, err)))
        return rc;
    s->values = ce_calloc(n * (n + 1) / 2, sizeof *s->values, err);
    if (!s->values)
        return CE_ENOMEM;
    s->n = n;
    return CE_OK;
}

int ce_similarity_alloc_sparse(ce_similarity *s, size_t n, size_t entries, ce_error *err)
{
    ce_similarity_free(s);
    s->values = ce_alloc(entries, sizeof *s->values, err);
    s->column = ce_alloc(entries, sizeof *s->column, err);
    s->row_start = ce_calloc(n + 1, sizeof *s->row_start, err);
    if (!s->values || !s->column || !s->row_start) {
        ce_similarity_free(s);
        return CE_ENOMEM;
    }
    s->n = n;
    return CE_OK;
}

size_t ce_similarity_nonzero(const ce_similarity *dense)
{
    size_t entries = 0;

    for (size_t i = 0, at = 0; i < dense->n; i++)
        for (size_t j = i; j < dense->n; j++, at++)
            if (dense->values[at] != 0)
                entries += i == j ? 1 : 2;
    return entries;
}

/* Where the next entry of each row goes is next[row]. */
static void put(ce_similarity *s, size_t *next, size_t row, size_t column, double value)
{
    s->column[next[row]] = (int32_t)column;
    s->values[next[row]++] = value;
}

int ce_similarity_sparse_of(ce_similarity *sparse, const ce_similarity *dense, ce_error *err)
{
    size_t n = dense->n, entries = 0, *next = ce_calloc(n, sizeof *next, err);
    int rc;

    if (!next)
        return CE_ENOMEM;
    for (size_t i = 0, at = 0; i < n; i++)
        for (size_t j = i; j < n; j++, at++)
            if (dense->values[at] != 0) {
                next[i]++;
                next[j] += i != j;
            }
    for (size_t i = 0; i < n; i++)
        entries += next[i];
    rc = ce_similarity_alloc_sparse(sparse, n, entries, err);
    for (size_t i = 0; i < n && !rc; i++) {
        sparse->row_start[i + 1] = sparse->row_start[i] + next[i];
        next[i] = sparse->row_start[i];
    }
    for (size_t i = 0, at = 0; i < n && !rc; i++)
        for (size_t j = i; j < n; j++, at++)
            if (dense->values[at] != 0) {
                put(sparse, next, i, j, dense->values[at]);
                if (i != j)
                    put(sparse, next, j, i, dense->values[at]);
            }
    free(next);
    return rc;
}

void ce_similarity_free(ce_similarity *s)
{
    if (!s)
        return;
    free(s->values);
    free(s->row_start);
    free(s->column);
    *s = (ce_similarity){0};
}

double ce_similarity_get(const ce_similarity *s, size_t i, size_t j)
{
    size_t low, high;

    if (!s->row_start)
        return ce_similarity_dense_get(s, i, j);
    low = s->row_start[i];
    high = s->row_start[i + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((size_t)s->column[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->row_start[i + 1] && (size_t)s->column[low] == j ? s->values[low] : 0;
}

int ce_similarity_has_zero_diagonal(const ce_similarity *s)
{
    if (s->row_start || s->n < 2)
        return 0;
    for (size_t i = 0; i < s->n; i++)
        if (s->values[ce_packed_index(s->n, i, i)] != 0)
            return 0;
    return 1;
}

int ce_similarity_has_top_diagonal(const ce_similarity *s)
{
    size_t entries = s->row_start ? s->row_start[s->n] : s->n * (s->n + 1) / 2;
    double least = INFINITY;

    for (size_t i = 0; i < s->n; i++)
        least = fmin(least, ce_similarity_get(s, i, i));
    if (s->n < 2 || !(least > 0))
        return 0;
    for (size_t e = 0; e < entries; e++)
        if (s->values[e] > least)
            return 0;
    return 1;
}

int ce_similarity_fail_empty(size_t n, const char *what, ce_error *err)
{
    return ce_fail(err, CE_EINPUT,
                   "no two of %zu objects have %s above 0: there is nothing to cluster by", n,
                   what);
}
