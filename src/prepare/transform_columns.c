#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "linalg/pca.h"
#include "prepare/transform_columns.h"

void ce_transform_keep_columns(ce_data_table *table, const unsigned char *keep)
{
    size_t n = table->values.rows, d = table->values.columns, kept = 0;
    double *x = table->values.values, *to = x;

    for (size_t i = 0; i < n; i++)
        for (size_t s = 0; s < d; s++)
            if (keep[s])
                *to++ = x[i * d + s];
    for (size_t s = 0; s < d; s++) {
        if (keep[s]) {
            table->name[kept] = table->name[s];
            table->categories[kept++] = table->categories[s];
        } else {
            free(table->name[s]);
            ce_categories_free(&table->categories[s]);
        }
    }
    table->values.columns = kept;
}

/* Applies keep unless nothing would be left; frees it. */
static int keep_some(ce_data_table *table, unsigned char *keep, size_t *dropped,
                     const char *complaint, ce_error *err)
{
    size_t d = table->values.columns, kept = 0;

    for (size_t s = 0; s < d; s++)
        kept += keep[s];
    *dropped = d - kept;
    if (kept)
        ce_transform_keep_columns(table, keep);
    free(keep);
    return kept ? CE_OK : ce_fail(err, CE_EINPUT, "%s", complaint);
}

int ce_transform_drop_missing_columns(ce_data_table *table, size_t *dropped, ce_error *err)
{
    size_t d = table->values.columns;
    unsigned char *keep = ce_alloc(d, 1, err);

    if (!keep)
        return CE_ENOMEM;
    memset(keep, 1, d);
    for (size_t i = 0; i < table->values.rows; i++)
        for (size_t s = 0; s < d; s++)
            if (isnan(table->values.values[i * d + s]))
                keep[s] = 0;
    return keep_some(table, keep, dropped,
                     "every column has a missing cell: drop the objects instead, or impute", err);
}

int ce_transform_drop_constant(ce_data_table *table, size_t *dropped, ce_error *err)
{
    size_t d = table->values.columns;
    unsigned char *keep = ce_calloc(d, 1, err);
    double *first = ce_alloc(d, sizeof *first, err);

    if (!keep || !first) {
        free(keep);
        free(first);
        return CE_ENOMEM;
    }
    for (size_t s = 0; s < d; s++)
        first[s] = NAN;
    for (size_t i = 0; i < table->values.rows; i++)
        for (size_t s = 0; s < d; s++) {
            double value = table->values.values[i * d + s];
            if (isnan(first[s]))
                first[s] = value;
            else if (value != first[s] && !isnan(value))
                keep[s] = 1;
        }
    free(first);
    return keep_some(table, keep, dropped, "every column is constant", err);
}

typedef struct {
    double spread;
    size_t feature;
} spread_of;

/* The largest first; of equal ones the first in the table. */
static int by_spread(const void *a, const void *b)
{
    const spread_of *x = a, *y = b;

    if (x->spread != y->spread)
        return x->spread > y->spread ? -1 : 1;
    return x->feature < y->feature ? -1 : 1;
}

int ce_transform_keep_variable(ce_data_table *table, size_t count, ce_spread by, ce_error *err)
{
    size_t d = table->values.columns, dropped;
    unsigned char *keep = ce_calloc(d, 1, err);
    double *spread = ce_alloc(d, sizeof *spread, err);
    spread_of *order = ce_alloc(d, sizeof *order, err);
    int rc = keep && spread && order ? CE_OK : CE_ENOMEM;

    if (!rc && count > d)
        rc = ce_fail(err, CE_EINPUT, "%zu features, %zu to be kept", d, count);
    if (!rc)
        rc = ce_column_spreads(table, by, spread, err);
    for (size_t s = 0; s < d && !rc; s++)
        order[s] = (spread_of){spread[s], s};
    if (!rc) {
        qsort(order, d, sizeof *order, by_spread);
        for (size_t q = 0; q < count; q++)
            keep[order[q].feature] = 1;
    }
    free(spread);
    free(order);
    if (!rc)
        return keep_some(table, keep, &dropped, "no feature is left", err);
    free(keep);
    return rc;
}

int ce_transform_columns(ce_data_table *table, const char *names, int drop, ce_error *err)
{
    size_t d = table->values.columns, dropped;
    unsigned char *keep = ce_alloc(d, 1, err);

    if (!keep)
        return CE_ENOMEM;
    memset(keep, drop, d);
    for (const char *name = names; *name; name += strcspn(name, ","), name += *name == ',') {
        size_t length = strcspn(name, ","), first;
        if (ce_data_table_find(table, name, length, &first, err)) {
            free(keep);
            return CE_EINPUT;
        }
        for (size_t s = first; s < d; s++)
            if (!strcmp(table->name[s], table->name[first]))
                keep[s] = !drop;
    }
    return keep_some(table, keep, &dropped, "no feature is left", err);
}

/* ---- one-hot ---- */

/* The columns that one column becomes. */
typedef struct {
    size_t *column;  /* owned; category number -> new column. NULL: a numeric column */
    size_t first;    /* its first new column; a numeric column is copied there */
    size_t missing;  /* where missing cells go with CE_ONEHOT_OWN; 0: nowhere */
    int has_missing; /* 1: a cell is missing */
} expansion;

typedef struct {
    const char *text;
    size_t number;
} category_name;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const category_name *)a)->text, ((const category_name *)b)->text);
}

/* Lays out column s from column *next on, in the byte order of its values. *next becomes the first
 * column behind it. */
static int lay_out(expansion *e, const ce_data_table *table, size_t s, ce_onehot_missing missing,
                   size_t *next, ce_error *err)
{
    const ce_categories *categories = &table->categories[s];
    size_t n = table->values.rows, d = table->values.columns;
    category_name *order;

    e->first = *next;
    if (!categories->count) {
        ++*next;
        return CE_OK;
    }
    order = ce_alloc(categories->count, sizeof *order, err);
    e->column = ce_alloc(categories->count, sizeof *e->column, err);
    if (!order || !e->column) {
        free(order);
        return CE_ENOMEM;
    }
    for (size_t c = 0; c < categories->count; c++)
        order[c] = (category_name){categories->text[c], c};
    qsort(order, categories->count, sizeof *order, by_text);
    for (size_t c = 0; c < categories->count; c++)
        e->column[order[c].number] = (*next)++;
    free(order);
    for (size_t i = 0; i < n && !e->has_missing; i++)
        e->has_missing = isnan(table->values.values[i * d + s]);
    if (missing == CE_ONEHOT_OWN && e->has_missing)
        e->missing = (*next)++;
    return CE_OK;
}

static int name_expansion(ce_data_table *wide, const expansion *e, const ce_data_table *table,
                          size_t s, char between, ce_error *err)
{
    const ce_categories *categories = &table->categories[s];
    char *name;

    if (!e->column) {
        wide->name[e->first] = name = ce_strdup(table->name[s], err);
        return name ? CE_OK : CE_ENOMEM;
    }
    for (size_t c = 0; c < categories->count; c++) {
        wide->name[e->column[c]] = name =
            ce_join(table->name[s], between, categories->text[c], err);
        if (!name)
            return CE_ENOMEM;
    }
    if (e->missing && !(wide->name[e->missing] = ce_join(table->name[s], between, "NA", err)))
        return CE_ENOMEM;
    return CE_OK;
}

static void expand_cell(double *row, const expansion *e, size_t categories, double value,
                        ce_onehot_missing missing)
{
    if (!e->column) {
        row[e->first] = value;
        return;
    }
    for (size_t c = 0; c < categories; c++)
        row[e->first + c] = isnan(value) && missing == CE_ONEHOT_BLANK ? NAN : 0;
    if (e->missing)
        row[e->missing] = isnan(value);
    if (!isnan(value))
        row[e->column[(size_t)value]] = 1;
}

/* Puts the features of `from` in the place of the table's; id and class stay. */
static void replace_features(ce_data_table *table, ce_data_table *from)
{
    ce_data_table old = *table;

    table->values = from->values;
    table->name = from->name;
    table->categories = from->categories;
    old.id = old.class_ = (ce_text_column){0};
    ce_data_table_free(&old);
    *from = (ce_data_table){0};
}

int ce_transform_onehot(ce_data_table *table, ce_onehot_missing missing, char between,
                        ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns, columns = 0;
    expansion *e = ce_calloc(d, sizeof *e, err);
    ce_data_table wide = {0};
    int rc = e ? CE_OK : CE_ENOMEM;

    for (size_t s = 0; s < d && !rc; s++)
        rc = lay_out(&e[s], table, s, missing, &columns, err);
    if (!rc)
        rc = ce_memory_check(n, columns, sizeof(double), "the one-hot table",
                             "fewer objects or columns", err);
    if (!rc)
        rc = ce_data_table_alloc(&wide, n, columns, err);
    for (size_t s = 0; s < d && !rc; s++)
        rc = name_expansion(&wide, &e[s], table, s, between, err);
    for (size_t i = 0; i < n && !rc; i++)
        for (size_t s = 0; s < d; s++)
            expand_cell(wide.values.values + i * columns, &e[s], table->categories[s].count,
                        table->values.values[i * d + s], missing);
    if (!rc)
        replace_features(table, &wide);
    ce_data_table_free(&wide);
    for (size_t s = 0; e && s < d; s++)
        free(e[s].column);
    free(e);
    return rc;
}

/* ---- principal components ---- */

int ce_transform_pca_moments(const ce_data_table *table, ce_moments_depth depth, ce_moments *m,
                             ce_error *err)
{
    const ce_matrix *x = &table->values;
    int rc = ce_moments_alloc(m, x->columns, depth, err);

    for (size_t i = 0; i < x->rows && !rc; i += CE_MOMENTS_BLOCK) {
        size_t count = x->rows - i < CE_MOMENTS_BLOCK ? x->rows - i : CE_MOMENTS_BLOCK;
        rc = ce_moments_add(m, x->values + i * x->columns, count, err);
    }
    return rc;
}

int ce_transform_pca_fit(const ce_moments *m, char *const *name, size_t components, ce_pca *pca,
                         ce_error *err)
{
    size_t n = m->present[0], most = n < m->d ? n : m->d;
    int rc;

    if (components > most)
        return ce_fail(err, CE_EINPUT,
                       "%zu components of %zu objects with %zu features: at most %zu", components,
                       n, m->d, most);
    rc = ce_pca_check(n, m->d, m->low, m->high, name, err);
    return rc || m->depth < CE_MOMENTS_PRODUCTS ? rc : ce_pca_of_moments(pca, m, components, err);
}

int ce_transform_pca_apply(ce_data_table *table, const ce_pca *pca, double *explained,
                           ce_error *err)
{
    size_t components = pca->components;
    ce_data_table scores = {0};
    double sum = 0;
    char text[32];
    int rc = ce_data_table_alloc(&scores, table->values.rows, components, err);

    if (!rc)
        rc = ce_pca_apply(pca, &table->values, &scores.values, err);
    for (size_t c = 0; c < components && !rc; c++) {
        sum += pca->variance[c];
        snprintf(text, sizeof text, "pc%zu", c + 1);
        if (!(scores.name[c] = ce_strdup(text, err)))
            rc = CE_ENOMEM;
    }
    if (!rc) {
        replace_features(table, &scores);
        *explained = pca->total > 0 ? fmin(sum / pca->total, 1) : 1;
    }
    ce_data_table_free(&scores);
    return rc;
}

int ce_transform_pca_axes(const ce_data_table *table, size_t components, ce_pca *pca, ce_error *err)
{
    int few = table->values.rows < table->values.columns;
    ce_moments m = {0};
    int rc = ce_transform_pca_moments(table, few ? CE_MOMENTS_RANGE : CE_MOMENTS_PRODUCTS, &m, err);

    if (!rc)
        rc = ce_transform_pca_fit(&m, table->name, components, pca, err);
    /* the matrix of products would be larger than the data */
    if (!rc && few)
        rc = ce_pca_fit(pca, &table->values, table->name, components, err);
    ce_moments_free(&m);
    return rc;
}

int ce_transform_pca(ce_data_table *table, size_t components, double *explained, ce_error *err)
{
    ce_pca pca = {0};
    int rc = ce_transform_pca_axes(table, components, &pca, err);

    if (!rc)
        rc = ce_transform_pca_apply(table, &pca, explained, err);
    ce_pca_free(&pca);
    return rc;
}
