#include "partition/graph/column_products.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum {
    PRODUCTS = 200,       /* about what ARPACK needs */
    LEAST_COLUMNS = 300,  /* up to so many LAPACK is as fast on W */
    BLOCKS = 16,          /* of rows in a product: fixed, so that threads do not change a sum */
    THREAD_WORK = 1 << 20 /* entries from which on threads are used */
};

static int scan_entries(const ce_biadjacency *b, double *largest, ce_error *err)
{
    const double *values;
    const int32_t *column;

    *largest = 0;
    for (size_t i = 0; i < b->rows; i++)
        for (size_t e = 0, count = ce_biadjacency_row(b, i, &values, &column); e < count; e++) {
            if (!(values[e] >= 0 && values[e] <= DBL_MAX))
                return ce_fail(err, CE_EINPUT,
                               "row %zu, column %zu: %g, a number of 0 or more expected", i + 1,
                               (column ? (size_t)column[e] : e) + 1, values[e]);
            *largest = values[e] > *largest ? values[e] : *largest;
        }
    return CE_OK;
}

int ce_column_products_init(ce_column_products *p, const ce_biadjacency *b, const double *weight,
                            ce_error *err)
{
    double largest;
    int exponent, rc = scan_entries(b, &largest, err);

    if (rc)
        return rc;
    *p = (ce_column_products){.b = b, .weight = weight};
    frexp(largest, &exponent);
    p->unit = ldexp(1, -(exponent > -1000 ? exponent : -1000));
    p->degree = ce_alloc(b->rows, sizeof *p->degree, err);
    p->part = ce_alloc(BLOCKS * b->columns, sizeof *p->part, err);
    if (!p->degree || !p->part)
        return CE_ENOMEM;
#pragma omp parallel for schedule(static) if (ce_biadjacency_entries(b) >= THREAD_WORK)
    for (size_t i = 0; i < b->rows; i++) {
        const double *values;
        const int32_t *column;
        size_t count = ce_biadjacency_row(b, i, &values, &column);
        p->degree[i] = 0;
        for (size_t e = 0; e < count; e++)
            p->degree[i] += values[e] * p->unit;
    }
    return CE_OK;
}

void ce_column_products_free(ce_column_products *p)
{
    free(p->degree);
    free(p->part);
    *p = (ce_column_products){0};
}

double ce_column_share(const ce_column_products *p, size_t i, double value)
{
    return p->degree[i] > 0
               ? (p->weight ? p->weight[i] : 1) * (value * p->unit / p->degree[i]) * p->unit
               : 0;
}

void ce_column_product(void *state, const double *x, double *y)
{
    const ce_column_products *p = state;
    size_t c = p->b->columns, n = p->b->rows;

#pragma omp parallel for schedule(dynamic)
    for (size_t t = 0; t < BLOCKS; t++) {
        double *part = p->part + t * c;
        memset(part, 0, c * sizeof *part);
        for (size_t i = n / BLOCKS * t + n % BLOCKS * t / BLOCKS;
             i < n / BLOCKS * (t + 1) + n % BLOCKS * (t + 1) / BLOCKS; i++) {
            const double *values;
            const int32_t *column;
            size_t count = ce_biadjacency_row(p->b, i, &values, &column);
            double sum = 0;
            for (size_t e = 0; e < count; e++)
                sum += values[e] * x[column ? (size_t)column[e] : e];
            sum = ce_column_share(p, i, sum);
            for (size_t e = 0; e < count; e++)
                part[column ? (size_t)column[e] : e] += values[e] * sum;
        }
    }
    for (size_t j = 0; j < c; j++) {
        y[j] = 0;
        for (size_t t = 0; t < BLOCKS; t++)
            y[j] += p->part[t * c + j];
    }
}

/* Forming W costs about entries x entries a row / 2, and each product with it columns^2 / 2.
 * Without W a product costs 2 x entries. */
int ce_column_products_are_cheaper(size_t rows, size_t columns, size_t entries)
{
    double n = (double)rows, c = (double)columns, all = (double)entries;

    return columns > LEAST_COLUMNS &&
           2.0 * PRODUCTS * all < all * all / n / 2 + PRODUCTS * c * c / 2;
}
