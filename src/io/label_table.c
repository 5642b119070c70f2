#include "io/label_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/beside.h"
#include "io/ids_watch.h"
#include "io/input.h"
#include "io/label_check.h"
#include "io/npy.h"
#include "io/objects.h"
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
    if (!rc && !r->truth_only)
        rc = assemble(r);
    if (!rc && r->truth_only) {
        r->table->size = r->size;
        r->size = NULL;
    }
    if (!rc && !r->truth_only)
        rc = ce_label_check(r->table->name, r->table->categories, r->table->labels.m,
                            count_objects(r->table), path, r->format, r->err);
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

/* value[i] becomes what value[row[i]] was. buffer: room for n. */
static void order_values(int32_t *value, const int32_t *row, int32_t *buffer, size_t n)
{
    memcpy(buffer, value, n * sizeof *value);
    for (size_t i = 0; i < n; i++)
        value[i] = buffer[row[i]];
}

/* Brings m columns of n values (one after the other) into the order of the table's ids. */
static int order_by_id(int32_t *columns, size_t m, const ce_text_column *own_id, const char *path,
                       const ce_text_column *id, const char *table_path, ce_error *err)
{
    size_t n = id->n;
    int32_t *row = NULL, *buffer = ce_alloc(n, sizeof *buffer, err);
    int rc = buffer ? ce_objects_find(&row, own_id, path, id, table_path, err) : CE_ENOMEM;

    for (size_t q = 0; q < m && !rc; q++)
        order_values(columns + q * n, row, buffer, n);
    free(row);
    free(buffer);
    return rc;
}

/* One object more or less: a question about the first line, which may have been read amiss. Without
 * a header the first column is called c1. */
static const char *suspect_header(size_t own_n, const char *name, const char *path,
                                  const ce_label_table *table, const char *table_path)
{
    size_t n = table->labels.n;

    if (ce_path_is_npy(path) || ce_path_is_npy(table_path)) /* it has no lines */
        return "";
    if (own_n == n + 1 && !strcmp(name, "c1"))
        return "; is its first line the header (" CE_OPT("header") " yes)?";
    if (own_n + 1 == n && table->labels.m && !strcmp(table->name[0], "c1"))
        return "; is the first line of the other the header (" CE_OPT("header") " yes)?";
    if (own_n + 1 == n && strcmp(name, "class"))
        return "; was its first line taken for a header (" CE_OPT("header") ")?";
    return "";
}

/* Fails when a table about the objects of another has another number of them. own_n: its number;
 * own_id: their ids, if any; name: its first column of values. */
static int check_objects(size_t own_n, const ce_text_column *own_id, const char *name,
                         const char *path, const ce_table_format *format,
                         const ce_label_table *table, const char *table_path, ce_error *err)
{
    const char *more = format->header == CE_HEADER_AUTO
                           ? suspect_header(own_n, name, path, table, table_path)
                           : "";

    return ce_objects_check_count(own_n, own_id, path, table->labels.n, &table->id, table_path,
                                  more, err);
}

/* The same when both tables have ids. When only one has, a note says that order decides. */
static int match_rows(int32_t *columns, size_t m, const ce_text_column *own_id, const char *path,
                      const ce_table_format *format, const ce_label_table *table,
                      const char *table_path, ce_error *err)
{
    if (own_id->name && table->id.name)
        return order_by_id(columns, m, own_id, path, &table->id, table_path, err);
    ce_ids_tell_order(own_id, path, &table->id, table_path, &format->listener);
    return CE_OK;
}

/* Renumbers the labels of a column and their texts by first appearance. Needed when its rows were
 * put into another order. */
static int renumber_texts(int32_t *column, size_t n, int32_t *k, ce_categories *texts,
                          ce_error *err)
{
    ce_categories ordered = {0};

    for (size_t i = 0; i < n; i++) {
        const char *text;
        if (column[i] < 0)
            continue;
        text = texts->text[column[i]];
        column[i] = ce_categories_number(&ordered, text, strlen(text), err);
        if (column[i] < 0) {
            ce_categories_free(&ordered);
            return CE_ENOMEM;
        }
    }
    ce_categories_free(texts);
    *texts = ordered;
    *k = (int32_t)ordered.count;
    return CE_OK;
}

/* Both tables may say how many objects a row stands for. Where ids match the rows, nobody needs it
 * of the second one. */
static int check_sizes(const ce_label_table *about, const char *path, const ce_label_table *table,
                       const char *table_path, ce_error *err)
{
    if (!about->size || !table->size || (about->id.name && table->id.name))
        return CE_OK;
    for (size_t i = 0; i < table->labels.n; i++)
        if (about->size[i] != table->size[i])
            return ce_fail(err, CE_EINPUT, "%s: row %zu has size %.15g, in %s it is %.15g",
                           ce_path_name(path), i + 1, about->size[i], ce_path_name(table_path),
                           table->size[i]);
    return CE_OK;
}

/* Tells of objects without a row in a table of classes, and of rows about none of them. */
static void tell_unmatched(const ce_text_column *own_id, const char *path, const ce_text_column *id,
                           const char *table_path, size_t missing, size_t first,
                           const ce_listener *listener)
{
    size_t matched = id->n - missing, ignored = own_id->n - matched, row = 0;
    char hint[CE_ID_HINT];
    const char *text;

    if (missing)
        ce_listener_tell(
            listener, CE_NOTE,
            "%.250s: no row for %zu of the %zu objects of %.250s, such as '%.40s': no class%s",
            ce_path_name(path), missing, id->n, ce_path_name(table_path),
            ce_text_column_get(id, first), ce_id_hint(hint, own_id, ce_text_column_get(id, first)));
    if (!ignored)
        return;
    do
        text = ce_text_column_get(own_id, row++);
    while (ce_categories_find(&id->categories, text, strlen(text)) >= 0);
    ce_listener_tell(
        listener, CE_NOTE,
        "%.250s: %zu of %zu rows %s about no object of %.250s, such as '%.40s': ignored",
        ce_path_name(path), ignored, own_id->n, ignored == 1 ? "is" : "are",
        ce_path_name(table_path), text);
}

/* The classes of n objects from the rows of a table of classes; negative: none. Classes keep their
 * order, and those of no object go. */
static int take_classes(ce_text_column *of, const int32_t *row, size_t n, ce_error *err)
{
    int32_t *value = ce_alloc(n, sizeof *value, err),
            *number = ce_alloc(of->categories.count, sizeof *number, err);
    ce_categories kept = {0};
    int rc = value && number ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < of->categories.count && !rc; c++)
        number[c] = CE_MISSING;
    for (size_t i = 0; i < n && !rc; i++) {
        value[i] = row[i] < 0 ? CE_MISSING : of->value[row[i]];
        if (value[i] >= 0)
            number[value[i]] = 0;
    }
    for (size_t c = 0; c < of->categories.count && !rc; c++) {
        const char *text = of->categories.text[c];
        if (number[c] >= 0 &&
            (number[c] = ce_categories_number(&kept, text, strlen(text), err)) < 0)
            rc = CE_ENOMEM;
    }
    for (size_t i = 0; i < n && !rc; i++)
        value[i] = value[i] < 0 ? CE_MISSING : number[value[i]];
    free(number);
    if (rc) {
        free(value);
        ce_categories_free(&kept);
        return rc;
    }
    free(of->value);
    ce_categories_free(&of->categories);
    *of = (ce_text_column){of->name, value, n, n, kept};
    return CE_OK;
}

/* Finds the classes of the objects by id. A table of classes is often one of all that is known: it
 * may lack objects and have others. */
static int match_classes(ce_label_table *own, const char *path, const ce_text_column *id,
                         const char *table_path, const ce_listener *listener, ce_error *err)
{
    size_t missing, first, classed = 0;
    char hint[CE_ID_HINT];
    int32_t *row;
    int rc = ce_objects_look_up(&row, &own->id, id, &missing, &first, err);

    if (rc)
        return rc;
    if (missing == id->n)
        rc = ce_fail(err, CE_EINPUT, "%s: no id of %s, such as '%.40s'%s", ce_path_name(path),
                     ce_path_name(table_path), ce_text_column_get(id, first),
                     ce_id_hint(hint, &own->id, ce_text_column_get(id, first)));
    if (!rc)
        rc = take_classes(&own->class_, row, id->n, err);
    free(row);
    for (size_t i = 0; i < id->n && !rc; i++)
        classed += own->class_.value[i] >= 0;
    if (!rc && classed < 2 && (missing || own->id.n > id->n))
        rc = ce_fail(err, CE_EINPUT, "%s: a class for %zu of the %zu objects of %s, two expected",
                     ce_path_name(path), classed, id->n, ce_path_name(table_path));
    if (!rc)
        tell_unmatched(&own->id, path, id, table_path, missing, first, listener);
    return rc;
}

int ce_truth_read_for(ce_text_column *truth, const char *path, const ce_table_format *format,
                      const ce_label_table *table, const char *table_path, ce_error *err)
{
    ce_table_format beside = ce_format_beside(format, &table->id, table_path);
    ce_label_table own = {0};
    ce_text_column *class_ = &own.class_;
    int rc = read_path(&own, path, &beside, 1, err), by_id = own.id.name && table->id.name;

    if (!rc)
        rc = ce_truth_check(class_, path, format, err);
    if (!rc && !by_id)
        rc = check_objects(class_->n, &own.id, class_->name, path, format, table, table_path, err);
    if (!rc)
        rc = check_sizes(&own, path, table, table_path, err);
    if (!rc && class_->categories.count == 0)
        rc = ce_fail(err, CE_EINPUT, "%s: no object has a class", ce_path_name(path));
    if (!rc && by_id)
        rc = match_classes(&own, path, &table->id, table_path, &format->listener, err);
    else if (!rc)
        ce_ids_tell_order(&own.id, path, &table->id, table_path, &format->listener);
    if (!rc)
        ce_text_column_move(truth, class_);
    ce_label_table_free(&own);
    return rc;
}

/* Puts the sizes of the rows into the order of those of `table`, by id. */
static int order_sizes(ce_label_table *about, const char *path, const ce_label_table *table,
                       const char *table_path, ce_error *err)
{
    size_t n = about->labels.n;
    int32_t *row = NULL;
    double *size = NULL;
    int rc;

    if (!about->size || !about->id.name || !table->id.name)
        return CE_OK;
    row = ce_alloc(n, sizeof *row, err);
    size = ce_alloc(n, sizeof *size, err);
    rc = row && size ? CE_OK : CE_ENOMEM;
    for (size_t i = 0; i < n && !rc; i++)
        row[i] = (int32_t)i;
    if (!rc)
        rc = order_by_id(row, 1, &about->id, path, &table->id, table_path, err);
    for (size_t i = 0; i < n && !rc; i++)
        size[i] = about->size[row[i]];
    free(row);
    if (rc) {
        free(size);
        return rc;
    }
    free(about->size);
    about->size = size;
    return CE_OK;
}

int ce_label_table_read_for(ce_label_table *about, const char *path, const ce_table_format *format,
                            const ce_label_table *table, const char *table_path, ce_error *err)
{
    ce_table_format beside = ce_format_beside(format, &table->id, table_path);
    ce_labels *labels = &about->labels;
    int rc = ce_label_table_read(about, path, &beside, err);

    if (!rc)
        rc = check_objects(labels->n, &about->id, about->name[0], path, format, table, table_path,
                           err);
    if (!rc)
        rc = check_sizes(about, path, table, table_path, err);
    if (!rc)
        rc = match_rows(labels->labels, labels->m, &about->id, path, format, table, table_path,
                        err);
    if (!rc)
        rc = order_sizes(about, path, table, table_path, err);
    for (size_t q = 0; q < labels->m && !rc; q++)
        rc = renumber_texts(ce_labels_column(labels, q), labels->n, &labels->k[q],
                            &about->categories[q], err);
    if (rc)
        ce_label_table_free(about);
    else
        ce_text_column_free(&about->id);
    return rc;
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
