#include "plot/result_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/real.h"

static size_t find(const ce_data_table *table, const char *name)
{
    size_t s = 0;

    while (s < table->values.columns && strcmp(table->name[s], name))
        s++;
    return s;
}

int ce_result_column(const ce_data_table *table, const char *name, int numeric, const char *source,
                     size_t *column, ce_error *err)
{
    size_t s = find(table, name);

    if (s == table->values.columns)
        return ce_fail(err, CE_EINPUT, "no column %s: a table as %s writes it expected", name,
                       source);
    if (numeric && table->categories[s].count)
        return ce_fail(err, CE_EINPUT, "column %s is categorical, a numeric one expected", name);
    *column = s;
    return CE_OK;
}

int ce_result_clustering(const ce_data_table *table, const char *source, size_t *column,
                         ce_error *err)
{
    size_t d = table->values.columns;
    int by_k = find(table, "clustering") == d && find(table, "k") < d;

    return ce_result_column(table, by_k ? "k" : "clustering", 0, source, column, err);
}

double ce_result_number(const ce_data_table *table, size_t row, size_t column)
{
    return table->values.values[row * table->values.columns + column];
}

const char *ce_result_text(const ce_data_table *table, size_t row, size_t column,
                           char text[CE_RESULT_TEXT])
{
    double value = ce_result_number(table, row, column);

    text[0] = '\0';
    if (isnan(value))
        return text;
    if (table->categories[column].count)
        return table->categories[column].text[(size_t)value];
    text[ce_format_real(value, text)] = '\0';
    return text;
}

/* Whether a row is of the clustering `name`, or of that of the first row. */
static int belongs(const ce_data_table *table, size_t i, size_t column, const char *name)
{
    double value = ce_result_number(table, i, column), first = ce_result_number(table, 0, column);
    char text[CE_RESULT_TEXT];

    if (name)
        return !strcmp(ce_result_text(table, i, column, text), name);
    return value == first || (isnan(value) && isnan(first));
}

int ce_result_rows(const ce_data_table *table, const char *name, const char *source, size_t *column,
                   size_t **row, size_t *count, size_t *others, ce_error *err)
{
    char first[CE_RESULT_TEXT];
    size_t n = table->values.rows, *found;
    int rc = ce_result_clustering(table, source, column, err);

    if (rc)
        return rc;
    found = ce_alloc(n, sizeof *found, err);
    if (!found)
        return CE_ENOMEM;
    *count = *others = 0;
    for (size_t i = 0; i < n; i++) {
        if (belongs(table, i, *column, name))
            found[(*count)++] = i;
        else
            *others += i == 0 || ce_result_number(table, i, *column) !=
                                     ce_result_number(table, i - 1, *column);
    }
    if (!*count) {
        free(found);
        return ce_fail(err, CE_EINPUT, "no %s '%.100s'; the first is '%.100s'",
                       table->name[*column], name, ce_result_text(table, 0, *column, first));
    }
    *row = found;
    return CE_OK;
}
