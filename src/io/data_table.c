#include "io/data_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "io/input.h"
#include "io/npy.h"
#include "io/output.h"

typedef enum { KIND_UNKNOWN, KIND_NUMERIC, KIND_CATEGORICAL } column_kind;

typedef struct {
    ce_data_table *table;
    const ce_table_format *format;
    ce_columns columns;
    column_kind *kind;         /* per column of the file */
    ce_categories *categories; /* per column of the file */
    size_t *feature;           /* column of the file -> feature number */
    double *values;
    size_t capacity, n;
    ce_error *err;
} reader;

static int read_number(reader *r, ce_csv *csv, const char *text, size_t length, size_t column,
                       double *value)
{
    int rc = ce_parse_real(text, length, value);

    if (rc == 1)
        return CE_OK;
    if (rc < 0)
        return ce_csv_fail(csv, "column %s: '%.40s' is not a finite number",
                           r->columns.name[column], text);
    return ce_csv_fail(csv,
                       "column %s: '%.40s', a number expected (or " CE_OPT("categorical") " %s)",
                       r->columns.name[column], text, r->columns.name[column]);
}

static int read_value(reader *r, ce_csv *csv, const char *text, size_t length, size_t column)
{
    double *value = &r->values[r->n * r->columns.values + r->feature[column]];
    int32_t number;

    if (ce_is_missing(text, length)) {
        *value = NAN;
        return CE_OK;
    }
    if (r->kind[column] == KIND_UNKNOWN)
        r->kind[column] = ce_parse_real(text, length, value) ? KIND_NUMERIC : KIND_CATEGORICAL;
    if (r->kind[column] == KIND_NUMERIC)
        return read_number(r, csv, text, length, column, value);
    number = ce_categories_number(&r->categories[column], text, length, r->err);
    *value = number;
    return number < 0 ? number : CE_OK;
}

static int read_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t column)
{
    reader *r = state;
    int rc;

    if (r->columns.role[column] != CE_ROLE_VALUE)
        return ce_columns_hold_back(&r->columns, csv, column, r->n, text, length, &r->table->id,
                                    &r->table->class_, r->err);
    if (r->feature[column] == 0 &&
        (rc = ce_grow(&r->values, &r->capacity, (r->n + 1) * r->columns.values, sizeof *r->values,
                      r->err)))
        return rc;
    return read_value(r, csv, text, length, column);
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    reader *r = state;

    return row == 0 ? ce_columns_add(&r->columns, text, length, r->err)
                    : read_cell(r, csv, text, length, column);
}

/* Marks the columns that format->categorical names. "all" means every column, unless one has that
 * name. */
static int mark_categorical(reader *r, ce_csv *csv)
{
    char *list, *rest, *key;
    size_t column;
    int rc = CE_OK;

    if (!r->format->categorical)
        return CE_OK;
    if (!strcmp(r->format->categorical, "all") &&
        ce_columns_find(&r->columns, "all") == CE_NO_COLUMN) {
        for (column = 0; column < r->columns.columns; column++)
            r->kind[column] = KIND_CATEGORICAL;
        return CE_OK;
    }
    list = ce_strdup(r->format->categorical, r->err);
    if (!list)
        return CE_ENOMEM;
    for (key = strtok_r(list, ",", &rest); key && !rc; key = strtok_r(NULL, ",", &rest)) {
        column = ce_columns_find(&r->columns, key);
        if (column == CE_NO_COLUMN)
            rc = ce_csv_fail(csv, "no column '%.100s' to read as categories", key);
        else
            r->kind[column] = KIND_CATEGORICAL;
    }
    free(list);
    return rc;
}

static int first_line(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    size_t next = 0;
    int rc = ce_columns_decide(columns, csv, r->format);

    if (rc)
        return rc;
    if (!columns->values)
        return ce_csv_fail(csv, "no feature: only id or class columns");
    r->kind = ce_calloc(columns->columns, sizeof *r->kind, r->err);
    r->categories = ce_calloc(columns->columns, sizeof *r->categories, r->err);
    r->feature = ce_calloc(columns->columns, sizeof *r->feature, r->err);
    if (!r->kind || !r->categories || !r->feature)
        return CE_ENOMEM;
    for (size_t c = 0; c < columns->columns; c++)
        if (columns->role[c] == CE_ROLE_VALUE)
            r->feature[c] = next++;
    if ((rc = mark_categorical(r, csv)))
        return rc;
    return ce_columns_begin(columns, csv, read_cell, r, &r->table->id, &r->table->class_, &r->n,
                            r->err);
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    reader *r = state;

    (void)columns;
    if (row == 0)
        return first_line(r, csv);
    if (++r->n > INT32_MAX)
        return ce_csv_fail(csv, "more than %d objects", INT32_MAX);
    return CE_OK;
}

static int assemble(reader *r)
{
    ce_data_table *table = r->table;
    size_t d = r->columns.values;
    int rc = ce_data_table_alloc(table, r->n, d, r->err);

    if (rc)
        return rc;
    memcpy(table->values.values, r->values, r->n * d * sizeof *r->values);
    for (size_t c = 0; c < r->columns.columns; c++)
        if (r->columns.role[c] == CE_ROLE_VALUE) {
            table->name[r->feature[c]] = r->columns.name[c];
            r->columns.name[c] = NULL;
            table->categories[r->feature[c]] = r->categories[c];
            r->categories[c] = (ce_categories){0};
        }
    return CE_OK;
}

int ce_data_table_read(ce_data_table *table, const char *path, const ce_table_format *format,
                       ce_error *err)
{
    reader r = {.table = table, .format = format, .err = err};
    unsigned char start[8];
    ce_input *input = NULL;
    size_t got = 0;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_input_peek(input, start, sizeof start, &got, err);
    if (!rc && ce_npy_magic(start, got)) {
        rc = ce_data_table_read_npy(table, input, err);
        ce_input_close(input);
        return rc;
    }
    if (!rc)
        rc = ce_csv_read_input(input, format->delimiter, on_cell, on_row, &r, NULL, err);
    ce_input_close(input);
    if (!rc)
        rc = ce_columns_check_rows(&r.columns, r.n, path, err);
    if (!rc)
        rc = assemble(&r);
    for (size_t c = 0; r.categories && c < r.columns.columns; c++)
        ce_categories_free(&r.categories[c]);
    free(r.categories);
    free(r.kind);
    free(r.feature);
    free(r.values);
    ce_columns_free(&r.columns);
    if (rc)
        ce_data_table_free(table);
    return rc;
}

int ce_data_table_alloc(ce_data_table *table, size_t n, size_t d, ce_error *err)
{
    int rc = ce_matrix_alloc(&table->values, n, d, err);

    if (rc)
        return rc;
    table->name = ce_calloc(d, sizeof *table->name, err);
    table->categories = ce_calloc(d, sizeof *table->categories, err);
    if (table->name && table->categories)
        return CE_OK;
    ce_matrix_free(&table->values);
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
    ce_named_categories_free(table->name, table->categories, table->values.columns);
    ce_text_column_free(&table->id);
    ce_text_column_free(&table->class_);
    ce_matrix_free(&table->values);
    *table = (ce_data_table){0};
}

static void write_value(const ce_data_table *table, ce_output *output, size_t i, size_t s,
                        char delimiter)
{
    double value = table->values.values[i * table->values.columns + s];

    if (isnan(value))
        ce_output_text(output, table->values.columns == 1 && !table->class_.name && !table->id.name
                                   ? "NA"
                                   : "");
    else if (table->categories[s].count)
        ce_output_cell(output, table->categories[s].text[(size_t)value], delimiter);
    else
        ce_output_real(output, value);
}

int ce_data_table_write(const ce_data_table *table, const char *path, char delimiter, ce_error *err)
{
    ce_output *output;
    char between = delimiter ? delimiter : ',';
    size_t d = table->values.columns;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if (table->id.name) {
        ce_output_cell(output, table->id.name, between);
        ce_output_char(output, between);
    }
    for (size_t s = 0; s < d; s++) {
        if (s)
            ce_output_char(output, between);
        ce_output_cell(output, table->name[s], between);
    }
    if (table->class_.name) {
        ce_output_char(output, between);
        ce_output_cell(output, table->class_.name, between);
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

int ce_data_table_need_numbers(const ce_data_table *table, const char *path, ce_error *err)
{
    for (size_t s = 0; s < table->values.columns; s++)
        if (table->categories[s].count)
            return ce_fail(
                err, CE_EINPUT,
                "%s: column %s is categorical ('%.40s'), numbers expected: make each of its "
                "categories a column of 0 and 1",
                ce_path_name(path), table->name[s], table->categories[s].text[0]);
    return CE_OK;
}

int ce_data_table_need_numeric(const ce_data_table *table, const char *path, ce_error *err)
{
    size_t d = table->values.columns;
    int rc = ce_data_table_need_numbers(table, path, err);

    if (rc)
        return rc;
    for (size_t i = 0; i < table->values.rows; i++)
        for (size_t s = 0; s < d; s++)
            if (isnan(table->values.values[i * d + s]))
                return ce_fail(err, CE_EINPUT,
                               "%s: object %zu has no value in column %s, complete data expected: "
                               "impute the values or drop the objects",
                               ce_path_name(path), i + 1, table->name[s]);
    return CE_OK;
}
