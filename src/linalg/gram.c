#include "linalg/gram.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"

/* Tells blas_buffers.c that this program uses BLAS. Each file that calls it has this one symbol. */
extern const char ce_linalg_uses_blas;
__attribute__((weak)) const char ce_linalg_uses_blas = 1;

enum {
    BLOCK = 1024, /* rows in a product */
    TILE = 32     /* rows of the result in a task */
};

static int add_row_by_row(const ce_row_source *source, const double *weight, ce_similarity *gram,
                          ce_error *err)
{
    size_t *column = ce_alloc(source->longest, sizeof *column, err);
    double *value = ce_alloc(source->longest, sizeof *value, err);
    int rc = column && value ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < source->rows && !rc; i++) {
        size_t count = ce_row_source_row(source, i, column, value);
        for (size_t a = 0; a < count; a++) {
            double *row = gram->values + ce_packed_index(gram->n, column[a], column[a]) - column[a],
                   share = weight[i] * value[a];
            for (size_t b = a; b < count; b++)
                row[column[b]] += share * value[b];
        }
    }
    free(column);
    free(value);
    return rc;
}

/* Unpacks rows first .. first + rows - 1: into x as they are, into weighted times their weights.
 * Both are rows x columns. column, value: room for the longest row, for each thread. */
static void unpack(const ce_row_source *source, const double *weight, size_t first, size_t rows,
                   double *x, double *weighted, size_t *column, double *value)
{
    size_t d = source->columns;

#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < rows; i++) {
        size_t *c = column + (size_t)ce_thread() * source->longest, count;
        double *v = value + (size_t)ce_thread() * source->longest;
        memset(x + i * d, 0, d * sizeof *x);
        memset(weighted + i * d, 0, d * sizeof *weighted);
        count = ce_row_source_row(source, first + i, c, v);
        for (size_t e = 0; e < count; e++) {
            x[i * d + c[e]] = v[e];
            weighted[i * d + c[e]] = weight[first + i] * v[e];
        }
    }
}

static int add_by_blocks(const ce_row_source *source, const double *weight, ce_similarity *gram,
                         ce_error *err)
{
    size_t d = source->columns, threads = (size_t)ce_threads(), room = threads * source->longest;
    size_t block = source->rows < BLOCK ? source->rows : BLOCK;
    double *x = ce_alloc(block, d * sizeof *x, err),
           *weighted = ce_alloc(block, d * sizeof *weighted, err);
    double *sum = ce_calloc(d, d * sizeof *sum, err), *value = ce_alloc(room, sizeof *value, err);
    size_t *column = ce_alloc(room, sizeof *column, err);
    ptrdiff_t tiles = (ptrdiff_t)((d + TILE - 1) / TILE);
    int rc = x && weighted && sum && value && column ? CE_OK : CE_ENOMEM, order = (int)d;

    for (size_t first = 0; first < source->rows && !rc; first += block) {
        size_t rows = source->rows - first < block ? source->rows - first : block;
        unpack(source, weight, first, rows, x, weighted, column, value);
        /* the upper triangle, tile row by tile row */
#pragma omp parallel for schedule(dynamic)
        for (ptrdiff_t tile = 0; tile < tiles; tile++) {
            size_t a = (size_t)tile * TILE, height = d - a < TILE ? d - a : TILE;
            cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, (int)height, (int)(d - a),
                        (int)rows, 1, x + a, order, weighted + a, order, 1, sum + a * d + a, order);
        }
    }
    for (size_t a = 0; a < d && !rc; a++)
        for (size_t b = a; b < d; b++)
            gram->values[ce_packed_index(d, a, b)] += sum[a * d + b];
    free(x);
    free(weighted);
    free(sum);
    free(value);
    free(column);
    return rc;
}

int ce_gram_add(const ce_row_source *source, const double *weight, ce_similarity *gram,
                ce_error *err)
{
    const double *w = weight ? weight : source->size;

    if (source->entries > source->rows * source->columns / 2)
        return add_by_blocks(source, w, gram, err);
    return add_row_by_row(source, w, gram, err);
}

/* sum += x row. */
CE_HOT static void add_row(const double *restrict row, double x, double *restrict sum, size_t width)
{
    for (size_t j = 0; j < width; j++)
        sum[j] += x * row[j];
}

int ce_row_product(const ce_row_source *source, const double *b, size_t width, double *product,
                   ce_error *err)
{
    size_t room = (size_t)ce_threads() * source->longest;
    size_t *column = ce_alloc(room, sizeof *column, err);
    double *value = ce_alloc(room, sizeof *value, err);
    int rc = column && value ? CE_OK : CE_ENOMEM;

    if (!rc) {
#pragma omp parallel for schedule(static)
        for (size_t i = 0; i < source->rows; i++) {
            size_t *c = column + (size_t)ce_thread() * source->longest;
            double *v = value + (size_t)ce_thread() * source->longest, *row = product + i * width;
            size_t count = ce_row_source_row(source, i, c, v);
            memset(row, 0, width * sizeof *row);
            for (size_t e = 0; e < count; e++)
                add_row(b + c[e] * width, v[e], row, width);
        }
    }
    free(column);
    free(value);
    return rc;
}
