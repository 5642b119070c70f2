#include "partition/graph/transfer_cut.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "linalg/linalg.h"
#include "partition/graph/column_products.h"
#include "partition/graph/laplacian.h"
#include "partition/graph/transfer_cut_internal.h"

enum {
    DENSE_ROWS = 1000,       /* of W: up to here LAPACK is as fast as ARPACK */
    BLOCK_ENTRIES = 1 << 18, /* of B at a time, so that they stay in the cache */
    BLOCK_ROWS = 512,        /* of B at a time, multiplied as a dense matrix */
    SPARSE_SHARE = 8,        /* below one entry in so many a block is sparse */
    THREAD_WORK = 1 << 20    /* products from which on threads are used */
};

typedef struct {
    ce_transfer_source source;
    ce_column_products columns;
} matrix_source;

static int matrix_lift(ce_transfer_source *s, const ce_matrix *v, ce_matrix *f, ce_error *err)
{
    const matrix_source *m = (const matrix_source *)s;
    size_t k = v->columns;

    (void)err;
#pragma omp parallel for schedule(static) if (ce_biadjacency_entries(m->columns.b) * k >= \
                                              THREAD_WORK)
    for (size_t i = 0; i < s->rows; i++) {
        double *row = f->values + i * k;
        const double *values;
        const int32_t *column;
        size_t count = ce_biadjacency_row(m->columns.b, i, &values, &column);
        memset(row, 0, k * sizeof *row);
        for (size_t e = 0; e < count && m->columns.degree[i] > 0; e++) {
            const double *to = v->values + (column ? (size_t)column[e] : e) * k;
            double share = values[e] * m->columns.unit / m->columns.degree[i];
            for (size_t c = 0; c < k; c++)
                row[c] += share * to[c];
        }
    }
    return CE_OK;
}

static int matrix_init(matrix_source *m, const ce_biadjacency *b, const double *weight,
                       ce_error *err)
{
    m->source = (ce_transfer_source){b->rows, b->columns, weight, matrix_lift};
    return ce_column_products_init(&m->columns, b, weight, err);
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
        size_t count = ce_biadjacency_row(m->columns.b, first + i, &values, &column);
        for (size_t e = 0; e < count; e++) {
            size_t j = column ? (size_t)column[e] : e;
            a->left[j * rows + i] = ce_column_share(&m->columns, first + i, values[e]);
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
    const ce_biadjacency *b = m->columns.b;

    for (size_t t = a->start[j]; t < a->start[j + 1]; t++) {
        size_t end = b->row_start[a->row[t] + 1];
        double share = ce_column_share(&m->columns, a->row[t], b->values[a->entry[t]]);
        for (size_t e = a->entry[t]; e < end; e++)
            row[b->column[e]] += share * b->values[e];
    }
}

/* Rows first .. last-1 as a sparse matrix. Their entries are sorted by columns. Then one row of W
 * at a time is filled, which stays in the cache. */
static int add_sparse(const matrix_source *m, accumulator *a, size_t first, size_t last,
                      ce_error *err)
{
    const ce_biadjacency *b = m->columns.b;
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
#pragma omp parallel for schedule(dynamic, 16) if (ce_biadjacency_entries(b) >= THREAD_WORK)
    for (size_t j = 0; j < c; j++)
        add_to_row(m, a, j, a->w->values + ce_packed_index(c, j, j) - j);
    return CE_OK;
}

/* W = B^T D_x^-1 B unit, packed. Blocks of rows are added in order. */
static int form_w(const matrix_source *m, ce_similarity *w, ce_error *err)
{
    const ce_biadjacency *b = m->columns.b;
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

/* The graph of the columns. w: W where it is formed; it must outlive the search of eigenvectors. */
static int build_graph(matrix_source *m, int by_products, ce_similarity *w, ce_laplacian *graph,
                       ce_error *err)
{
    int rc;

    if (by_products)
        return ce_laplacian_build_operator(graph, m->source.columns, ce_column_product, &m->columns,
                                           err);
    rc = form_w(m, w, err);
    return rc ? rc : ce_laplacian_build(graph, w, NULL, 1, err);
}

int ce_transfer_cut(const ce_biadjacency *b, const double *weight,
                    const ce_transfer_options *options, ce_partition *partition, ce_error *err)
{
    matrix_source m = {0};
    ce_similarity w = {0};
    ce_spectrum own = {0}, *spectrum = options->spectrum ? options->spectrum : &own;
    int by_products =
        ce_column_products_are_cheaper(b->rows, b->columns, ce_biadjacency_entries(b));
    int rc = matrix_init(&m, b, weight, err);

    if (!rc)
        rc = ce_transfer_check(&m.source, options, err);
    if (!rc && spectrum->kept < options->k)
        rc = build_graph(&m, by_products, &w, &spectrum->graph, err);
    if (!rc)
        rc = ce_transfer_labels(&m.source, spectrum, options,
                                by_products ? CE_TRANSFER_DENSE_OPERATOR : DENSE_ROWS, partition,
                                err);
    ce_column_products_free(&m.columns);
    ce_similarity_free(&w);
    ce_spectrum_free(&own);
    if (rc)
        ce_partition_free(partition);
    return rc;
}
