#include "generate/categorical.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/input.h"

int ce_categorical_alloc(ce_categorical *x, size_t n, size_t d, ce_error *err)
{
    ce_categorical_free(x);
    if (n > INT32_MAX)
        return ce_fail(err, CE_EARG, "%zu objects, at most %d can be handled", n, INT32_MAX);
    x->n = n;
    x->d = d;
    x->value = ce_alloc(n, d * sizeof *x->value, err);
    x->values = ce_calloc(d, sizeof *x->values, err);
    x->first = ce_calloc(d + 1, sizeof *x->first, err);
    if (x->value && x->values && x->first)
        return CE_OK;
    ce_categorical_free(x);
    return CE_ENOMEM;
}

int ce_categorical_count(ce_categorical *x, ce_error *err)
{
    size_t n = x->n, d = x->d;

    for (size_t a = 0; a < d; a++)
        x->values[a] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t a = 0; a < d; a++)
            if (x->value[i * d + a] >= x->values[a])
                x->values[a] = x->value[i * d + a] + 1;
    for (size_t a = 0; a < d; a++)
        x->first[a + 1] = x->first[a] + (size_t)x->values[a];
    free(x->frequency);
    x->frequency = ce_calloc(x->first[d], sizeof *x->frequency, err);
    if (!x->frequency)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++)
        for (size_t a = 0; a < d; a++)
            x->frequency[x->first[a] + (size_t)x->value[i * d + a]]++;
    return CE_OK;
}

void ce_categorical_free(ce_categorical *x)
{
    if (!x)
        return;
    free(x->value);
    free(x->values);
    free(x->first);
    free(x->frequency);
    *x = (ce_categorical){0};
}

/* A column whose cells are all missing has no category, but it is no column of numbers either. */
static int need_categories(const ce_data_table *table, const char *path, ce_error *err)
{
    const ce_matrix *values = &table->values;

    for (size_t s = 0; s < values->columns; s++)
        for (size_t i = 0; i < values->rows && !table->categories[s].count; i++)
            if (!isnan(values->values[i * values->columns + s]))
                return ce_fail(err, CE_EINPUT,
                               "%s: column %s has numbers (%g), categories expected: " CE_OPT(
                                   "categorical") " all where numbers stand for categories, "
                                                  "a generator for numbers where they do not",
                               ce_path_name(path), table->name[s],
                               values->values[i * values->columns + s]);
    return CE_OK;
}

int ce_categorical_of_table(ce_categorical *x, const ce_data_table *table, const char *path,
                            ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    int rc = need_categories(table, path, err);

    if (!rc)
        rc = ce_categorical_alloc(x, n, d, err);
    if (rc)
        goto done;
    for (size_t i = 0; i < n; i++)
        for (size_t a = 0; a < d; a++) {
            double cell = table->values.values[i * d + a];
            x->value[i * d + a] =
                (int32_t)(isnan(cell) ? (double)table->categories[a].count : cell);
        }
    rc = ce_categorical_count(x, err);
done:
    if (rc)
        ce_categorical_free(x);
    return rc;
}

size_t ce_categorical_constant(const ce_categorical *x)
{
    size_t constant = 0;

    for (size_t a = 0; a < x->d; a++)
        constant += (size_t)x->frequency[x->first[a] + (size_t)x->value[a]] == x->n;
    return constant;
}
