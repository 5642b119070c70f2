#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/memory.h"
#include "core/random.h"
#include "prepare/transform_values.h"

/* The moments of the features of x. */
static int find_moments(const ce_numbers *x, ce_moments_depth depth, ce_moments *m, ce_error *err)
{
    size_t n = x->rows;
    double *block = ce_alloc(CE_MOMENTS_BLOCK, x->columns * sizeof *block, err);
    int rc = block ? ce_moments_alloc(m, x->columns, depth, err) : CE_ENOMEM;

    for (size_t i = 0; i < n && !rc; i += CE_MOMENTS_BLOCK) {
        size_t count = n - i < CE_MOMENTS_BLOCK ? n - i : CE_MOMENTS_BLOCK;
        ce_numbers_rows(x, i, count, block);
        rc = ce_moments_add(m, block, count, err);
    }
    free(block);
    return rc;
}

/* The range of a column must be a number. */
static int check_range(const ce_moments *m, size_t s, const char *name, ce_error *err)
{
    if (!m->present[s] || isfinite(m->high[s] - m->low[s]))
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "column %s: numbers from %g to %g are too large to be scaled",
                   name, m->low[s], m->high[s]);
}

/* The moments of one column of a table. */
static int describe_column(const ce_data_table *table, size_t s, ce_moments_depth depth,
                           ce_moments *m, ce_error *err)
{
    ce_numbers x = ce_data_table_numbers(table);
    int rc;

    x.feature = &s;
    x.columns = 1;
    rc = find_moments(&x, depth, m, err);
    return rc ? rc : check_range(m, 0, table->name[s], err);
}

/* The standard deviation of a column that is not constant, times 2^exponent. */
static double sd_of(const ce_moments *m, size_t s, int exponent)
{
    int units = ce_moments_exponent(m, s);

    return ldexp(ce_moments_sd(m, s, units), exponent - units);
}

ce_moments_depth ce_scale_depth(ce_scale scale)
{
    if (scale == CE_SCALE_MINMAX)
        return CE_MOMENTS_RANGE;
    return scale == CE_SCALE_ZSCORE ? CE_MOMENTS_SQUARES : CE_MOMENTS_SUMS;
}

/* Squares of differences in a tiny range lose digits, or are 0. Such values are multiplied by the
 * power of two that makes their range about 1. That is exact, and what is divided by a range or a
 * standard deviation stays the same. */
static int exponent_of(const ce_moments *m, size_t s, ce_scale scale)
{
    int tiny = m->high[s] - m->low[s] < 1e-146;

    return tiny && scale != CE_SCALE_CENTER ? ce_moments_exponent(m, s) : 0;
}

static ce_feature_scale scale_of(const ce_moments *m, size_t s, ce_scale scale)
{
    int exponent = exponent_of(m, s, scale);
    ce_feature_scale found = {.unit = 1, .exponent = exponent};

    if (scale == CE_SCALE_MINMAX) {
        found.shift = ldexp(m->low[s], exponent);
        found.unit = ldexp(m->high[s], exponent) - found.shift;
        return found;
    }
    found.shift = ce_moments_mean(m, s, exponent);
    if (scale == CE_SCALE_ZSCORE)
        found.unit = sd_of(m, s, exponent);
    return found;
}

int ce_scales_of_moments(const ce_moments *m, ce_scale scale, char *const *name,
                         ce_feature_scale *found, size_t *constant, ce_error *err)
{
    *constant = 0;
    for (size_t s = 0; s < m->d; s++) {
        char number[32];
        int rc;
        snprintf(number, sizeof number, "%zu", s + 1);
        rc = check_range(m, s, name ? name[s] : number, err);
        if (rc)
            return rc;
        found[s] = (ce_feature_scale){.unit = 1};
        if (!m->present[s])
            continue; /* there is nothing to scale */
        if (m->low[s] < m->high[s]) {
            found[s] = scale_of(m, s, scale);
            continue;
        }
        /* What is not below `low`, less that, over infinity is 0. */
        found[s] = (ce_feature_scale){.shift = m->low[s], .unit = INFINITY};
        ++*constant;
    }
    return CE_OK;
}

int ce_feature_scales(const ce_numbers *x, ce_scale scale, char *const *name,
                      ce_feature_scale *found, size_t *constant, ce_error *err)
{
    ce_moments m = {0};
    int rc = find_moments(x, ce_scale_depth(scale), &m, err);

    if (!rc)
        rc = ce_scales_of_moments(&m, scale, name, found, constant, err);
    ce_moments_free(&m);
    return rc;
}

static void apply_scales(ce_data_table *table, const size_t *feature, size_t count,
                         const ce_feature_scale *scale)
{
    size_t n = table->values.rows, d = table->values.columns;

    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < count; s++) {
            double *to = &table->values.values[i * d + feature[s]];
            *to = ce_feature_scaled(&scale[s], *to);
        }
}

int ce_transform_scale(ce_data_table *table, ce_scale scale, size_t *constant, ce_error *err)
{
    size_t d = table->values.columns, count = 0;
    size_t *feature = ce_alloc(d, sizeof *feature, err);
    char **name = ce_alloc(d, sizeof *name, err);
    ce_feature_scale *found = ce_alloc(d, sizeof *found, err);
    ce_numbers x = ce_data_table_numbers(table);
    int rc = feature && name && found ? CE_OK : CE_ENOMEM;

    *constant = 0;
    for (size_t s = 0; s < d && !rc; s++)
        if (!table->categories[s].count) {
            name[count] = table->name[s];
            feature[count++] = s;
        }
    x.feature = feature;
    x.columns = count;
    if (!rc && count)
        rc = ce_feature_scales(&x, scale, name, found, constant, err);
    if (!rc)
        apply_scales(table, feature, count, found);
    free(feature);
    free(name);
    free(found);
    return rc;
}

int ce_transform_scale_by(ce_data_table *table, const ce_moments *m, ce_scale scale,
                          size_t *constant, ce_error *err)
{
    size_t d = table->values.columns, count = 0;
    size_t *feature = ce_alloc(d, sizeof *feature, err);
    ce_feature_scale *found = ce_alloc(d, sizeof *found, err);
    int rc = feature && found ? CE_OK : CE_ENOMEM;

    if (!rc)
        rc = ce_scales_of_moments(m, scale, table->name, found, constant, err);
    for (size_t s = 0; s < d && !rc; s++)
        if (m->present[s]) {
            feature[count] = s;
            found[count++] = found[s];
        }
    if (!rc)
        apply_scales(table, feature, count, found);
    free(feature);
    free(found);
    return rc;
}

/* ---- spreads ---- */

/* The values of a column that are there. scratch: n. Returns how many. */
static size_t present_values(const ce_data_table *table, size_t s, double *scratch)
{
    size_t d = table->values.columns, count = 0;

    for (size_t i = 0; i < table->values.rows; i++)
        if (!isnan(table->values.values[i * d + s]))
            scratch[count++] = table->values.values[i * d + s];
    return count;
}

/* Of one value or more, which it sorts. */
static double median(double *value, size_t count)
{
    qsort(value, count, sizeof *value, ce_compare_reals);
    return count % 2 ? value[count / 2] : value[count / 2 - 1] / 2 + value[count / 2] / 2;
}

static int mads(const ce_data_table *table, double *spread, ce_error *err)
{
    double *scratch = ce_alloc(table->values.rows, sizeof *scratch, err);

    if (!scratch)
        return CE_ENOMEM;
    for (size_t s = 0; s < table->values.columns; s++) {
        size_t count = present_values(table, s, scratch);
        double middle = count ? median(scratch, count) : 0;
        for (size_t i = 0; i < count; i++)
            scratch[i] = fabs(scratch[i] - middle);
        spread[s] = count ? median(scratch, count) : 0;
    }
    free(scratch);
    return CE_OK;
}

int ce_transform_center_median(ce_data_table *table, size_t *constant, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    ce_numbers x = ce_data_table_numbers(table);
    double *scratch = ce_alloc(n, sizeof *scratch, err);
    ce_moments m = {0};
    int rc = scratch ? find_moments(&x, CE_MOMENTS_RANGE, &m, err) : CE_ENOMEM;

    *constant = 0;
    for (size_t s = 0; s < d && !rc; s++) {
        size_t count = table->categories[s].count ? 0 : present_values(table, s, scratch);
        double middle = count ? median(scratch, count) : 0;
        if (!count)
            continue;
        rc = check_range(&m, s, table->name[s], err);
        for (size_t i = 0; i < n; i++)
            table->values.values[i * d + s] -= middle;
        *constant += !(m.low[s] < m.high[s]);
    }
    ce_moments_free(&m);
    free(scratch);
    return rc;
}

int ce_column_spreads(const ce_data_table *table, ce_spread how, double *spread, ce_error *err)
{
    ce_numbers x = ce_data_table_numbers(table);
    ce_moments m = {0};
    ce_moments_depth depth = how == CE_SPREAD_SD ? CE_MOMENTS_SQUARES : CE_MOMENTS_RANGE;
    int rc = find_moments(&x, depth, &m, err);

    for (size_t s = 0; s < table->values.columns && !rc; s++) {
        rc = check_range(&m, s, table->name[s], err);
        if (!rc && how == CE_SPREAD_SD)
            spread[s] = m.present[s] ? ce_moments_sd(&m, s, 0) : 0;
    }
    ce_moments_free(&m);
    return rc || how == CE_SPREAD_SD ? rc : mads(table, spread, err);
}

/* ---- impute ---- */

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
    size_t count = present_values(table, s, scratch);
    int rc;

    if (!count)
        return ce_fail(err, CE_EINPUT,
                       "column %s has no value to impute from: drop constant columns first",
                       table->name[s]);
    if (method == CE_FILL_MEAN && !table->categories[s].count) {
        ce_moments m = {0};
        rc = describe_column(table, s, CE_MOMENTS_SUMS, &m, err);
        if (!rc)
            *value = ce_moments_mean(&m, 0, 0);
        ce_moments_free(&m);
        return rc;
    }
    if (method == CE_FILL_MEDIAN && !table->categories[s].count) {
        *value = median(scratch, count);
        return CE_OK;
    }
    qsort(scratch, count, sizeof *scratch, ce_compare_reals);
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
    lot cells = {0};
    int rc = unit ? start_lot(&cells, table, 1, fraction, seed, err) : CE_ENOMEM;

    for (size_t s = 0; s < d && !rc; s++)
        if (!table->categories[s].count) {
            ce_moments m = {0};
            rc = describe_column(table, s, CE_MOMENTS_SQUARES, &m, err);
            if (!rc && m.low[0] < m.high[0])
                unit[s] = sd * sd_of(&m, 0, 0);
            ce_moments_free(&m);
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
