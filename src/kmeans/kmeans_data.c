#include <limits.h>
#include <stdlib.h>

#include "core/exact_sum.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_internal.h"

static const uint64_t ODD = UINT64_C(0x9e3779b97f4a7c15);

/* A small number has all its information in the upper bits of a double. A multiplication never
 * brings them down, so they are shifted. */
static inline uint64_t stir(uint64_t hash, double value)
{
    uint64_t bits;

    value += 0.0; /* -0 and 0 are equal */
    memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * ODD;
    return hash ^ hash >> 32;
}

/* Four chains next to each other, since each multiplication waits for the one before. */
static uint64_t hash_row(const double *row, size_t d)
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

    while (s < d && a[s] == b[s])
        s++;
    return s == d;
}

/* The number of the lowest bit of x, or `least` if that is lower or x is 0. */
static inline int lower_bit(double x, int least)
{
    uint64_t magnitude;
    int place, negative;

    if (x == 0)
        return least;
    ce_exact_take_apart(x, &magnitude, &place, &negative);
    place += __builtin_ctzll(magnitude);
    return place < least ? place : least;
}

/* Sets hash: n, and made->low_bit. Returns the largest absolute value, or NaN when a value is NaN
 * or too large. */
static double hash_rows(ce_kmeans_data *made, uint64_t *hash)
{
    double largest = 0;
    size_t d = made->d;
    int bad = 0, low = INT_MAX;

#pragma omp parallel for schedule(static) reduction(max : largest) reduction(| : bad) \
    reduction(min : low)
    for (size_t i = 0; i < made->n; i++) {
        const double *row = made->values + i * d;
        for (size_t s = 0; s < d; s++) {
            double size = fabs(row[s]);
            bad |= !(size <= CE_LARGEST);
            largest = size > largest ? size : largest;
            low = lower_bit(row[s], low);
        }
        hash[i] = hash_row(row, d);
    }
    made->low_bit = low == INT_MAX ? 0 : low;
    return bad ? NAN : largest;
}

/* Numbers the distinct rows by first appearance: of, first and count. Open addressing. A slot holds
 * the number and the upper half of the hash, so rows are compared only when they are almost
 * certainly equal. */
static int number_rows(ce_kmeans_data *data, const uint64_t *hash, ce_error *err)
{
    size_t slots = 64, n = data->n;
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
               (table[h].tag != tag || !equal_rows(ce_kmeans_row(data, (size_t)table[h].number - 1),
                                                   data->values + i * data->d, data->d)))
            h = (h + 1) & (slots - 1);
        if (!table[h].number) {
            data->first[data->count++] = (int32_t)i;
            table[h] = (struct slot){tag, (int32_t)data->count};
        }
        data->of[i] = table[h].number - 1;
    }
    free(table);
    return CE_OK;
}

static int weigh(ce_kmeans_data *data, const double *weight, ce_error *err)
{
    if (!weight && data->count == data->n)
        return CE_OK;
    data->weight = ce_calloc(data->count, sizeof *data->weight, err);
    if (!data->weight)
        return CE_ENOMEM;
    for (size_t i = 0; i < data->n; i++)
        data->weight[data->of[i]] += weight ? weight[i] : 1;
    return CE_OK;
}

int ce_kmeans_prepare(ce_kmeans_data **data, const ce_matrix *x, const double *weight,
                      ce_error *err)
{
    ce_kmeans_data *made = ce_calloc(1, sizeof *made, err);
    uint64_t *hash = NULL;
    double largest;
    int rc = CE_ENOMEM;

    if (!made)
        return CE_ENOMEM;
    *made = (ce_kmeans_data){.values = x->values, .n = x->rows, .d = x->columns};
    if (x->rows == 0 || x->columns == 0 || x->rows > INT32_MAX) {
        rc = ce_fail(
            err, CE_EARG,
            "%zu objects with %zu features: at least one of each, and at most %d objects expected",
            x->rows, x->columns, INT32_MAX);
        goto done;
    }
    hash = ce_alloc(made->n, sizeof *hash, err);
    made->of = ce_alloc(made->n, sizeof *made->of, err);
    made->first = ce_alloc(made->n, sizeof *made->first, err);
    if (!hash || !made->of || !made->first)
        goto done;
    largest = hash_rows(made, hash);
    if (isnan(largest)) {
        rc = ce_fail(err, CE_EINPUT,
                     "a value that is no number or beyond %g: distances would have no squares",
                     CE_LARGEST);
        goto done;
    }
    made->largest = largest;
    rc = number_rows(made, hash, err);
    if (!rc)
        rc = weigh(made, weight, err);
    if (rc)
        goto done;
    if (made->count == made->n) {
        free(made->of);
        free(made->first);
        made->of = made->first = NULL;
    }
    rc = ce_kmeans_tree_build(&made->tree, made, err);
done:
    free(hash);
    if (rc)
        ce_kmeans_data_free(made);
    else
        *data = made;
    return rc;
}

int ce_kmeans_prepare_rows(ce_kmeans_data **data, const ce_matrix *x, ce_error *err)
{
    ce_kmeans_data *merged = NULL, *made;
    int rc = ce_kmeans_prepare(&merged, x, NULL, err);

    if (rc)
        return rc;
    if (!merged->of) {
        *data = merged;
        return CE_OK;
    }
    if (!(made = ce_calloc(1, sizeof *made, err))) {
        ce_kmeans_data_free(merged);
        return CE_ENOMEM;
    }
    *made = (ce_kmeans_data){.values = x->values,
                             .n = x->rows,
                             .d = x->columns,
                             .count = x->rows,
                             .largest = merged->largest,
                             .low_bit = merged->low_bit,
                             .merged = merged};
    *data = made;
    return CE_OK;
}

size_t ce_kmeans_distinct(const ce_kmeans_data *data)
{
    return data->merged ? data->merged->count : data->count;
}

void ce_kmeans_data_free(ce_kmeans_data *data)
{
    if (!data)
        return;
    ce_kmeans_data_free(data->merged);
    free(data->of);
    free(data->first);
    free(data->weight);
    ce_kmeans_tree_free(data->tree);
    free(data);
}
