#include "core/membership_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/mix.h"

/* Equal rows have equal hashes: 0 and -0 count as one value, and so do all NaN. */
static uint64_t row_hash(const float *p, size_t columns)
{
    uint64_t hash = CE_MIX_STEP;

    for (size_t l = 0; l < columns; l++) {
        float value = p[l] + 0.0f;
        uint32_t bits = UINT32_MAX;
        if (!isnan(value))
            memcpy(&bits, &value, sizeof bits);
        hash = ce_mix(hash ^ bits) + CE_MIX_STEP;
    }
    return hash;
}

static int rows_equal(const float *a, const float *b, size_t columns)
{
    for (size_t l = 0; l < columns; l++)
        if (!(a[l] == b[l] || (isnan(a[l]) && isnan(b[l]))))
            return 0;
    return 1;
}

static int group_equal(ce_membership_rows *rows, const int32_t *row, ce_error *err)
{
    size_t n = rows->n, columns = rows->membership->columns, capacity = 16;
    const float *values = rows->membership->values;
    int32_t *slot;

    while (capacity < 2 * n)
        capacity *= 2;
    if (!(slot = ce_alloc(capacity, sizeof *slot, err)))
        return CE_ENOMEM;
    memset(slot, -1, capacity * sizeof *slot);
    for (size_t i = 0; i < n; i++) {
        size_t at = row ? (size_t)row[i] : i,
               h = (size_t)row_hash(values + at * columns, columns) & (capacity - 1);
        while (slot[h] >= 0 && !rows_equal(values + (size_t)rows->first[slot[h]] * columns,
                                           values + at * columns, columns))
            h = (h + 1) & (capacity - 1);
        if (slot[h] < 0) {
            slot[h] = (int32_t)rows->count;
            rows->first[rows->count++] = (int32_t)at;
        }
        rows->of[i] = slot[h];
    }
    free(slot);
    return CE_OK;
}

/* own: one per column of the table. It gets the rank in which the cluster appears in its
 * clustering, from 1; 0 for a cluster without a number. */
static void order_clusters(const ce_membership_rows *rows, int32_t *own)
{
    const ce_membership *membership = rows->membership;

    memset(own, 0, membership->columns * sizeof *own);
    for (size_t q = 0; q < membership->m; q++) {
        int32_t *order = own + membership->start[q], k = membership->k[q], next = 0;
        for (size_t g = 0; g < rows->count && k; g++) {
            const float *p = ce_membership_of(membership, (size_t)rows->first[g], q);
            int32_t best = 0;
            for (int32_t l = 1; l < k; l++)
                if (p[l] > p[best])
                    best = l;
            if (!isnan(p[0]) && !order[best])
                order[best] = ++next;
        }
        for (int32_t l = 0; l < k; l++)
            for (size_t g = 0; g < rows->count && !order[l]; g++)
                if (ce_membership_of(membership, (size_t)rows->first[g], q)[l] > 0)
                    order[l] = ++next;
    }
}

static int number_clusters(ce_membership_rows *rows, ce_error *err)
{
    const ce_membership *membership = rows->membership;
    int32_t *own = ce_alloc(membership->columns, sizeof *own, err);

    rows->column = ce_alloc(membership->columns, sizeof *rows->column, err);
    rows->clustering = ce_alloc(membership->columns, sizeof *rows->clustering, err);
    if (!own || !rows->column || !rows->clustering) {
        free(own);
        return CE_ENOMEM;
    }
    order_clusters(rows, own);
    for (size_t q = 0; q < membership->m; q++) {
        size_t used = 0;
        for (size_t l = membership->start[q]; l < membership->start[q + 1]; l++)
            if (own[l]) {
                rows->column[rows->columns + (size_t)own[l] - 1] = l;
                rows->clustering[rows->columns + (size_t)own[l] - 1] = q;
                used++;
            }
        rows->columns += used;
    }
    free(own);
    return CE_OK;
}

int ce_membership_rows_build(ce_membership_rows *rows, const ce_membership *membership,
                             const int32_t *row, size_t n, const double *weight, int trivial,
                             ce_error *err)
{
    int rc = CE_OK;

    ce_membership_rows_free(rows);
    rows->membership = membership;
    rows->n = n;
    rows->of = ce_alloc(n, sizeof *rows->of, err);
    rows->first = ce_alloc(n, sizeof *rows->first, err);
    rows->size = ce_calloc(n, sizeof *rows->size, err);
    if (!rows->of || !rows->first || !rows->size)
        rc = CE_ENOMEM;
    for (size_t i = 0; i < n && trivial && !rc; i++) {
        rows->of[i] = (int32_t)i;
        rows->first[i] = row ? row[i] : (int32_t)i;
        rows->count++;
    }
    if (!rc && !trivial)
        rc = group_equal(rows, row, err);
    for (size_t i = 0; i < n && !rc; i++)
        rows->size[rows->of[i]] += weight ? weight[i] : 1;
    if (!rc)
        rc = number_clusters(rows, err);
    if (rc)
        ce_membership_rows_free(rows);
    return rc;
}

void ce_membership_rows_free(ce_membership_rows *rows)
{
    free(rows->of);
    free(rows->first);
    free(rows->size);
    free(rows->column);
    free(rows->clustering);
    *rows = (ce_membership_rows){0};
}

int ce_membership_rows_compact(const ce_membership_rows *rows, ce_membership *compact,
                               ce_error *err)
{
    const ce_membership *from = rows->membership;
    int32_t *k = ce_calloc(from->m, sizeof *k, err);
    int rc = k ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < rows->columns && !rc; c++)
        k[rows->clustering[c]]++;
    for (size_t q = 0; q < from->m && !rc; q++)
        k[q] += k[q] == 0;
    if (!rc)
        rc = ce_membership_alloc(compact, rows->count, from->m, k, err);
    for (size_t g = 0; g < rows->count && !rc; g++) {
        const float *p = from->values + (size_t)rows->first[g] * from->columns;
        for (size_t q = 0, c = 0; q < from->m; q++) {
            float *to = ce_membership_of(compact, g, q);
            if (c == rows->columns || rows->clustering[c] != q)
                *to = NAN;
            for (; c < rows->columns && rows->clustering[c] == q; c++)
                *to++ = p[rows->column[c]];
        }
    }
    free(k);
    if (rc)
        ce_membership_free(compact);
    return rc;
}
