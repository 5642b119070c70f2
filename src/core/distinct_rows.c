#include "core/distinct_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static const uint64_t ODD = UINT64_C(0x9e3779b97f4a7c15);

/* A small number has all its information in the upper bits of a double. A multiplication never
 * brings them down, so they are shifted. */
static inline uint64_t stir(uint64_t hash, double value)
{
    uint64_t bits;

    value = isnan(value) ? (double)NAN : value + 0.0; /* -0 and 0 are equal */
    memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * ODD;
    return hash ^ hash >> 32;
}

/* Four chains next to each other, since each multiplication waits for the one before. */
uint64_t ce_row_hash(const double *row, size_t d)
{
    uint64_t h[4] = {1, 2, 3, 4};
    size_t s = 0;

    for (; s + 4 <= d; s += 4)
        for (int l = 0; l < 4; l++)
            h[l] = stir(h[l], row[s + (size_t)l]);
    for (; s < d; s++)
        h[s % 4] = stir(h[s % 4], row[s]);
    h[0] = (h[0] ^ (h[1] << 1 | h[1] >> 63)) * ODD;
    h[2] = (h[2] ^ (h[3] << 1 | h[3] >> 63)) * ODD;
    return (h[0] ^ h[0] >> 31) + (h[2] ^ h[2] >> 29) * ODD;
}

static int equal_rows(const double *a, const double *b, size_t d)
{
    size_t s = 0;

    while (s < d && (a[s] == b[s] || (isnan(a[s]) && isnan(b[s]))))
        s++;
    return s == d;
}

/* Open addressing. A slot holds the number and the upper half of the hash, so rows are compared
 * only when they are almost certainly equal. */
int ce_distinct_rows(const double *values, size_t n, size_t d, const uint64_t *hash, int32_t *of,
                     int32_t *first, size_t *count, ce_error *err)
{
    size_t slots = 64, found = 0;
    struct slot {
        uint32_t tag;
        int32_t number; /* + 1; 0: free */
    } * table;

    while (slots < 2 * n)
        slots *= 2;
    table = ce_calloc(slots, sizeof *table, err);
    if (!table)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        uint32_t tag = (uint32_t)(hash[i] >> 32);
        size_t h = (size_t)(hash[i] * ODD >> 7) & (slots - 1);
        while (table[h].number &&
               (table[h].tag != tag ||
                !equal_rows(values + (size_t)first[table[h].number - 1] * d, values + i * d, d)))
            h = (h + 1) & (slots - 1);
        if (!table[h].number) {
            first[found++] = (int32_t)i;
            table[h] = (struct slot){tag, (int32_t)found};
        }
        of[i] = table[h].number - 1;
    }
    free(table);
    *count = found;
    return CE_OK;
}

static int parts_equal(const int32_t *label, size_t n, const int32_t *of, const int32_t *first)
{
    for (size_t i = 0; i < n; i++)
        if (label[i] != label[first[of[i]]])
            return 1;
    return 0;
}

int ce_distinct_rows_parted(const ce_matrix *x, const ce_labels *labels, size_t *distinct,
                            size_t *parted, ce_error *err)
{
    size_t n = x->rows, d = x->columns;
    uint64_t *hash = ce_alloc(n, sizeof *hash, err);
    int32_t *of = ce_alloc(n, sizeof *of, err);
    int32_t *first = ce_alloc(n, sizeof *first, err);
    int rc = hash && of && first ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < n && !rc; i++)
        hash[i] = ce_row_hash(x->values + i * d, d);
    if (!rc)
        rc = ce_distinct_rows(x->values, n, d, hash, of, first, distinct, err);
    *parted = 0;
    for (size_t q = 0; q < labels->m && !rc && *distinct < n; q++)
        *parted += (size_t)parts_equal(ce_labels_column(labels, q), n, of, first);
    free(hash);
    free(of);
    free(first);
    return rc;
}
