#include <limits.h>
#include <stdlib.h>

#include "core/distinct_rows.h"
#include "core/exact_sum.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "kmeans/kmeans_internal.h"

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

#pragma omp parallel for schedule(static) reduction(max \
                                                    : largest) reduction(| \
                                                                         : bad) reduction(min \
                                                                                          : low)
    for (size_t i = 0; i < made->n; i++) {
        const double *row = made->values + i * d;
        for (size_t s = 0; s < d; s++) {
            double size = fabs(row[s]);
            bad |= !(size <= CE_LARGEST);
            largest = size > largest ? size : largest;
            low = lower_bit(row[s], low);
        }
        hash[i] = ce_row_hash(row, d);
    }
    made->low_bit = low == INT_MAX ? 0 : low;
    return bad ? NAN : largest;
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
    rc = ce_distinct_rows(made->values, made->n, made->d, hash, made->of, made->first, &made->count,
                          err);
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

void ce_kmeans_lend_sketches(ce_kmeans_data *data, const ce_sketch *axes, const float *row,
                             double scale)
{
    data->axes = axes;
    data->sketch = row;
    data->sketch_scale = scale;
}

int ce_kmeans_part(ce_kmeans_data **part, const ce_kmeans_data *whole, const size_t *chosen,
                   size_t count, ce_error *err)
{
    ce_kmeans_data *made;
    int rc = CE_OK;

    *part = NULL;
    if (whole->of || whole->weight || whole->merged)
        return CE_OK;
    made = ce_calloc(1, sizeof *made, err);
    if (!made)
        return CE_ENOMEM;
    *made = *whole;
    made->tree = NULL;
    made->n = made->count = count;
    if (chosen)
        made->first = ce_alloc(count, sizeof *made->first, err);
    rc = chosen && !made->first ? CE_ENOMEM : CE_OK;
    for (size_t i = 0; chosen && !rc && i < count; i++)
        made->first[i] = (int32_t)chosen[i];
    if (!rc)
        rc = ce_kmeans_tree_build(&made->tree, made, err);
    if (rc)
        ce_kmeans_data_free(made);
    else
        *part = made;
    return rc;
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
