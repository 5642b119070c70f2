#include "prepare/transform_profiles.h"

#include <math.h>
#include <stdlib.h>

#include "core/compare.h"
#include "core/memory.h"

/* ---- objects of length 1 ---- */

/* The numeric cells of row x; NaN where none is, or where it is categorical. Returns how many. */
static size_t numeric_cells(const ce_data_table *table, const double *x, double *cell)
{
    size_t count = 0;

    for (size_t s = 0; s < table->values.columns; s++) {
        cell[s] = table->categories[s].count ? NAN : x[s];
        count += !isnan(cell[s]);
    }
    return count;
}

/* Multiplies by a power of two, so that the largest is about 1 and no square is too large or small.
 * Returns whether the cells are not all 0, and with center not all equal. */
static int scale_cells(double *cell, size_t d, int center)
{
    double low = INFINITY, high = -INFINITY;
    int exponent;

    for (size_t s = 0; s < d; s++) {
        low = fmin(low, cell[s]);
        high = fmax(high, cell[s]);
    }
    if (center ? !(low < high) : !(low < 0 || high > 0))
        return 0;
    frexp(fmax(fabs(low), fabs(high)), &exponent);
    for (size_t s = 0; s < d; s++)
        cell[s] = ldexp(cell[s], -exponent);
    return 1;
}

/* Twice, as the first mean is rounded. */
static void center_cells(double *cell, size_t d, size_t count)
{
    for (int turn = 0; turn < 2; turn++) {
        double sum = 0;
        for (size_t s = 0; s < d; s++)
            sum += isnan(cell[s]) ? 0 : cell[s];
        for (size_t s = 0; s < d; s++)
            cell[s] -= sum / (double)count;
    }
}

/* count: of the cells that are numbers. Returns whether they have a direction; else they become 0.
 */
static int make_unit(double *cell, size_t d, size_t count, int center)
{
    double squares = 0;
    int some = count && scale_cells(cell, d, center);

    if (some && center)
        center_cells(cell, d, count);
    for (size_t s = 0; s < d && some; s++)
        squares += isnan(cell[s]) ? 0 : cell[s] * cell[s];
    for (size_t s = 0; s < d; s++)
        if (!isnan(cell[s]))
            cell[s] = some ? cell[s] / sqrt(squares) : 0;
    return some;
}

int ce_transform_unit(ce_data_table *table, int center, size_t *zero, ce_error *err)
{
    size_t d = table->values.columns;
    double *cell = ce_alloc(d, sizeof *cell, err);

    if (!cell)
        return CE_ENOMEM;
    *zero = 0;
    for (size_t i = 0; i < table->values.rows; i++) {
        double *x = table->values.values + i * d;
        size_t count = numeric_cells(table, x, cell);
        *zero += !make_unit(cell, d, count, center) && count;
        for (size_t s = 0; s < d; s++)
            if (!isnan(cell[s]))
                x[s] = cell[s];
    }
    free(cell);
    return CE_OK;
}

/* ---- ranks ---- */

/* A numeric cell of an object. */
typedef struct {
    double value;
    size_t column;
} profile_cell;

static int compare_cells(const void *a, const void *b)
{
    return ce_compare_reals(&((const profile_cell *)a)->value, &((const profile_cell *)b)->value);
}

/* The cells, which are sorted, get their ranks from 1 on in the row x, equal ones the mean of
 * theirs. */
static void rank_cells(profile_cell *cell, size_t count, double *x)
{
    qsort(cell, count, sizeof *cell, compare_cells);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && cell[end].value == cell[first].value; end++)
            ;
        for (size_t i = first; i < end; i++)
            x[cell[i].column] = (double)(first + 1 + end) / 2;
    }
}

int ce_transform_ranks(ce_data_table *table, ce_error *err)
{
    size_t d = table->values.columns;
    profile_cell *cell = ce_alloc(d, sizeof *cell, err);

    if (!cell)
        return CE_ENOMEM;
    for (size_t i = 0; i < table->values.rows; i++) {
        double *x = table->values.values + i * d;
        size_t count = 0;
        for (size_t s = 0; s < d; s++)
            if (!table->categories[s].count && !isnan(x[s]))
                cell[count++] = (profile_cell){x[s], s};
        rank_cells(cell, count, x);
    }
    free(cell);
    return CE_OK;
}

/* ---- both, of a matrix ---- */

int ce_unit_rows(ce_matrix *x, int ranks, int center, size_t *zero, ce_error *err)
{
    size_t d = x->columns;
    profile_cell *cell = ce_alloc(d, sizeof *cell, err);

    if (!cell)
        return CE_ENOMEM;
    *zero = x->rows;
    for (size_t i = 0; i < x->rows; i++) {
        double *row = x->values + i * d;
        for (size_t s = 0; s < d && ranks; s++)
            cell[s] = (profile_cell){row[s], s};
        if (ranks)
            rank_cells(cell, d, row);
        if (!make_unit(row, d, d, center) && *zero == x->rows)
            *zero = i;
    }
    free(cell);
    return CE_OK;
}

/* ---- logarithms ---- */

int ce_transform_log(ce_data_table *table, double (*log_of)(double), double add, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    char object[CE_OBJECT_NAME];

    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++) {
            double *x = &table->values.values[i * d + s];
            if (table->categories[s].count || isnan(*x))
                continue;
            if (!(*x + add > 0))
                return ce_fail(err, CE_EINPUT,
                               "%s, column %s: %g + %g is not above 0, so it has no logarithm",
                               ce_object_name(&table->id, i, object), table->name[s], *x, add);
            if (!isfinite(*x + add))
                return ce_fail(err, CE_EINPUT, "%s, column %s: %g + %g is too large for a number",
                               ce_object_name(&table->id, i, object), table->name[s], *x, add);
            *x = log_of(*x + add);
        }
    return CE_OK;
}
