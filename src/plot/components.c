#include "plot/components.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/label_table.h"
#include "linalg/pca.h"

static int is_complete(const ce_data_table *data, size_t s)
{
    size_t n = data->values.rows, d = data->values.columns;

    if (data->categories[s].count)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (isnan(data->values.values[i * d + s]))
            return 0;
    return 1;
}

/* The mean of equal values is not always exact: they would seem to differ. */
static int varies(const ce_data_table *data, size_t s)
{
    size_t n = data->values.rows, d = data->values.columns, i = 1;
    const double *value = data->values.values + s;

    while (i < n && value[i * d] == value[0])
        i++;
    return i < n;
}

/* A column of x to mean 0 and variance 1; one without variance becomes 0. A power of two comes off
 * first, so that squares of 1e200 or 1e-200 are numbers. */
static void scale(ce_matrix *x, size_t s)
{
    size_t n = x->rows, d = x->columns;
    double mean = 0, square = 0, largest = 0, deviation;
    int exponent;

    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(x->values[i * d + s]));
    frexp(largest, &exponent);
    for (size_t i = 0; i < n; i++)
        x->values[i * d + s] = ldexp(x->values[i * d + s], -exponent);
    for (size_t i = 0; i < n; i++)
        mean += x->values[i * d + s] / (double)n;
    for (size_t i = 0; i < n; i++) {
        double off = x->values[i * d + s] - mean;
        square += off * off / (double)n;
    }
    deviation = sqrt(square);
    for (size_t i = 0; i < n; i++)
        x->values[i * d + s] = deviation > 0 ? (x->values[i * d + s] - mean) / deviation : 0;
}

size_t ce_components_usable(const ce_data_table *data)
{
    size_t usable = 0;

    for (size_t s = 0; s < data->values.columns; s++)
        usable += (size_t)is_complete(data, s);
    return usable;
}

/* The features that can be used, as a matrix. name: theirs, borrowed; the caller frees the array.
 */
static int take(const ce_data_table *data, int standardise, ce_matrix *x, char ***name,
                size_t *left_out, ce_error *err)
{
    size_t n = data->values.rows, d = data->values.columns, kept, at = 0;
    int rc;

    kept = ce_components_usable(data);
    *left_out = d - kept;
    if (!kept)
        return ce_fail(err, CE_EINPUT, "no numeric feature without missing cells");
    *name = ce_alloc(kept, sizeof **name, err);
    rc = *name ? ce_matrix_alloc(x, n, kept, err) : CE_ENOMEM;
    for (size_t s = 0; s < d && !rc; s++) {
        int differ = varies(data, s);
        if (!is_complete(data, s))
            continue;
        for (size_t i = 0; i < n; i++)
            x->values[i * kept + at] = differ ? data->values.values[i * d + s] : 0;
        if (standardise)
            scale(x, at);
        (*name)[at++] = data->name[s];
    }
    return rc;
}

static int name_component(ce_data_table *two, size_t c, const ce_pca *pca, ce_error *err)
{
    char name[64];
    double share = c < pca->components && pca->total > 0 ? pca->variance[c] / pca->total : 0;

    if (pca->total > 0)
        snprintf(name, sizeof name, "component %zu (%.0f %% of the variance)", c + 1, 100 * share);
    else
        snprintf(name, sizeof name, "component %zu (no variance)", c + 1);
    two->name[c] = ce_strdup(name, err);
    return two->name[c] ? CE_OK : CE_ENOMEM;
}

int ce_components(ce_data_table *data, int standardise, ce_data_table *two, size_t *left_out,
                  ce_error *err)
{
    size_t n = data->values.rows, components;
    ce_matrix x = {0}, scores = {0};
    ce_pca pca = {0};
    char **name = NULL;
    int rc = take(data, standardise, &x, &name, left_out, err);

    components = x.columns < 2 || n < 2 ? 1 : 2;
    if (!rc)
        rc = ce_pca_fit(&pca, &x, name, components, err);
    if (!rc)
        rc = ce_pca_apply(&pca, &x, &scores, err);
    if (!rc)
        rc = ce_data_table_alloc(two, n, 2, err);
    for (size_t c = 0; c < 2 && !rc; c++) {
        for (size_t i = 0; i < n; i++)
            two->values.values[i * 2 + c] = c < components ? scores.values[i * components + c] : 0;
        rc = name_component(two, c, &pca, err);
    }
    if (!rc) {
        ce_text_column_move(&two->id, &data->id);
        ce_text_column_move(&two->class_, &data->class_);
    } else
        ce_data_table_free(two);
    ce_pca_free(&pca);
    free(name);
    ce_matrix_free(&scores);
    ce_matrix_free(&x);
    return rc;
}
