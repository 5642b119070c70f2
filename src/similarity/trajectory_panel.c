#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"
#include "similarity/trajectory_tail.h"

enum { LANES = 8, HEIGHT = 4, BLOCK = 128 };

/* AVX-512 computes tiles by vectors of LANES. */
typedef double wide __attribute__((vector_size(64), aligned(8), may_alias));

/* HEIGHT rows by two vectors of columns. The eight sums stay in registers. */
#define TILE(name, processors, vector) \
    processors static void name(const double *const a[HEIGHT], size_t depth, const double *b, \
                                double *const out[HEIGHT]) \
    { \
        vector s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0}, s20 = {0}, s21 = {0}, s30 = {0}, \
               s31 = {0}; \
\
        for (size_t k = 0; k < depth; k++) { \
            const vector *row = (const vector *)(b + k * CE_STRIP); \
            vector b0 = row[0], b1 = row[1]; \
            s00 += a[0][k] * b0; \
            s01 += a[0][k] * b1; \
            s10 += a[1][k] * b0; \
            s11 += a[1][k] * b1; \
            s20 += a[2][k] * b0; \
            s21 += a[2][k] * b1; \
            s30 += a[3][k] * b0; \
            s31 += a[3][k] * b1; \
        } \
        ((vector *)out[0])[0] += s00; \
        ((vector *)out[0])[1] += s01; \
        ((vector *)out[1])[0] += s10; \
        ((vector *)out[1])[1] += s11; \
        ((vector *)out[2])[0] += s20; \
        ((vector *)out[2])[1] += s21; \
        ((vector *)out[3])[0] += s30; \
        ((vector *)out[3])[1] += s31; \
    }
TILE(tile, CE_HOT_NARROW, ce_quad)
TILE(tile_wide, CE_HOT_WIDE, wide)

void ce_panel_product(const double *a, size_t ld, const int32_t *rows, size_t count, size_t depth,
                      const double *b, double *out, size_t ld_out)
{
    double spare[CE_STRIP] = {0};
    const size_t across = ce_is_wide() ? 2 * LANES : 2 * CE_QUAD;

    for (size_t r = 0; r < count; r += HEIGHT) {
        const double *from[HEIGHT];
        double *to[HEIGHT];
        for (size_t h = 0; h < HEIGHT; h++) {
            size_t i = r + h < count ? r + h : count - 1;
            i = rows ? (size_t)rows[i] : i;
            from[h] = a + i * ld;
            to[h] = r + h < count ? out + i * ld_out : spare;
        }
        for (size_t column = 0; column < CE_STRIP; column += across) {
            if (across == 2 * LANES)
                tile_wide(from, depth, b + column, to);
            else
                tile(from, depth, b + column, to);
            for (size_t h = 0; h < HEIGHT; h++)
                to[h] += across;
        }
    }
}

void ce_strips_project_out(const double *q, const double *transposed, size_t n, size_t strips,
                           double *strip, double *g)
{
    enum { SQUARE = CE_STRIP * CE_STRIP };

    for (int again = 0; again < 2; again++) {
#pragma omp parallel
        {
#pragma omp for schedule(dynamic, 1)
            for (size_t s = 0; s < strips; s++) {
                memset(g + s * SQUARE, 0, SQUARE * sizeof *g);
                ce_panel_product(transposed + s * CE_STRIP * n, n, NULL, CE_STRIP, n, strip,
                                 g + s * SQUARE, CE_STRIP);
                for (size_t e = 0; e < SQUARE; e++)
                    g[s * SQUARE + e] = -g[s * SQUARE + e];
            }
#pragma omp for schedule(dynamic, 1)
            for (size_t i = 0; i < n; i += BLOCK)
                for (size_t s = 0; s < strips; s++)
                    ce_panel_product(q + (s * n + i) * CE_STRIP, CE_STRIP, NULL,
                                     n - i < BLOCK ? n - i : BLOCK, CE_STRIP, g + s * SQUARE,
                                     strip + i * CE_STRIP, CE_STRIP);
        }
    }
}

static void transpose(const double *strip, size_t n, double *rows)
{
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < CE_STRIP; c++)
            rows[c * n + i] = strip[i * CE_STRIP + c];
}

/* Eight sums side by side, added in order. */
CE_HOT static double dot(const double *x, const double *y, size_t n)
{
    ce_quad low = {0}, high = {0};
    double sum = 0;
    size_t i = 0;

    for (; i + LANES <= n; i += LANES) {
        low += *(const ce_quad *)(x + i) * *(const ce_quad *)(y + i);
        high += *(const ce_quad *)(x + i + CE_QUAD) * *(const ce_quad *)(y + i + CE_QUAD);
    }
    for (size_t l = 0; l < CE_QUAD; l++)
        sum += low[l];
    for (size_t l = 0; l < CE_QUAD; l++)
        sum += high[l];
    for (; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

CE_HOT static void add(double factor, const double *x, double *y, size_t n)
{
    size_t i = 0;

    for (; i + CE_QUAD <= n; i += CE_QUAD)
        *(ce_quad *)(y + i) += factor * *(const ce_quad *)(x + i);
    for (; i < n; i++)
        y[i] += factor * x[i];
}

/* Gram-Schmidt, done twice, of the CE_STRIP rows. original: their squared norms before anything was
 * taken out. */
static void orthonormalise_rows(double *rows, size_t n, const double original[CE_STRIP])
{
    static const double DEPENDENT = 1e-20; /* of the squared norm */

    for (size_t c = 0; c < CE_STRIP; c++) {
        double *row = rows + c * n, square;
        for (int again = 0; again < 2; again++)
            for (size_t b = 0; b < c; b++)
                add(-dot(rows + b * n, row, n), rows + b * n, row, n);
        square = dot(row, row, n);
        if (square > DEPENDENT * original[c] && square > 0) {
            double factor = 1 / sqrt(square);
            for (size_t i = 0; i < n; i++)
                row[i] *= factor;
        } else {
            memset(row, 0, n * sizeof *row);
        }
    }
}

int ce_strips_orthonormalise(double *q, double *transposed, size_t n, size_t strips, ce_error *err)
{
    double *g = ce_alloc(strips, CE_STRIP * CE_STRIP * sizeof *g, err);

    if (!g)
        return CE_ENOMEM;
    for (size_t s = 0; s < strips; s++) {
        double *strip = q + s * n * CE_STRIP, *rows = transposed + s * n * CE_STRIP,
               original[CE_STRIP];
        transpose(strip, n, rows);
        for (size_t c = 0; c < CE_STRIP; c++)
            original[c] = dot(rows + c * n, rows + c * n, n);
        ce_strips_project_out(q, transposed, n, s, strip, g);
        transpose(strip, n, rows);
        orthonormalise_rows(rows, n, original);
        for (size_t i = 0; i < n; i++)
            for (size_t c = 0; c < CE_STRIP; c++)
                strip[i * CE_STRIP + c] = rows[c * n + i];
    }
    free(g);
    return CE_OK;
}
