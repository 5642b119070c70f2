#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "prepare/transform_values.h"

typedef struct {
    size_t present;
    double mean, sd, low, high; /* of the cells present; sd with divisor `present` */
} column_statistics;

/* Two passes: the mean, then deviations from it. */
static int describe(const ce_data_table *table, size_t s, column_statistics *of, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    const double *x = table->values.values + s;
    double sum = 0, squares = 0, rest = 0;

    *of = (column_statistics){0, 0, 0, INFINITY, -INFINITY};
    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i * d])) {
            of->present++;
            sum += x[i * d];
            of->low = fmin(of->low, x[i * d]);
            of->high = fmax(of->high, x[i * d]);
        }
    if (!of->present)
        return CE_OK;
    of->mean = sum / (double)of->present;
    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i * d])) {
            double e = x[i * d] - of->mean;
            squares += e * e;
            rest += e;
        }
    /* With an exact mean the rest is 0. Subtracting it corrects for the rounding of the mean. */
    squares -= rest * rest / (double)of->present;
    of->sd = sqrt(fmax(squares, 0) / (double)of->present);
    if (!isfinite(of->mean) || !isfinite(squares) || !isfinite(of->high - of->low))
        return ce_fail(err, CE_EINPUT,
                       "column %s: numbers from %g to %g are too large to be scaled",
                       table->name[s], of->low, of->high);
    return CE_OK;
}

/* What a column is divided by; 0 for a constant column. */
static double unit_of(const column_statistics *of, ce_scale scale)
{
    if (scale == CE_SCALE_MINMAX)
        return of->high - of->low;
    return scale == CE_SCALE_ZSCORE ? of->sd : 1;
}

/* Whether squares of differences in the column lose digits, or are 0. */
static int has_tiny_range(const column_statistics *of)
{
    return of->low < of->high && of->high - of->low < 1e-146;
}

/* Multiplies a column of tiny numbers by the power of two that makes its range about 1. That is
 * exact, and what is divided by a range or a standard deviation stays the same. */
static void enlarge(ce_matrix *x, size_t s, double range)
{
    int exponent = -ilogb(range);

    for (size_t i = 0; i < x->rows; i++)
        x->values[i * x->columns + s] = ldexp(x->values[i * x->columns + s], exponent);
}

int ce_transform_scale(ce_data_table *table, ce_scale scale, size_t *constant, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    column_statistics of;
    int rc;

    *constant = 0;
    for (size_t s = 0; s < d; s++) {
        double *x = table->values.values + s, shift, unit;
        int same;
        if (table->categories[s].count)
            continue;
        rc = describe(table, s, &of, err);
        if (!rc && scale != CE_SCALE_CENTER && has_tiny_range(&of)) {
            enlarge(&table->values, s, of.high - of.low);
            rc = describe(table, s, &of, err);
        }
        if (rc)
            return rc;
        shift = scale == CE_SCALE_MINMAX ? of.low : of.mean;
        unit = unit_of(&of, scale);
        same = of.present && (of.low == of.high || unit == 0);
        *constant += (size_t)same;
        for (size_t i = 0; i < n; i++)
            if (!isnan(x[i * d]))
                x[i * d] = same ? 0 : (x[i * d] - shift) / unit;
    }
    return CE_OK;
}

/* ---- impute ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The most frequent of `count` sorted values; ties: the smallest. Categories are numbered by first
 * appearance, so the smallest number is the category that came first. */
static double mode(const double *sorted, size_t count)
{
    double best = sorted[0];
    size_t most = 0, run = 1;

    for (size_t i = 0; i < count; i++) {
        run = i && sorted[i] == sorted[i - 1] ? run + 1 : 1;
        if (run > most) {
            most = run;
            best = sorted[i];
        }
    }
    return best;
}

/* What the missing cells of column s get; scratch: n values. */
static int fill_value(const ce_data_table *table, size_t s, ce_fill method, double *scratch,
                      double *value, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns, count = 0;
    column_statistics of;
    int rc;

    for (size_t i = 0; i < n; i++)
        if (!isnan(table->values.values[i * d + s]))
            scratch[count++] = table->values.values[i * d + s];
    if (!count)
        return ce_fail(err, CE_EINPUT,
                       "column %s has no value to impute from: drop constant columns first",
                       table->name[s]);
    if (method == CE_FILL_MEAN && !table->categories[s].count) {
        rc = describe(table, s, &of, err);
        *value = of.mean;
        return rc;
    }
    qsort(scratch, count, sizeof *scratch, by_value);
    if (method == CE_FILL_MEDIAN && !table->categories[s].count)
        *value =
            count % 2 ? scratch[count / 2] : scratch[count / 2 - 1] / 2 + scratch[count / 2] / 2;
    else
        *value = mode(scratch, count);
    return CE_OK;
}

int ce_transform_impute(ce_data_table *table, ce_fill method, size_t *filled, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    double *scratch = ce_alloc(n, sizeof *scratch, err), value = NAN;
    int rc = scratch ? CE_OK : CE_ENOMEM;

    *filled = 0;
    for (size_t s = 0; s < d && !rc; s++) {
        double *x = table->values.values + s;
        size_t i = 0;
        while (i < n && !isnan(x[i * d]))
            i++;
        if (i == n || (rc = fill_value(table, s, method, scratch, &value, err)))
            continue;
        for (; i < n; i++)
            if (isnan(x[i * d])) {
                x[i * d] = value;
                ++*filled;
            }
    }
    free(scratch);
    return rc;
}

/* ---- noise and blanks ---- */

/* Draws `need` of the next `left` cells (Knuth's algorithm S). */
typedef struct {
    gsl_rng *rng;
    size_t left, need;
} lot;

/* 1 when the next cell is drawn. Call it once for each cell. */
static int drawn(lot *from)
{
    int yes = from->need && ce_random_below(from->rng, from->left) < from->need;

    from->left--;
    from->need -= (size_t)yes;
    return yes;
}

/* A lot over the cells that are there, of numeric columns only when numeric is set. */
static int start_lot(lot *from, const ce_data_table *table, int numeric, double fraction,
                     uint64_t seed, ce_error *err)
{
    size_t d = table->values.columns, cells = table->values.rows * d;

    *from = (lot){ce_random_alloc(seed, CE_STREAM_PREPARE, 0, err), 0, 0};
    if (!from->rng)
        return CE_ENOMEM;
    for (size_t c = 0; c < cells; c++)
        from->left +=
            !isnan(table->values.values[c]) && !(numeric && table->categories[c % d].count);
    from->need = (size_t)floor(fraction * (double)from->left + 0.5);
    return CE_OK;
}

int ce_transform_noise(ce_data_table *table, double sd, double fraction, uint64_t seed,
                       ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    double *unit = ce_calloc(d, sizeof *unit, err), *x = table->values.values;
    column_statistics of;
    lot cells = {0};
    int rc = unit ? start_lot(&cells, table, 1, fraction, seed, err) : CE_ENOMEM;

    for (size_t s = 0; s < d && !rc; s++)
        if (!table->categories[s].count) {
            rc = describe(table, s, &of, err);
            unit[s] = sd * of.sd;
        }
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t s = 0; s < d && !rc; s++) {
            double *cell = x + i * d + s;
            if (isnan(*cell) || table->categories[s].count || !drawn(&cells))
                continue;
            *cell += gsl_ran_gaussian_ziggurat(cells.rng, 1) * unit[s];
            if (!isfinite(*cell))
                rc = ce_fail(err, CE_EINPUT, "column %s: too large with the noise added",
                             table->name[s]);
        }
    gsl_rng_free(cells.rng);
    free(unit);
    return rc;
}

int ce_transform_blank(ce_data_table *table, double fraction, uint64_t seed, ce_error *err)
{
    size_t cells = table->values.rows * table->values.columns;
    lot present = {0};
    int rc = start_lot(&present, table, 0, fraction, seed, err);

    for (size_t c = 0; c < cells && !rc; c++)
        if (!isnan(table->values.values[c]) && drawn(&present))
            table->values.values[c] = NAN;
    gsl_rng_free(present.rng);
    return rc;
}
