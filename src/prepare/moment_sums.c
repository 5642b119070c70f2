#include "prepare/moment_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/sums_names.h"

/* ---- a part ---- */

/* The moments of all columns; text counts as missing. texts: of each column, cells that hold it. */
static int find_moments(const ce_data_table *table, ce_moments_depth depth, ce_moments *m,
                        int64_t *texts, ce_error *err)
{
    ce_numbers x = ce_data_table_numbers(table);
    size_t n = x.rows, d = x.columns;
    double *block = ce_alloc(CE_MOMENTS_BLOCK, d * sizeof *block, err);
    int rc = block ? ce_moments_alloc(m, d, depth, err) : CE_ENOMEM;

    for (size_t first = 0; first < n && !rc; first += CE_MOMENTS_BLOCK) {
        size_t count = n - first < CE_MOMENTS_BLOCK ? n - first : CE_MOMENTS_BLOCK;
        ce_numbers_rows(&x, first, count, block);
        for (size_t s = 0; s < d; s++)
            for (size_t i = 0; i < count && table->categories[s].count; i++) {
                texts[s] += !isnan(block[i * d + s]);
                block[i * d + s] = NAN;
            }
        rc = ce_moments_add(m, block, count, err);
    }
    free(block);
    return rc;
}

static int add_cells(ce_sums *sums, const ce_moments *m, const int64_t *texts, ce_error *err)
{
    ce_sums_block *cells, *least, *largest;
    int rc = ce_sums_add(sums, "cells", CE_SUMS_ADD, m->d, 2, &cells, err);

    for (size_t s = 0; s < m->d && !rc; s++) {
        cells->count[2 * s] = (int64_t)m->present[s];
        cells->count[2 * s + 1] = texts[s];
    }
    if (!rc)
        rc = ce_sums_add(sums, "least", CE_SUMS_LEAST, m->d, 1, &least, err);
    for (size_t s = 0; s < m->d && !rc; s++)
        least->value[s] = m->present[s] ? m->low[s] : NAN;
    if (!rc)
        rc = ce_sums_add(sums, "largest", CE_SUMS_LARGEST, m->d, 1, &largest, err);
    for (size_t s = 0; s < m->d && !rc; s++)
        largest->value[s] = m->present[s] ? m->high[s] : NAN;
    return rc;
}

/* A block of exact sums, which are moved into it. */
static int add_exact(ce_sums *sums, const char *name, ce_exact_sums *exact, ce_error *err)
{
    ce_sums_block *block;
    int rc = ce_sums_add(sums, name, CE_SUMS_EXACT, exact->count, 1, &block, err);

    if (!rc) {
        block->exact = *exact;
        *exact = (ce_exact_sums){0};
    }
    return rc;
}

static const char *product_name(ce_moments_depth depth)
{
    return depth == CE_MOMENTS_PRODUCTS ? "product" : "square";
}

int ce_moment_sums_fill(ce_sums *sums, const ce_data_table *table, ce_moments_depth depth,
                        size_t part, ce_error *err)
{
    size_t d = table->values.columns;
    int64_t *texts = ce_calloc(d, sizeof *texts, err);
    ce_moments m = {0};
    int rc = texts ? find_moments(table, depth, &m, texts, err) : CE_ENOMEM;

    if (!rc)
        rc = ce_sums_names_add(sums, "columns", table->name, d, part, err);
    if (!rc)
        rc = add_cells(sums, &m, texts, err);
    if (!rc && depth >= CE_MOMENTS_SUMS)
        rc = add_exact(sums, "sum", &m.sum, err);
    if (!rc && depth >= CE_MOMENTS_SQUARES)
        rc = add_exact(sums, product_name(depth), &m.product, err);
    ce_moments_free(&m);
    free(texts);
    return rc;
}

/* ---- merged sums ---- */

void ce_moment_columns_free(ce_moment_columns *columns)
{
    for (size_t s = 0; columns->name && s < columns->moments.d; s++)
        free(columns->name[s]);
    free(columns->name);
    free(columns->texts);
    ce_moments_free(&columns->moments);
    *columns = (ce_moment_columns){0};
}

static int fail_damaged(const char *path, const char *block, size_t s, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "%s: block '%s': column %zu has what no values have", path,
                   block, s + 1);
}

/* A block of `rows` rows. */
static int find_block(const ce_sums *sums, const char *name, ce_sums_how join, size_t rows,
                      size_t columns, const char *path, ce_sums_block **block, ce_error *err)
{
    int rc = ce_sums_find(sums, name, join, columns, block, path, err);

    if (!rc && (*block)->rows != rows)
        rc = ce_fail(err, CE_EINPUT, "%s: block '%s' has %zu rows, %zu expected", path, name,
                     (*block)->rows, rows);
    return rc;
}

static int take_cells(const ce_sums *sums, const char *path, ce_moment_columns *c, ce_error *err)
{
    ce_moments *m = &c->moments;
    ce_sums_block *cells, *least, *largest;
    int rc = find_block(sums, "cells", CE_SUMS_ADD, m->d, 2, path, &cells, err);

    if (!rc)
        rc = find_block(sums, "least", CE_SUMS_LEAST, m->d, 1, path, &least, err);
    if (!rc)
        rc = find_block(sums, "largest", CE_SUMS_LARGEST, m->d, 1, path, &largest, err);
    for (size_t s = 0; s < m->d && !rc; s++) {
        int64_t numbers = cells->count[2 * s], texts = cells->count[2 * s + 1];
        uint64_t objects = ce_sums_objects(sums);
        if (numbers < 0 || texts < 0 || (uint64_t)numbers > objects || (uint64_t)texts > objects)
            return fail_damaged(path, "cells", s, err);
        if (numbers && texts)
            return ce_fail(err, CE_EINPUT,
                           "%s: column %s holds numbers in some parts and text in others: name it "
                           "with " CE_OPT("categorical"),
                           path, c->name[s]);
        if (numbers && !(isfinite(least->value[s]) && isfinite(largest->value[s]) &&
                         least->value[s] <= largest->value[s]))
            return fail_damaged(path, "least", s, err);
        m->present[s] = (uint64_t)numbers;
        c->texts[s] = texts;
        if (numbers) {
            m->low[s] = least->value[s];
            m->high[s] = largest->value[s];
        }
    }
    return rc;
}

/* Exact sums are moved out of their block. */
static int take_exact(const ce_sums *sums, const char *name, const char *path, ce_exact_sums *to,
                      ce_error *err)
{
    ce_sums_block *block;
    int rc = find_block(sums, name, CE_SUMS_EXACT, to->count, 1, path, &block, err);

    if (!rc) {
        ce_exact_free(to);
        *to = block->exact;
        block->exact = (ce_exact_sums){0};
        block->rows = 0;
    }
    return rc;
}

/* The mean is between the least and the largest value, and the deviation not above the range. */
static int check_values(const ce_moments *m, const char *path, ce_error *err)
{
    for (size_t s = 0; s < m->d; s++) {
        int units = ce_moments_exponent(m, s);
        double mean, sd, range = m->high[s] - m->low[s];
        if (!m->present[s] || m->depth < CE_MOMENTS_SUMS)
            continue;
        mean = ce_moments_mean(m, s, 0);
        if (!(mean >= m->low[s] && mean <= m->high[s]))
            return fail_damaged(path, "sum", s, err);
        if (m->depth < CE_MOMENTS_SQUARES || !(range > 0) || isinf(range))
            continue;
        sd = ce_moments_sd(m, s, units);
        if (!(sd > 0 && sd <= ldexp(range, units)))
            return fail_damaged(path, product_name(m->depth), s, err);
    }
    return CE_OK;
}

int ce_moment_sums_take(ce_sums *sums, const char *path, ce_moments_depth depth,
                        ce_moment_columns *c, ce_error *err)
{
    ce_moments *m = &c->moments;
    char **name = NULL;
    size_t d = 0;
    int rc = ce_sums_names_read(sums, "columns", path, &name, &d, err);

    if (rc)
        return rc;
    rc = ce_moments_alloc(m, d, depth, err);
    m->d = d;
    c->name = name;
    c->texts = ce_calloc(d, sizeof *c->texts, err);
    if (!rc && !c->texts)
        rc = CE_ENOMEM;
    if (!rc)
        rc = take_cells(sums, path, c, err);
    if (!rc && depth >= CE_MOMENTS_SUMS)
        rc = take_exact(sums, "sum", path, &m->sum, err);
    if (!rc && depth >= CE_MOMENTS_SQUARES)
        rc = take_exact(sums, product_name(depth), path, &m->product, err);
    for (size_t s = 0; s < d && !rc && depth == CE_MOMENTS_PRODUCTS; s++)
        if (!m->present[s] || m->present[s] != ce_sums_objects(sums))
            rc = fail_damaged(path, "cells", s, err);
    if (!rc)
        rc = check_values(m, path, err);
    if (rc)
        ce_moment_columns_free(c);
    return rc;
}

/* Whether a column of a table has a number. */
static int has_numbers(const ce_data_table *table, size_t s)
{
    ce_numbers x = ce_data_table_numbers(table);

    for (size_t i = 0; i < x.rows; i++)
        if (!table->categories[s].count && !isnan(ce_numbers_at(&x, i * x.width + s)))
            return 1;
    return 0;
}

int ce_moment_columns_check(const ce_moment_columns *c, const char *sums_path,
                            const ce_data_table *table, const char *path, ce_error *err)
{
    if (table->values.columns != c->moments.d)
        return ce_fail(err, CE_EINPUT, "%s: %zu columns, %zu in %s", path, table->values.columns,
                       c->moments.d, sums_path);
    for (size_t s = 0; s < c->moments.d; s++) {
        int text = table->categories[s].count > 0;
        if (strcmp(table->name[s], c->name[s]))
            return ce_fail(err, CE_EINPUT, "%s: column %zu is '%s', '%s' in %s", path, s + 1,
                           table->name[s], c->name[s], sums_path);
        if ((text && c->moments.present[s]) || (c->texts[s] && has_numbers(table, s)))
            return ce_fail(err, CE_EINPUT, "%s: column %s holds %s, %s in %s", path, c->name[s],
                           text ? "text" : "numbers", text ? "numbers" : "text", sums_path);
    }
    return CE_OK;
}
