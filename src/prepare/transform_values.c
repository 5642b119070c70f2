#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "prepare/transform_values.h"

typedef struct {
    size_t present;
    double mean, sd, low, high; /* of the cells present; sd with divisor `present` */
} column_statistics;

/* Rows that are looked at together. */
enum { BLOCK = 512 };

/* The first pass over a block of rows: sums of what is there, and the range. */
static void add_values(const double *block, size_t count, size_t d, column_statistics *of)
{
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < d; s++) {
            double x = block[i * d + s];
            if (isnan(x))
                continue;
            of[s].present++;
            of[s].mean += x;
            of[s].low = fmin(of[s].low, x);
            of[s].high = fmax(of[s].high, x);
        }
}

/* The second: squares of deviations into sd, and deviations into rest. */
static void add_deviations(const double *block, size_t count, size_t d, column_statistics *of,
                           double *rest)
{
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < d; s++) {
            double e = block[i * d + s] - of[s].mean;
            if (isnan(e))
                continue;
            of[s].sd += e * e;
            rest[s] += e;
        }
}

/* Two passes: the mean, then deviations from it. name: of the columns, for messages; NULL: their
 * numbers. */
static int describe(const ce_numbers *x, char *const *name, column_statistics *of, ce_error *err)
{
    size_t n = x->rows, d = x->columns;
    double *block = ce_alloc(BLOCK * d, sizeof *block, err),
           *rest = ce_calloc(d, sizeof *rest, err);
    int rc = block && rest ? CE_OK : CE_ENOMEM;

    for (size_t s = 0; s < d; s++)
        of[s] = (column_statistics){0, 0, 0, INFINITY, -INFINITY};
    for (size_t i = 0; i < n && !rc; i += BLOCK) {
        size_t count = n - i < BLOCK ? n - i : BLOCK;
        ce_numbers_rows(x, i, count, block);
        add_values(block, count, d, of);
    }
    for (size_t s = 0; s < d; s++)
        if (of[s].present)
            of[s].mean /= (double)of[s].present;
    for (size_t i = 0; i < n && !rc; i += BLOCK) {
        size_t count = n - i < BLOCK ? n - i : BLOCK;
        ce_numbers_rows(x, i, count, block);
        add_deviations(block, count, d, of, rest);
    }
    for (size_t s = 0; s < d && !rc; s++) {
        double squares = of[s].sd;
        size_t place = x->feature ? x->feature[s] : s;
        char number[32];
        if (!of[s].present)
            continue;
        /* With an exact mean the rest is 0. Subtracting it corrects the rounding of the mean. */
        squares -= rest[s] * rest[s] / (double)of[s].present;
        of[s].sd = sqrt(fmax(squares, 0) / (double)of[s].present);
        snprintf(number, sizeof number, "%zu", place + 1);
        if (of[s].low < of[s].high &&
            (!isfinite(of[s].mean) || !isfinite(squares) || !isfinite(of[s].high - of[s].low)))
            rc = ce_fail(err, CE_EINPUT,
                         "column %s: numbers from %g to %g are too large to be scaled",
                         name ? name[place] : number, of[s].low, of[s].high);
    }
    free(block);
    free(rest);
    return rc;
}

/* The same of one column of a table. */
static int describe_column(const ce_data_table *table, size_t s, column_statistics *of,
                           ce_error *err)
{
    ce_numbers x = ce_data_table_numbers(table);

    x.feature = &s;
    x.columns = 1;
    return describe(&x, table->name, of, err);
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

/* Describes column s again, multiplied by the power of two that makes its range about 1. That is
 * exact, and what is divided by a range or a standard deviation stays the same. */
static int describe_enlarged(const ce_numbers *x, char *const *name, size_t s, int *exponent,
                             column_statistics *of, ce_error *err)
{
    size_t place = x->feature ? x->feature[s] : s;
    ce_feature_scale enlarge = {.unit = 1, .exponent = -ilogb(of->high - of->low)};
    ce_numbers one = *x;

    one.feature = &place;
    one.scale = &enlarge;
    one.columns = 1;
    *exponent = enlarge.exponent;
    return describe(&one, name, of, err);
}

int ce_feature_scales(const ce_numbers *x, ce_scale scale, char *const *name,
                      ce_feature_scale *found, size_t *constant, ce_error *err)
{
    column_statistics *of = ce_alloc(x->columns, sizeof *of, err);
    int rc = of ? describe(x, name, of, err) : CE_ENOMEM;

    *constant = 0;
    for (size_t s = 0; s < x->columns && !rc; s++) {
        int exponent = 0;
        double unit;
        if (scale != CE_SCALE_CENTER && has_tiny_range(&of[s]))
            rc = describe_enlarged(x, name, s, &exponent, &of[s], err);
        unit = unit_of(&of[s], scale);
        found[s] = (ce_feature_scale){
            .shift = scale == CE_SCALE_MINMAX ? of[s].low : of[s].mean,
            .unit = unit,
            .exponent = exponent};
        if (!of[s].present || (of[s].low != of[s].high && unit != 0))
            continue;
        /* What is not below `low`, less that, over infinity is 0. */
        found[s] = (ce_feature_scale){.shift = of[s].low, .unit = INFINITY, .exponent = exponent};
        ++*constant;
    }
    free(of);
    return rc;
}

int ce_transform_scale(ce_data_table *table, ce_scale scale, size_t *constant, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns, count = 0;
    size_t *feature = ce_alloc(d, sizeof *feature, err);
    ce_feature_scale *found = ce_alloc(d, sizeof *found, err);
    ce_numbers x = ce_data_table_numbers(table);
    int rc = feature && found ? CE_OK : CE_ENOMEM;

    *constant = 0;
    for (size_t s = 0; s < d && !rc; s++)
        if (!table->categories[s].count)
            feature[count++] = s;
    x.feature = feature;
    x.columns = count;
    if (!rc && count)
        rc = ce_feature_scales(&x, scale, table->name, found, constant, err);
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t s = 0; s < count; s++) {
            double *to = &table->values.values[i * d + feature[s]];
            *to = ce_feature_scaled(&found[s], *to);
        }
    free(feature);
    free(found);
    return rc;
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
        rc = describe_column(table, s, &of, err);
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
            rc = describe_column(table, s, &of, err);
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
