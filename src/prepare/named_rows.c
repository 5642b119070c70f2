#include "prepare/named_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* count: of each name. */
static int count_names(const ce_data_table *table, size_t *count, size_t *repeated, ce_error *err)
{
    *repeated = 0;
    for (size_t i = 0; i < table->values.rows; i++) {
        int32_t name = table->class_.value[i];
        if (name < 0)
            return ce_fail(err, CE_EINPUT, "row %zu has no name", i + 1);
        *repeated += ++count[name] == 2;
    }
    return CE_OK;
}

static int add_id(ce_data_table *table, const char *text, ce_error *err)
{
    size_t before = table->id.categories.count;
    int rc = ce_text_column_append(&table->id, text, strlen(text), err);

    if (!rc && table->id.categories.count == before)
        return ce_fail(err, CE_EINPUT, "two rows are called '%s'", text);
    return rc;
}

static int number_rows(ce_data_table *table, const size_t *count, ce_error *err)
{
    const ce_text_column *names = &table->class_;
    size_t *so_far = ce_calloc(names->categories.count, sizeof *so_far, err);
    int rc = so_far ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < table->values.rows && !rc; i++) {
        size_t name = (size_t)names->value[i], length = strlen(names->categories.text[name]) + 24;
        char *text = ce_alloc(length, 1, err);
        if (!text) {
            rc = CE_ENOMEM;
        } else {
            snprintf(text, length, count[name] > 1 ? "%s#%zu" : "%s", names->categories.text[name],
                     ++so_far[name]);
            rc = add_id(table, text, err);
        }
        free(text);
    }
    free(so_far);
    return rc;
}

/* Row `name` of the result is the mean of the rows of that name. */
static int merge_rows(ce_data_table *table, ce_error *err)
{
    const ce_text_column *names = &table->class_;
    size_t d = table->values.columns, count = names->categories.count;
    ce_matrix sum = {0};
    size_t *present = ce_calloc(count, d * sizeof *present, err);
    int rc = present ? ce_matrix_alloc(&sum, count, d, err) : CE_ENOMEM;

    for (size_t i = 0; i < table->values.rows && !rc; i++)
        for (size_t s = 0; s < d; s++)
            present[(size_t)names->value[i] * d + s] += !isnan(table->values.values[i * d + s]);
    for (size_t e = 0; e < count * d && !rc; e++)
        sum.values[e] = present[e] ? 0 : NAN;
    for (size_t i = 0; i < table->values.rows && !rc; i++) /* shares, whose sum is a number */
        for (size_t s = 0; s < d; s++) {
            double value = table->values.values[i * d + s];
            size_t at = (size_t)names->value[i] * d + s;
            if (!isnan(value))
                sum.values[at] += value / (double)present[at];
        }
    for (size_t name = 0; name < count && !rc; name++)
        rc = add_id(table, names->categories.text[name], err);
    free(present);
    if (rc) {
        ce_matrix_free(&sum);
        return rc;
    }
    ce_matrix_free(&table->values);
    table->values = sum;
    return CE_OK;
}

int ce_transform_named_rows(ce_data_table *table, ce_repeated how, size_t *repeated, ce_error *err)
{
    size_t *count = ce_calloc(table->class_.categories.count, sizeof *count, err);
    int rc = count ? count_names(table, count, repeated, err) : CE_ENOMEM;

    if (!rc && !(table->id.name = ce_strdup("id", err)))
        rc = CE_ENOMEM;
    if (!rc)
        rc = how == CE_REPEATED_MEAN ? merge_rows(table, err) : number_rows(table, count, err);
    free(count);
    if (!rc)
        ce_text_column_free(&table->class_);
    return rc;
}
