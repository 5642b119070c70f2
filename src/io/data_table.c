#include "io/data_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/descriptor.h"
#include "core/memory.h"
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
