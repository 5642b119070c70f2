#include "io/data_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/descriptor.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/output.h"

int ce_data_table_alloc(ce_data_table *table, size_t n, size_t d, ce_error *err)
{
    int rc = ce_matrix_alloc(&table->values, n, d, err);

    if (rc)
        return rc;
    rc = ce_data_table_alloc_names(table, d, err);
    if (rc)
        ce_matrix_free(&table->values);
    return rc;
}

int ce_data_table_alloc_names(ce_data_table *table, size_t d, ce_error *err)
{
    table->name = ce_calloc(d, sizeof *table->name, err);
    table->categories = ce_calloc(d, sizeof *table->categories, err);
    if (table->name && table->categories)
        return CE_OK;
    free(table->name);
    free(table->categories);
    table->name = NULL;
    table->categories = NULL;
    return CE_ENOMEM;
}

void ce_data_table_free(ce_data_table *table)
{
    if (!table)
        return;
    ce_named_categories_free(table->name, table->categories,
                             table->name ? table->values.columns : 0);
    ce_text_column_free(&table->id);
    ce_text_column_free(&table->class_);
    if (table->map)
        munmap(table->map, table->map_size);
    else
        ce_matrix_free(&table->values);
    *table = (ce_data_table){0};
}

ce_numbers ce_data_table_numbers(const ce_data_table *table)
{
    return ce_numbers_of(&table->values, table->single);
}

/* ---- features by name ---- */

static int is_called(const char *name, const char *word, size_t length)
{
    return name && strlen(name) == length && !memcmp(name, word, length);
}

int ce_data_table_find(const ce_data_table *table, const char *name, size_t length, size_t *feature,
                       ce_error *err)
{
    char word[101];

    for (size_t s = 0; s < table->values.columns; s++)
        if (is_called(table->name[s], name, length)) {
            *feature = s;
            return CE_OK;
        }
    snprintf(word, sizeof word, "%.*s", (int)(length < 100 ? length : 100), name);
    if (is_called(table->class_.name, name, length))
        return ce_fail(err, CE_EINPUT, "no feature '%s': the column holds the classes", word);
    if (is_called(table->id.name, name, length))
        return ce_fail(err, CE_EINPUT, "no feature '%s': the column holds the ids", word);
    for (size_t s = 0; s < table->values.columns; s++)
        if (ce_may_mean(word, table->name[s]))
            return ce_fail(err, CE_EINPUT, "no feature '%s'; did you mean %.100s?", word,
                           table->name[s]);
    return ce_fail(err, CE_EINPUT, "no feature '%s'", word);
}

int ce_data_table_is_numbered(const ce_data_table *table)
{
    size_t s = 0;

    for (; s < table->values.columns; s++) {
        char c[32], f[32];
        snprintf(c, sizeof c, "c%zu", s + 1);
        snprintf(f, sizeof f, "f%zu", s + 1);
        if (strcmp(table->name[s], c) && strcmp(table->name[s], f))
            break;
    }
    return s == table->values.columns;
}

int ce_data_table_find_all(const ce_data_table *table, const char *table_path, char *const *name,
                           size_t count, const char *path, size_t *feature, ce_error *err)
{
    size_t d = table->values.columns;

    for (size_t s = 0; s < count; s++) {
        feature[s] = 0;
        while (feature[s] < d && strcmp(table->name[feature[s]], name[s]))
            feature[s]++;
        if (feature[s] == d)
            return ce_fail(err, CE_EINPUT, "%s: feature '%.60s', which %s does not have",
                           ce_path_name(path), name[s], ce_path_name(table_path));
        for (size_t before = 0; before < s; before++)
            if (feature[before] == feature[s])
                return ce_fail(err, CE_EINPUT, "%s: feature '%.60s' is there twice",
                               ce_path_name(path), name[s]);
    }
    return CE_OK;
}

/* to: where each column goes. */
static void permute_columns(ce_data_table *table, const size_t *to, double *row, char **name,
                            ce_categories *categories)
{
    size_t d = table->values.columns;

    for (size_t s = 0; s < d; s++) {
        name[to[s]] = table->name[s];
        categories[to[s]] = table->categories[s];
    }
    memcpy(table->name, name, d * sizeof *name);
    memcpy(table->categories, categories, d * sizeof *categories);
    for (size_t i = 0; i < table->values.rows; i++) {
        double *value = table->values.values + i * d;
        for (size_t s = 0; s < d; s++)
            row[to[s]] = value[s];
        memcpy(value, row, d * sizeof *row);
    }
}

int ce_data_table_match(ce_data_table *table, const char *path, const ce_data_table *other,
                        const char *other_path, ce_error *err)
{
    size_t d = table->values.columns, same = 0;
    size_t *to;
    double *row;
    char **name;
    ce_categories *categories;
    int rc;

    if (d != other->values.columns)
        return ce_fail(err, CE_EINPUT, "%s: %zu features, %zu expected as in %s",
                       ce_path_name(path), d, other->values.columns, ce_path_name(other_path));
    while (same < d && !strcmp(table->name[same], other->name[same]))
        same++;
    if (same == d || ce_data_table_is_numbered(table) || ce_data_table_is_numbered(other))
        return CE_OK;
    to = ce_alloc(d, sizeof *to, err);
    row = ce_alloc(d, sizeof *row, err);
    name = ce_alloc(d, sizeof *name, err);
    categories = ce_alloc(d, sizeof *categories, err);
    rc = to && row && name && categories
             ? ce_data_table_find_all(other, other_path, table->name, d, path, to, err)
             : CE_ENOMEM;
    if (!rc)
        permute_columns(table, to, row, name, categories);
    free(to);
    free(row);
    free(name);
    free(categories);
    return rc;
}

/* ---- writing ---- */

/* Whether the table has one column only. */
static int is_alone(const ce_data_table *table)
{
    return table->values.columns == 1 && !table->class_.name && !table->id.name;
}

static void write_value(const ce_data_table *table, ce_output *output, size_t i, size_t s,
                        char delimiter)
{
    double value = table->values.values[i * table->values.columns + s];

    if (isnan(value))
        ce_output_text(output, is_alone(table) ? "NA" : "");
    else if (table->categories[s].count)
        ce_output_cell(output, table->categories[s].text[(size_t)value], delimiter);
    else
        ce_output_real(output, value);
}

int ce_data_table_write(const ce_data_table *table, const char *path, char delimiter, ce_error *err)
{
    ce_output *output;
    char between = is_alone(table) ? '\0' : delimiter ? delimiter : ',';
    size_t d = table->values.columns;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (table->id.name) {
        ce_output_name(output, table->id.name, between);
        ce_output_char(output, between);
    }
    for (size_t s = 0; s < d; s++) {
        if (s)
            ce_output_char(output, between);
        ce_output_name(output, table->name[s], between);
    }
    if (table->class_.name) {
        ce_output_char(output, between);
        ce_output_name(output, table->class_.name, between);
    }
    ce_output_char(output, '\n');
    for (size_t i = 0; i < table->values.rows && !ce_output_failed(output); i++) {
        if (table->id.name) {
            ce_output_cell(output, ce_text_column_get(&table->id, i), between);
            ce_output_char(output, between);
        }
        for (size_t s = 0; s < d; s++) {
            if (s)
                ce_output_char(output, between);
            write_value(table, output, i, s, between);
        }
        if (table->class_.name) {
            ce_output_char(output, between);
            if (table->class_.value[i] >= 0)
                ce_output_cell(output, ce_text_column_get(&table->class_, i), between);
        }
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}
