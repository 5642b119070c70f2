#include "prepare/transpose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/csv.h"
#include "prepare/feature_name.h"

/* Rows and columns that are copied together, so that both are in the cache. */
enum { TILE = 32 };

static void copy_values(const ce_matrix *from, ce_matrix *to)
{
    size_t n = from->rows, d = from->columns;

    for (size_t top = 0; top < n; top += TILE)
        for (size_t left = 0; left < d; left += TILE)
            for (size_t i = top; i < n && i < top + TILE; i++)
                for (size_t s = left; s < d && s < left + TILE; s++)
                    to->values[s * n + i] = from->values[i * d + s];
}

/* Names of features as ids. */
static int make_ids(const ce_data_table *table, ce_text_column *id, ce_error *err)
{
    size_t d = table->values.columns;
    int rc = CE_OK;

    id->name = strdup("id");
    if (!id->name)
        return ce_fail(err, CE_ENOMEM, "out of memory for ids");
    for (size_t s = 0; s < d && !rc; s++) {
        const char *text = table->name[s];
        if (ce_is_missing(text, strlen(text)))
            return ce_fail(err, CE_EINPUT, "column %zu is named '%s', so it can be no id", s + 1,
                           text);
        rc = ce_text_column_append(id, text, strlen(text), err);
        if (!rc && id->categories.count <= s)
            rc = ce_fail(err, CE_EINPUT, "two columns are named '%s', so they can be no ids", text);
    }
    return rc;
}

/* Underscores behind a name that is another id, too, where it is no longer the id itself. */
static int set_apart(const ce_data_table *table, const char *id, char **name, ce_error *err)
{
    while (strcmp(*name, id) &&
           ce_categories_find(&table->id.categories, *name, strlen(*name)) >= 0) {
        size_t length = strlen(*name);
        char *longer = ce_alloc(length + 2, 1, err);
        if (!longer)
            return CE_ENOMEM;
        memcpy(longer, *name, length);
        memcpy(longer + length, "_", 2);
        free(*name);
        *name = longer;
    }
    return CE_OK;
}

/* Ids as names of features. */
static int make_names(const ce_data_table *table, ce_data_table *to, ce_error *err)
{
    for (size_t i = 0; i < table->values.rows; i++) {
        char number[32];
        const char *id = table->id.name ? ce_text_column_get(&table->id, i) : number;
        snprintf(number, sizeof number, "c%zu", i + 1);
        to->name[i] = ce_feature_name("", id, to, err);
        if (!to->name[i] || (table->id.name && set_apart(table, id, &to->name[i], err)))
            return CE_ENOMEM;
    }
    return CE_OK;
}

int ce_transform_transpose(ce_data_table *table, ce_error *err)
{
    size_t n = table->values.rows, d = table->values.columns;
    ce_data_table to = {0};
    int rc = ce_memory_check(n, d, sizeof(double), "the transposed table", "fewer columns", err);

    if (!rc)
        rc = ce_data_table_alloc(&to, d, n, err);
    if (!rc && table->is_named)
        rc = make_ids(table, &to.id, err);
    if (!rc)
        rc = make_names(table, &to, err);
    if (rc) {
        ce_data_table_free(&to);
        return rc;
    }
    copy_values(&table->values, &to.values);
    ce_data_table_free(table);
    *table = to;
    return CE_OK;
}
