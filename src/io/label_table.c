#include "io/label_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/ids_watch.h"
#include "io/input.h"
#include "io/label_check.h"
#include "io/label_table_internal.h"
#include "io/npy.h"
#include "io/table_cut.h"
#include "io/table_readers.h"

/* A column while it grows. */
typedef struct {
    int32_t *label;
    size_t capacity;
    ce_categories categories;
} growing;

struct ce_label_reader {
    ce_label_table *table;
    const ce_table_format *format;
    ce_columns columns;
    size_t size_column; /* of the sizes in a microcluster table; or CE_NO_COLUMN */
    growing *grown;     /* per column of the file */
    double *size;
    size_t size_capacity;
    size_t n;       /* rows read */
    int truth_only; /* only the class column is wanted */
    ce_ids_watch watch;
    ce_error *err;
};

typedef ce_label_reader reader;

static int read_size(reader *r, ce_csv *csv, const char *text, size_t length)
{
    double value;
    int rc = ce_grow(&r->size, &r->size_capacity, r->n + 1, sizeof *r->size, r->err);

    if (rc)
        return rc;
    if (ce_parse_real(text, length, &value) != 1 || value < 1 || value > 9007199254740992.0 ||
        value != floor(value)) {
        if (r->truth_only) { /* a feature of a data table */
            free(r->size);
            r->size = NULL;
            r->size_column = CE_NO_COLUMN;
            return CE_OK;
        }
        return ce_csv_fail(csv, "size '%.40s', a whole number of objects from 1 expected", text);
    }
    r->size[r->n] = value;
    return CE_OK;
}

static int read_label(reader *r, ce_csv *csv, size_t column, const char *text, size_t length)
{
    growing *g = &r->grown[column];
    int32_t number = CE_MISSING;
    int rc = ce_columns_check_label(&r->columns, csv, r->format, column, text, length);

    if (rc)
        return rc;
    if (r->n >= g->capacity &&
        (rc = ce_grow(&g->label, &g->capacity, r->n + 1, sizeof *g->label, r->err)))
        return rc;
    if (!ce_cell_missing(r->format, text, length) &&
        (number = ce_categories_number(&g->categories, text, length, r->err)) < 0)
        return number;
    g->label[r->n] = number;
    return CE_OK;
}

static int read_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t column)
{
    reader *r = state;
    int rc = ce_ids_watch_cell(&r->watch, text, length, r->n, column, r->err);

    if (rc)
        return rc;
    if (r->columns.role[column] == CE_ROLE_SIZE_AGAIN)
        return r->size ? ce_columns_check_size(csv, r->size[r->n], text, length) : CE_OK;
    if (r->columns.role[column] != CE_ROLE_VALUE)
        return ce_columns_hold_back(&r->columns, csv, r->format, column, r->n, text, length,
                                    &r->table->id, &r->table->class_, r->err);
    if (column == r->size_column)
        return read_size(r, csv, text, length);
    return r->truth_only ? CE_OK : read_label(r, csv, column, text, length);
}

int ce_label_reader_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                         size_t column)
{
    reader *r = state;

    /* most cells hold a small number that has occurred in this column */
    if (row) {
        growing *g = &r->grown[column];
        int32_t number =
            r->n < g->capacity ? ce_categories_known(&g->categories, text, length) : -1;
        if (number >= 0) {
            g->label[r->n] = number;
            ce_ids_watch_repeat(&r->watch, column);
            return CE_OK;
        }
    }
    return row == 0 ? ce_columns_add(&r->columns, text, length, r->err)
                    : read_cell(r, csv, text, length, column);
}

/* The only column of a table is the truth, whatever its name. */
static void only_column_is_class(ce_columns *columns)
{
    for (size_t c = 0;
         columns->class_ == CE_NO_COLUMN && columns->values == 1 && c < columns->columns; c++)
        if (columns->role[c] == CE_ROLE_VALUE) {
            columns->role[c] = CE_ROLE_CLASS;
            columns->class_ = c;
        }
}

static int first_line(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    int rc = ce_columns_decide(columns, csv, r->format,
                               r->truth_only ? CE_TABLE_TRUTH : CE_TABLE_LABELS);

    if (rc)
        return rc;
    ce_columns_tell_count(columns, csv, r->format);
    if (r->truth_only) {
        only_column_is_class(columns);
        if (columns->class_ == CE_NO_COLUMN)
            return ce_csv_fail(csv,
                               "%zu columns and none named 'class': say which holds the classes "
                               "(%s)",
                               columns->values,
                               r->format->class_option ? r->format->class_option : CE_OPT("class"));
    }
    r->size_column = ce_columns_take_size(columns);
    if (!r->truth_only && (rc = ce_columns_check_no_size(columns, csv, r->format, r->size_column)))
        return rc;
    if (!columns->values && !r->truth_only)
        return ce_columns_refuse_labels(columns, csv);
    r->grown = ce_calloc(columns->columns, sizeof *r->grown, r->err);
    if (!r->grown)
        return CE_ENOMEM;
    if ((rc = ce_ids_watch_begin(&r->watch, columns, r->format, r->err)))
        return rc;
    return ce_columns_begin(columns, csv, read_cell, r, &r->table->id, &r->table->class_, &r->n,
                            r->err);
}

int ce_label_reader_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    reader *r = state;

    (void)columns;
    return row == 0 ? first_line(r, csv) : ce_csv_count_object(csv, &r->n);
}

/* NAME#1, NAME#2 and so on; a number whose name is there already is left out. */
static int number_name(char **name, const ce_categories *names, size_t *number, ce_error *err)
{
    size_t room = strlen(*name) + 24;
    char *text = ce_alloc(room, 1, err);

    if (!text)
        return CE_ENOMEM;
    do
        snprintf(text, room, "%s#%zu", *name, ++*number);
    while (ce_categories_find(names, text, strlen(text)) >= 0);
    free(*name);
    *name = text;
    return CE_OK;
}

int ce_names_tell_apart(char **name, size_t m, ce_error *err)
{
    ce_categories names = {0};
    int32_t *first = ce_alloc(m, sizeof *first, err);
    size_t *count = ce_calloc(m, sizeof *count, err), *last = ce_calloc(m, sizeof *last, err);
    int rc = first && count && last ? CE_OK : CE_ENOMEM;

    for (size_t q = 0; q < m && !rc; q++) {
        first[q] = ce_categories_number(&names, name[q], strlen(name[q]), err);
        if (first[q] < 0)
            rc = first[q];
        else
            count[first[q]]++;
    }
    for (size_t q = 0; q < m && !rc; q++)
        if (count[first[q]] > 1)
            rc = number_name(&name[q], &names, &last[first[q]], err);
    ce_categories_free(&names);
    free(first);
    free(count);
    free(last);
    return rc;
}

/* Copies column by column into one block, and frees each column at once. */
static int assemble(reader *r)
{
    ce_label_table *table = r->table;
    size_t q = 0;
    int rc = ce_label_table_alloc(table, r->n, r->columns.values, r->err);

    if (rc)
        return rc;
    table->categories = ce_calloc(r->columns.values, sizeof *table->categories, r->err);
    if (!table->categories)
        return CE_ENOMEM;
    for (size_t c = 0; c < r->columns.columns; c++) {
        growing *g = &r->grown[c];
        if (r->columns.role[c] != CE_ROLE_VALUE || c == r->size_column)
            continue;
        memcpy(ce_labels_column(&table->labels, q), g->label, r->n * sizeof *g->label);
        free(g->label);
        g->label = NULL;
        table->labels.k[q] = (int32_t)g->categories.count;
        table->categories[q] = g->categories;
        g->categories = (ce_categories){0};
        table->name[q++] = r->columns.name[c];
        r->columns.name[c] = NULL;
    }
    table->size = r->size;
    r->size = NULL;
    return ce_names_tell_apart(table->name, table->labels.m, r->err);
}

static double count_objects(const ce_label_table *table)
{
    double sum = 0;

    for (size_t i = 0; table->size && i < table->labels.n; i++)
        sum += table->size[i];
    return table->size ? sum : (double)table->labels.n;
}

ce_label_reader *ce_label_reader_alloc(ce_label_table *table, const ce_table_format *format,
                                       ce_error *err)
{
    reader *r = ce_calloc(1, sizeof *r, err);

    if (r)
        *r = (reader){.table = table, .format = format, .size_column = CE_NO_COLUMN, .err = err};
    return r;
}

int ce_label_reader_end(ce_label_reader *r, int rc, const char *path)
{
    if (!rc)
        rc = ce_columns_check_rows(&r->columns, r->n, path, r->err);
    if (!rc)
        rc = ce_ids_watch_end(&r->watch, &r->columns, r->n, path, r->format, r->err);
    if (!rc)
        rc = ce_ids_watch_labels(&r->table->id, path, r->format, r->err);
    if (!rc && !r->truth_only)
        rc = assemble(r);
    if (!rc && r->truth_only) {
        r->table->size = r->size;
        r->size = NULL;
    }
    if (!rc && !r->truth_only)
        rc = ce_label_check(r->table->name, r->table->categories, r->table->labels.m,
                            count_objects(r->table), path, r->format, r->err);
    if (!rc && !r->truth_only)
        rc = ce_label_check_ids(r->table->name, r->table->categories, &r->table->labels,
                                &r->table->id, path, r->err);
    for (size_t c = 0; r->grown && c < r->columns.columns; c++) {
        free(r->grown[c].label);
        ce_categories_free(&r->grown[c].categories);
    }
    free(r->grown);
    free(r->size);
    ce_ids_watch_free(&r->watch);
    ce_columns_free(&r->columns);
    if (rc)
        ce_label_table_free(r->table);
    free(r);
    return rc;
}

static int read_table(ce_label_table *table, ce_input *input, const ce_table_format *format,
                      int truth_only, ce_error *err)
{
    int is_npy = 0, rc = ce_table_cut_input(input, format, err);
    reader *r;

    if (!rc)
        rc = ce_input_is_npy(input, &is_npy, err);
    if (rc)
        return rc;
    if (is_npy)
        return truth_only ? ce_truth_read_npy(&table->class_, input, format, err)
                          : ce_label_table_read_npy(table, input, format, err);
    r = ce_label_reader_alloc(table, format, err);
    if (!r)
        return CE_ENOMEM;
    r->truth_only = truth_only;
    rc = ce_csv_read_input(input, format, ce_label_reader_cell, ce_label_reader_row, r, NULL, err);
    return ce_label_reader_end(r, rc, ce_input_name(input));
}

static int read_path(ce_label_table *table, const char *path, const ce_table_format *format,
                     int truth_only, ce_error *err)
{
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = read_table(table, input, format, truth_only, err);
    ce_input_close(input, err);
    return rc;
}

int ce_label_table_read(ce_label_table *table, const char *path, const ce_table_format *format,
                        ce_error *err)
{
    return read_path(table, path, format, 0, err);
}

int ce_label_table_read_input(ce_label_table *table, ce_input *input, const ce_table_format *format,
                              ce_error *err)
{
    return read_table(table, input, format, 0, err);
}

int ce_label_table_read_classes(ce_label_table *table, const char *path,
                                const ce_table_format *format, ce_error *err)
{
    return read_path(table, path, format, 1, err);
}

int ce_label_table_need_objects(const ce_label_table *table, const char *path, ce_error *err)
{
    return table->size
               ? ce_fail(err, CE_EINPUT,
                         "%s: a microcluster table, but constraints are about objects",
                         ce_path_name(path))
               : CE_OK;
}

void ce_text_column_move(ce_text_column *to, ce_text_column *from)
{
    ce_text_column_free(to);
    *to = *from;
    *from = (ce_text_column){0};
}

int ce_label_table_alloc(ce_label_table *table, size_t n, size_t m, ce_error *err)
{
    int rc = ce_labels_alloc(&table->labels, n, m, err);

    if (rc)
        return rc;
    table->name = ce_calloc(m, sizeof *table->name, err);
    if (table->name)
        return CE_OK;
    ce_labels_free(&table->labels);
    return CE_ENOMEM;
}

void ce_label_table_free(ce_label_table *table)
{
    if (!table)
        return;
    ce_named_categories_free(table->name, table->categories, table->labels.m);
    free(table->size);
    ce_text_column_free(&table->id);
    ce_text_column_free(&table->class_);
    ce_labels_free(&table->labels);
    *table = (ce_label_table){0};
}
