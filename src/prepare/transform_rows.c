#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "core/random.h"
#include "prepare/transform_rows.h"

static void keep_text(ce_text_column *column, const unsigned char *keep)
{
    size_t kept = 0;

    if (!column->name)
        return;
    for (size_t i = 0; i < column->n; i++)
        if (keep[i])
            column->value[kept++] = column->value[i];
    column->n = kept;
}

void ce_transform_keep_rows(ce_data_table *table, const unsigned char *keep)
{
    size_t d = table->values.columns, kept = 0;
    double *x = table->values.values;

    for (size_t i = 0; i < table->values.rows; i++)
        if (keep[i])
            memmove(x + d * kept++, x + d * i, d * sizeof *x);
    table->values.rows = kept;
    keep_text(&table->id, keep);
    keep_text(&table->class_, keep);
}

int ce_transform_drop_missing_rows(ce_data_table *table, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns, kept = 0;
    unsigned char *keep = ce_alloc(n, 1, err);

    if (!keep)
        return CE_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        keep[i] = 1;
        for (size_t s = 0; s < d && keep[i]; s++)
            keep[i] = !isnan(table->values.values[i * d + s]);
        kept += keep[i];
    }
    if (kept)
        ce_transform_keep_rows(table, keep);
    free(keep);
    return kept ? CE_OK
                : ce_fail(err, CE_EINPUT,
                          "every object has a missing cell: drop the columns instead, or impute");
}

/* Marks `need` of the `left` rows whose class is c (c = CE_MISSING: of all rows), by Knuth's
 * algorithm S, which keeps the order and needs no memory. */
static void mark(unsigned char *keep, const ce_data_table *table, int32_t c, size_t left,
                 size_t need, gsl_rng *rng)
{
    for (size_t i = 0; i < table->values.rows && need; i++)
        if (c == CE_MISSING || table->class_.value[i] == c) {
            keep[i] = ce_random_below(rng, left--) < need;
            need -= keep[i];
        }
}

int ce_transform_sample(ce_data_table *table, size_t count, uint64_t seed, ce_error *err)
{
    size_t n = table->values.rows;
    unsigned char *keep;
    gsl_rng *rng;

    if (count > n)
        return ce_fail(err, CE_EINPUT, "%zu objects, %zu to be drawn without replacement", n,
                       count);
    keep = ce_calloc(n, 1, err);
    rng = ce_random_alloc(seed, CE_STREAM_PREPARE, 0, err);
    if (keep && rng) {
        mark(keep, table, CE_MISSING, n, count, rng);
        ce_transform_keep_rows(table, keep);
    }
    gsl_rng_free(rng);
    free(keep);
    return keep && rng ? CE_OK : CE_ENOMEM;
}

static int need_class(const ce_data_table *table, ce_error *err)
{
    if (table->class_.name)
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "no class column (one named class, or the one that %s names)",
                   CE_OPT("class"));
}

/* size: objects of each class, zeros before. *smallest: the smallest class that has any. Returns
 * its size, or 0 when no object has a class. */
static size_t count_classes(const ce_data_table *table, size_t *size, size_t *smallest)
{
    size_t classes = table->class_.categories.count, least = 0;

    for (size_t i = 0; i < table->values.rows; i++)
        if (table->class_.value[i] >= 0)
            size[table->class_.value[i]]++;
    for (size_t c = 0; c < classes; c++)
        if (size[c] && (!least || size[c] < least)) {
            least = size[c];
            *smallest = c;
        }
    return least;
}

int ce_transform_balance(ce_data_table *table, size_t each, uint64_t seed, ce_error *err)
{
    size_t classes = table->class_.categories.count, least, smallest = 0, *size = NULL;
    unsigned char *keep = NULL;
    gsl_rng *rng = NULL;
    int rc = need_class(table, err);

    if (rc)
        return rc;
    size = ce_calloc(classes, sizeof *size, err);
    keep = ce_calloc(table->values.rows, 1, err);
    rng = ce_random_alloc(seed, CE_STREAM_PREPARE, 0, err);
    rc = size && keep && rng ? CE_OK : CE_ENOMEM;
    if (!rc) {
        least = count_classes(table, size, &smallest);
        if (!least)
            rc = ce_fail(err, CE_EINPUT, "column %s: no object has a class", table->class_.name);
        else if (each > least)
            rc = ce_fail(err, CE_EINPUT,
                         "class %s has %zu objects, %zu to be drawn without replacement",
                         table->class_.categories.text[smallest], least, each);
    }
    for (size_t c = 0; c < classes && !rc; c++) {
        ce_random_set(rng, seed, CE_STREAM_PREPARE, c + 1);
        if (size[c])
            mark(keep, table, (int32_t)c, size[c], each ? each : least, rng);
    }
    if (!rc)
        ce_transform_keep_rows(table, keep);
    gsl_rng_free(rng);
    free(keep);
    free(size);
    return rc;
}

int ce_transform_classes(ce_data_table *table, const char *names, int drop, ce_error *err)
{
    size_t n = table->values.rows, kept = 0;
    unsigned char *keep = NULL;
    int rc = need_class(table, err);

    if (rc)
        return rc;
    if (!(keep = ce_alloc(n, 1, err)))
        return CE_ENOMEM;
    memset(keep, drop, n);
    for (const char *name = names; *name && !rc; name += strcspn(name, ","), name += *name == ',') {
        size_t length = strcspn(name, ",");
        int32_t c = ce_categories_find(&table->class_.categories, name, length);
        if (c < 0)
            rc = ce_fail(err, CE_EINPUT, "column %s: no class '%.*s'", table->class_.name,
                         (int)length, name);
        for (size_t i = 0; i < n && !rc; i++)
            if (table->class_.value[i] == c)
                keep[i] = !drop;
    }
    for (size_t i = 0; i < n; i++)
        kept += keep[i];
    if (!rc && !kept)
        rc = ce_fail(err, CE_EINPUT, "no object is left");
    if (!rc)
        ce_transform_keep_rows(table, keep);
    free(keep);
    return rc;
}
