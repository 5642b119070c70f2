#include "partition/graph/transfer_cut.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"
#include "partition/graph/laplacian.h"
#include "partition/graph/transfer_cut_internal.h"

enum {
    DENSE_ROWS = 1000,       /* of W: up to here LAPACK is as fast as ARPACK */
    PRODUCTS = 200,          /* about what ARPACK needs */
    LEAST_PRODUCTS = 2000,   /* up to so many columns W is always formed */
    BLOCK_ENTRIES = 1 << 18, /* of B at a time, so that they stay in the cache */
    BLOCK_ROWS = 512,        /* of B at a time, multiplied as a dense matrix */
    SPARSE_SHARE = 8,        /* below one entry in so many a block is sparse */
    BLOCKS = 16,             /* of rows in a product: fixed, so that threads do not change a sum */
    THREAD_WORK = 1 << 20    /* products from which on threads are used */
};

/* B is multiplied by 2^-e, so that its largest entry is about 1 and no sum overflows. */
typedef struct {
    ce_transfer_source source;
    const ce_biadjacency *b;
    double unit;    /* 2^-e */
    double *degree; /* rows: sum of B_ij unit, 0 for a row of zeros */
    double *part;   /* BLOCKS x columns: room for products */
} matrix_source;

static size_t entries_of(const ce_biadjacency *b)
{
    return b->row_start ? b->row_start[b->rows] : b->rows * b->columns;
}

/* Entries of row i: values and, when sparse, their columns (else NULL). */
static size_t row_of(const ce_biadjacency *b, size_t i, const double **values,
                     const int32_t **column)
{
    size_t start = b->row_start ? b->row_start[i] : i * b->columns;

    *values = b->values + start;
    *column = b->row_start ? b->column + start : NULL;
    return b->row_start ? b->row_start[i + 1] - start : b->columns;
}

static int scan_entries(const ce_biadjacency *b, double *largest, ce_error *err)
{
    const double *values;
    const int32_t *column;

    *largest = 0;
    for (size_t i = 0; i < b->rows; i++)
        for (size_t e = 0, count = row_of(b, i, &values, &column); e < count; e++) {
            if (!(values[e] >= 0 && values[e] <= DBL_MAX))
                return ce_fail(err, CE_EINPUT,
                               "row %zu, column %zu: %g, a number of 0 or more expected", i + 1,
                               (column ? (size_t)column[e] : e) + 1, values[e]);
            *largest = values[e] > *largest ? values[e] : *largest;
        }
    return CE_OK;
}

static int matrix_lift(ce_transfer_source *s, const ce_matrix *v, ce_matrix *f, ce_error *err)
{
    const matrix_source *m = (const matrix_source *)s;
    size_t k = v->columns;

    (void)err;
#pragma omp parallel for schedule(static) if (entries_of(m->b) * k >= THREAD_WORK)
    for (size_t i = 0; i < s->rows; i++) {
        double *row = f->values + i * k;
        const double *values;
        const int32_t *column;
        size_t count = row_of(m->b, i, &values, &column);
        memset(row, 0, k * sizeof *row);
        for (size_t e = 0; e < count && m->degree[i] > 0; e++) {
            const double *to = v->values + (column ? (size_t)column[e] : e) * k;
            double share = values[e] * m->unit / m->degree[i];
            for (size_t c = 0; c < k; c++)
                row[c] += share * to[c];
        }
    }
    return CE_OK;
}

static int matrix_init(matrix_source *m, const ce_biadjacency *b, const double *weight,
                       ce_error *err)
{
    double largest;
    int exponent, rc = scan_entries(b, &largest, err);

    if (rc)
        return rc;
    *m = (matrix_source){.source = {b->rows, b->columns, weight, matrix_lift}, .b = b};
    frexp(largest, &exponent);
    m->unit = ldexp(1, -(exponent > -1000 ? exponent : -1000));
    m->degree = ce_alloc(b->rows, sizeof *m->degree, err);
    if (!m->degree)
        return CE_ENOMEM;
#pragma omp parallel for schedule(static) if (entries_of(b) >= THREAD_WORK)
    for (size_t i = 0; i < b->rows; i++) {
        const double *values;
        const int32_t *column;
        size_t count = row_of(b, i, &values, &column);
        m->degree[i] = 0;
        for (size_t e = 0; e < count; e++)
            m->degree[i] += values[e] * m->unit;
    }
    return CE_OK;
}

static void matrix_free(matrix_source *m)
{
    free(m->degree);
    free(m->part);
}

/* What entry B_ij adds to row j of W for each B_il, l >= j, without an overflow on the way. */
static double share_of(const matrix_source *m, size_t i, double value)
{
    return m->degree[i] > 0
               ? ce_transfer_weight(&m->source, i) * (value * m->unit / m->degree[i]) * m->unit
               : 0;
}

/* ---- W is formed ---- */

/* W, and room to add what a block of rows of B contributes. */
typedef struct {
    ce_similarity *w;

    /* of a sparse block: */
    size_t *start, *next; /* columns + 1 */
    size_t *row, *entry;  /* where each entry of the block is, by columns */

    /* of a dense block: */
    double *left;    /* columns x BLOCK_ROWS */
    double *right;   /* BLOCK_ROWS x columns */
    double *product; /* columns x columns */
} accumulator;

static void accumulator_free(accumulator *a)
{
    free(a->start);
    free(a->next);
    free(a->row);
    free(a->entry);
    free(a->left);
    free(a->right);
    free(a->product);
}

/* Rows first .. last-1 as a dense matrix. */
static int add_dense(const matrix_source *m, accumulator *a, size_t first, size_t last,
                     ce_error *err)
{
    size_t c = m->source.columns, rows = last - first;

    if (!a->product) {
        int rc = ce_memory_check(c, c, sizeof *a->product, "the product of columns by columns",
                                 "fewer columns", err);
        if (rc)
            return rc;
        a->left = ce_alloc(c * BLOCK_ROWS, sizeof *a->left, err);
        a->right = ce_alloc(c * BLOCK_ROWS, sizeof *a->right, err);
        a->product = ce_alloc(c * c, sizeof *a->product, err);
        if (!a->left || !a->right || !a->product)
            return CE_ENOMEM;
    }
    memset(a->left, 0, c * rows * sizeof *a->left);
    memset(a->right, 0, c * rows * sizeof *a->right);
    for (size_t i = 0; i < rows; i++) {
        const double *values;
        const int32_t *column;
        size_t count = row_of(m->b, first + i, &values, &column);
        for (size_t e = 0; e < count; e++) {
            size_t j = column ? (size_t)column[e] : e;
            a->left[j * rows + i] = share_of(m, first + i, values[e]);
            a->right[i * c + j] = values[e];
        }
    }
    ce_matrix_product(a->left, a->right, a->product, c, rows, c);
    for (size_t j = 0; j < c; j++) {
        double *row = a->w->values + ce_packed_index(c, j, j) - j;
        for (size_t l = j; l < c; l++)
            row[l] += a->product[j * c + l];
    }
    return CE_OK;
}

/* Adds to row j of W what the rows of the block with an entry in column j contribute, in order. */
CE_HOT static void add_to_row(const matrix_source *m, const accumulator *a, size_t j, double *row)
{
    const ce_biadjacency *b = m->b;

    for (size_t t = a->start[j]; t < a->start[j + 1]; t++) {
        size_t end = b->row_start[a->row[t] + 1];
        double share = share_of(m, a->row[t], b->values[a->entry[t]]);
        for (size_t e = a->entry[t]; e < end; e++)
            row[b->column[e]] += share * b->values[e];
    }
}

/* Rows first .. last-1 as a sparse matrix. Their entries are sorted by columns. Then one row of W
 * at a time is filled, which stays in the cache. */
static int add_sparse(const matrix_source *m, accumulator *a, size_t first, size_t last,
                      ce_error *err)
{
    const ce_biadjacency *b = m->b;
    size_t c = b->columns, most = BLOCK_ENTRIES + c;

    if (!a->start) {
        a->start = ce_alloc(c + 1, sizeof *a->start, err);
        a->next = ce_alloc(c + 1, sizeof *a->next, err);
        a->row = ce_alloc(most, sizeof *a->row, err);
        a->entry = ce_alloc(most, sizeof *a->entry, err);
        if (!a->start || !a->next || !a->row || !a->entry)
            return CE_ENOMEM;
    }
    memset(a->start, 0, (c + 1) * sizeof *a->start);
    for (size_t e = b->row_start[first]; e < b->row_start[last]; e++)
        a->start[b->column[e] + 1]++;
    for (size_t j = 0; j < c; j++)
        a->start[j + 1] += a->start[j];
    memcpy(a->next, a->start, (c + 1) * sizeof *a->next);
    for (size_t i = first; i < last; i++)
        for (size_t e = b->row_start[i]; e < b->row_start[i + 1]; e++) {
            size_t t = a->next[b->column[e]]++;
            a->row[t] = i;
            a->entry[t] = e;
        }
#pragma omp parallel for schedule(dynamic, 16) if (entries_of(b) >= THREAD_WORK)
    for (size_t j = 0; j < c; j++)
        add_to_row(m, a, j, a->w->values + ce_packed_index(c, j, j) - j);
    return CE_OK;
}

/* W = B^T D_x^-1 B unit, packed. Blocks of rows are added in order. */
static int form_w(const matrix_source *m, ce_similarity *w, ce_error *err)
{
    const ce_biadjacency *b = m->b;
    accumulator a = {.w = w};
    int rc = ce_similarity_alloc_dense(w, b->columns, "the matrix of columns by columns",
                                       "fewer columns", err);

    for (size_t first = 0, last; first < b->rows && b->columns && !rc; first = last) {
        size_t entries = 0;
        for (last = first; last < b->rows && entries < BLOCK_ENTRIES && last - first < BLOCK_ROWS;
             last++)
            entries += b->row_start ? b->row_start[last + 1] - b->row_start[last] : b->columns;
        if (entries >= (last - first) * b->columns / SPARSE_SHARE) {
            rc = add_dense(m, &a, first, last, err);
            continue;
        }
        for (; last < b->rows && entries < BLOCK_ENTRIES; last++)
            entries += b->row_start[last + 1] - b->row_start[last];
        rc = add_sparse(m, &a, first, last, err);
    }
    accumulator_free(&a);
    return rc;
}

/* ---- the cut ---- */

/* y = B^T D_x^-1 B unit x. */
static void matrix_product(void *state, const double *x, double *y)
{
    matrix_source *m = state;
    size_t c = m->source.columns, n = m->source.rows;

#pragma omp parallel for schedule(dynamic)
    for (size_t t = 0; t < BLOCKS; t++) {
        double *part = m->part + t * c;
        memset(part, 0, c * sizeof *part);
        for (size_t i = n / BLOCKS * t + n % BLOCKS * t / BLOCKS;
             i < n / BLOCKS * (t + 1) + n % BLOCKS * (t + 1) / BLOCKS; i++) {
            const double *values;
            const int32_t *column;
            size_t count = row_of(m->b, i, &values, &column);
            double sum = 0;
            for (size_t e = 0; e < count; e++)
                sum += values[e] * x[column ? (size_t)column[e] : e];
            sum = share_of(m, i, sum);
            for (size_t e = 0; e < count; e++)
                part[column ? (size_t)column[e] : e] += values[e] * sum;
        }
    }
    for (size_t j = 0; j < c; j++) {
        y[j] = 0;
        for (size_t t = 0; t < BLOCKS; t++)
            y[j] += m->part[t * c + j];
    }
}

/* Forming W costs about entries x entries a row / 2, and each product with it columns^2 / 2.
 * Without W a product costs 2 x entries. */
static int products_are_cheaper(const ce_biadjacency *b)
{
    double columns = (double)b->columns, rows = (double)b->rows;
    double entries = (double)entries_of(b);

    return columns > LEAST_PRODUCTS &&
           2.0 * PRODUCTS * entries <
               entries * entries / rows / 2 + PRODUCTS * columns * columns / 2;
}

int ce_transfer_cut(const ce_biadjacency *b, const double *weight,
                    const ce_transfer_options *options, ce_partition *partition, ce_error *err)
{
    matrix_source m = {0};
    ce_similarity w = {0};
    ce_laplacian l = {0};
    int rc = matrix_init(&m, b, weight, err), operator_form = !rc && products_are_cheaper(b);

    if (!rc)
        rc = ce_transfer_check(&m.source, options, err);
    if (!rc && operator_form) {
        m.part = ce_alloc(BLOCKS * b->columns, sizeof *m.part, err);
        rc = m.part ? ce_laplacian_build_operator(&l, b->columns, matrix_product, &m, err)
                    : CE_ENOMEM;
    } else if (!rc) {
        rc = form_w(&m, &w, err);
        if (!rc)
            rc = ce_laplacian_build(&l, &w, NULL, 1, err);
    }
    if (!rc)
        rc = ce_transfer_labels(&m.source, &l, options,
                                operator_form ? CE_TRANSFER_DENSE_OPERATOR : DENSE_ROWS, partition,
                                err);
    matrix_free(&m);
    ce_similarity_free(&w);
    ce_laplacian_free(&l);
    if (rc)
        ce_partition_free(partition);
    return rc;
}
