#include "score/distance_tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/vectors.h"

enum { LANES = CE_DISTANCE_LANES, QUADS = LANES / CE_QUAD };

/* ---- data ---- */

/* 0 when no distance between two rows overflows, also after it was scaled up for features that are
 * missing. */
static int check_range(const ce_matrix *data, ce_error *err)
{
    double sum = 0;

    for (size_t s = 0; s < data->columns; s++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < data->rows; i++) {
            double value = data->values[i * data->columns + s];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (high > low)
            sum += (high - low) * (high - low);
    }
    if (isfinite(sum * (double)data->columns))
        return CE_OK;
    return ce_fail(
        err, CE_EINPUT,
        "the distance of two objects is too large for a number: scale the features first");
}

int ce_distances_of_data(ce_distances *distances, const ce_matrix *data, ce_error *err)
{
    size_t count = data->rows * data->columns;
    int rc = check_range(data, err);

    *distances = (ce_distances){.n = data->rows, .d = data->columns, .values = data->values};
    if (!rc && ce_matrix_has_missing(data)) {
        distances->filled = ce_alloc(count, sizeof(double), err);
        distances->present = ce_alloc(count, sizeof(double), err);
        if (!distances->filled || !distances->present)
            rc = CE_ENOMEM;
        for (size_t e = 0; e < count && !rc; e++) {
            int is_present = !isnan(data->values[e]);
            distances->present[e] = is_present;
            distances->filled[e] = is_present ? data->values[e] : 0;
        }
        distances->values = distances->filled;
    }
    if (rc)
        ce_distances_free(distances);
    return rc;
}

/* column[s * LANES + l] becomes feature s of target l. */
static void transpose(const double *values, size_t d, const size_t *target, double *column)
{
    for (size_t l = 0; l < LANES; l++)
        for (size_t s = 0; s < d; s++)
            column[s * LANES + l] = values[target[l] * d + s];
}

static inline __attribute__((always_inline)) void roots(double *tile, size_t count)
{
    for (size_t r = 0; r < count * LANES; r += LANES)
        for (size_t l = 0; l < LANES; l++)
            tile[r + l] = sqrt(tile[r + l]);
}

/* Squared distances: the features are added in their order, so that the sum does not depend on
 * vectors. */
static inline __attribute__((always_inline)) void squares(const double *column, const double *rows,
                                                          size_t count, size_t d, double *tile)
{
    for (size_t r = 0; r < count; r++) {
        ce_quad sum[QUADS] = {{0}};
        for (size_t s = 0; s < d; s++) {
            double value = rows[r * d + s];
#pragma GCC unroll 4
            for (size_t v = 0; v < QUADS; v++) {
                ce_quad step = value - *(const ce_quad *)(column + s * LANES + v * CE_QUAD);
                sum[v] += step * step;
            }
        }
#pragma GCC unroll 4
        for (size_t v = 0; v < QUADS; v++)
            *(ce_quad *)(tile + r * LANES + v * CE_QUAD) = sum[v];
    }
}

CE_HOT static void complete_tile(const double *column, const double *rows, size_t count, size_t d,
                                 double *tile)
{
    squares(column, rows, count, d, tile);
    roots(tile, count);
}

/* The sums of many tiles, which stay in the nearest cache; the sum itself stays in registers. */
CE_HOT static void complete_sum(const double *column, const double *rows, size_t count, size_t d,
                                double *sum)
{
    enum { ROWS = 32 };
    double tile[ROWS * LANES];
    ce_quad all[QUADS];

#pragma GCC unroll 4
    for (size_t v = 0; v < QUADS; v++)
        all[v] = *(const ce_quad *)(sum + v * CE_QUAD);
    for (size_t first = 0; first < count; first += ROWS) {
        size_t some = count - first < ROWS ? count - first : ROWS;
        squares(column, rows + first * d, some, d, tile);
        roots(tile, some);
        for (size_t r = 0; r < some; r++)
#pragma GCC unroll 4
            for (size_t v = 0; v < QUADS; v++)
                all[v] += *(const ce_quad *)(tile + r * LANES + v * CE_QUAD);
    }
#pragma GCC unroll 4
    for (size_t v = 0; v < QUADS; v++)
        *(ce_quad *)(sum + v * CE_QUAD) = all[v];
}

/* The same over the features that both have. Where they share none, 0 * (d / 0) is NaN. */
CE_HOT static void partial_tile(const double *column, const double *has, const double *rows,
                                const double *rows_have, size_t count, size_t d, double *tile)
{
    for (size_t r = 0; r < count; r++) {
        double sum[LANES] = {0}, shared[LANES] = {0};
        for (size_t s = 0; s < d; s++) {
            double value = rows[r * d + s], there = rows_have[r * d + s];
            for (size_t l = 0; l < LANES; l++) {
                double both = there * has[s * LANES + l], step = value - column[s * LANES + l];
                sum[l] += both * (step * step);
                shared[l] += both;
            }
        }
        for (size_t l = 0; l < LANES; l++)
            tile[r * LANES + l] = sum[l] * ((double)d / shared[l]);
    }
    roots(tile, count);
}

/* ---- matrices ---- */

static int check_entry(double value, ce_matrix_kind kind, size_t i, size_t j, ce_error *err)
{
    int least = kind == CE_MATRIX_SHARES ? 0 : -1;

    if (kind == CE_MATRIX_DISTANCES && !(value >= 0))
        return ce_fail(err, CE_EINPUT, "entry (%zu, %zu) is %g: a distance is not negative", i + 1,
                       j + 1, value);
    if (kind != CE_MATRIX_DISTANCES && !(value >= least && value <= 1))
        return ce_fail(err, CE_EINPUT, "entry (%zu, %zu) is %g: similarities from %d to 1 expected",
                       i + 1, j + 1, value, least);
    return CE_OK;
}

static int check_entries(const ce_similarity *matrix, ce_matrix_kind kind, ce_error *err)
{
    const double *value = matrix->values;
    int rc = CE_OK;

    for (size_t i = 0; i < matrix->n && !rc; i++) {
        if (matrix->row_start)
            for (size_t e = matrix->row_start[i]; e < matrix->row_start[i + 1] && !rc; e++)
                rc = check_entry(value[e], kind, i, (size_t)matrix->column[e], err);
        else
            for (size_t j = i; j < matrix->n && !rc; j++)
                rc = check_entry(*value++, kind, i, j, err);
    }
    return rc;
}

/* The diagonal tells similarities from distances. */
static int check_diagonal(const ce_similarity *matrix, int is_distance, ce_error *err)
{
    for (size_t i = 0; i < matrix->n; i++) {
        double self = ce_similarity_get(matrix, i, i);
        if (is_distance && self != 0)
            return ce_fail(err, CE_EINPUT,
                           "the distance of object %zu to itself is %g: is it a matrix of "
                           "similarities?",
                           i + 1, self);
    }
    if (!is_distance && ce_similarity_has_zero_diagonal(matrix))
        return ce_fail(err, CE_EINPUT,
                       "the diagonal is 0 everywhere: is it a matrix of distances?");
    return CE_OK;
}

int ce_distances_of_matrix(ce_distances *distances, const ce_similarity *matrix,
                           ce_matrix_kind kind, ce_error *err)
{
    int is_distance = kind == CE_MATRIX_DISTANCES, rc = check_diagonal(matrix, is_distance, err);

    if (!rc)
        rc = check_entries(matrix, kind, err);
    *distances = (ce_distances){0};
    if (!rc)
        *distances = (ce_distances){.n = matrix->n, .matrix = matrix, .is_distance = is_distance};
    return rc;
}

static double from_entry(const ce_distances *distances, double entry)
{
    return distances->is_distance ? entry : 1 - entry;
}

static void dense_tile(const ce_distances *distances, const size_t *target, size_t first,
                       size_t count, double *tile)
{
    for (size_t r = 0; r < count; r++)
        for (size_t l = 0; l < LANES; l++)
            tile[r * LANES + l] = from_entry(
                distances, ce_similarity_dense_get(distances->matrix, target[l], first + r));
}

/* The first entry of row i in column `first` or behind it. */
static size_t first_entry(const ce_similarity *matrix, size_t i, size_t first)
{
    size_t low = matrix->row_start[i], high = matrix->row_start[i + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((size_t)matrix->column[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void sparse_tile(const ce_distances *distances, const size_t *target, size_t first,
                        size_t count, double *tile)
{
    const ce_similarity *matrix = distances->matrix;
    double absent = from_entry(distances, 0);

    for (size_t e = 0; e < count * LANES; e++)
        tile[e] = absent;
    for (size_t l = 0; l < LANES; l++)
        for (size_t e = first_entry(matrix, target[l], first);
             e < matrix->row_start[target[l] + 1] && (size_t)matrix->column[e] < first + count; e++)
            tile[((size_t)matrix->column[e] - first) * LANES + l] =
                from_entry(distances, matrix->values[e]);
}

/* ---- both ---- */

void ce_distances_free(ce_distances *distances)
{
    if (!distances)
        return;
    free(distances->filled);
    free(distances->present);
    *distances = (ce_distances){0};
}

size_t ce_distances_work(const ce_distances *distances)
{
    return (distances->present ? 2 : 1) * distances->d * LANES;
}

void ce_distances_begin(const ce_distances *distances, const size_t *target, double *work)
{
    size_t d = distances->d;

    if (distances->values)
        transpose(distances->values, d, target, work);
    if (distances->present)
        transpose(distances->present, d, target, work + d * LANES);
}

void ce_distances_tile(const ce_distances *distances, const size_t *target, const double *work,
                       size_t first, size_t count, double *tile)
{
    size_t d = distances->d;

    if (distances->present)
        partial_tile(work, work + d * LANES, distances->values + first * d,
                     distances->present + first * d, count, d, tile);
    else if (distances->values)
        complete_tile(work, distances->values + first * d, count, d, tile);
    else if (distances->matrix->row_start)
        sparse_tile(distances, target, first, count, tile);
    else
        dense_tile(distances, target, first, count, tile);
    for (size_t l = 0; l < LANES; l++)
        if (target[l] >= first && target[l] < first + count)
            tile[(target[l] - first) * LANES + l] = 0;
}

void ce_distances_add(const ce_distances *distances, const double *work, size_t first, size_t count,
                      double *sum)
{
    size_t d = distances->d;

    complete_sum(work, distances->values + first * d, count, d, sum);
}
