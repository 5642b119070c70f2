/* Reading a data table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/descriptor.h"
#include "core/labels.h"
#include "core/memory.h"
#include "io/data_table_internal.h"
#include "io/ids_watch.h"
#include "io/input.h"
#include "io/npy.h"
#include "io/table_cut.h"

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
    ce_ids_watch watch;
    ce_error *err;
} reader;

static int read_number(reader *r, ce_csv *csv, const char *text, size_t length, size_t column,
                       double *value)
{
    int rc = ce_cell_value(r->format, text, length, value);

    return rc == 1 ? CE_OK
                   : ce_data_cell_refuse(csv, r->format, r->columns.name[column], text, length, rc);
}

static int read_value(reader *r, ce_csv *csv, const char *text, size_t length, size_t column)
{
    double *value = &r->values[r->n * r->columns.values + r->feature[column]];
    int32_t number;

    if (r->kind[column] == KIND_NUMERIC)
        return read_number(r, csv, text, length, column, value);
    if (ce_cell_missing(r->format, text, length)) {
        *value = NAN;
        return CE_OK;
    }
    if (r->kind[column] == KIND_UNKNOWN) {
        int real = ce_cell_value(r->format, text, length, value);
        if (real != 1 || !isnan(*value))
            r->kind[column] = real ? KIND_NUMERIC : KIND_CATEGORICAL;
    }
    if (r->kind[column] != KIND_CATEGORICAL)
        return read_number(r, csv, text, length, column, value);
    number = ce_categories_number(&r->categories[column], text, length, r->err);
    *value = number;
    return number < 0 ? number : CE_OK;
}

static int read_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t column)
{
    reader *r = state;
    int rc = ce_ids_watch_cell(&r->watch, text, length, r->n, column, r->err);

    if (rc)
        return rc;
    if (r->columns.role[column] != CE_ROLE_VALUE)
        return ce_columns_hold_back(&r->columns, csv, r->format, column, r->n, text, length,
                                    &r->table->id, &r->table->class_, r->err);
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

/* Why a column is no feature; NULL for a feature. */
static const char *why_no_feature(const ce_columns *columns, size_t column)
{
    switch ((ce_role)columns->role[column]) {
    case CE_ROLE_ID:
    case CE_ROLE_ID_AGAIN: return "the column holds the ids";
    case CE_ROLE_CLASS: return "the column holds the classes";
    case CE_ROLE_SIZE_AGAIN:
    case CE_ROLE_SKIP: return "the column is left out";
    case CE_ROLE_VALUE: break;
    }
    return NULL;
}

/* Marks a column, and others of its name if it was found by that. Refused: none of them is a
 * feature. */
static int mark_name(reader *r, ce_csv *csv, size_t column, const char *key)
{
    const ce_columns *columns = &r->columns;
    const char *why = why_no_feature(columns, column);
    int features = !why;

    r->kind[column] = KIND_CATEGORICAL;
    for (size_t c = column + 1; c < columns->columns && columns->is_header; c++)
        if (!strcmp(columns->name[c], key)) {
            r->kind[c] = KIND_CATEGORICAL;
            features += columns->role[c] == CE_ROLE_VALUE;
        }
    if (!features && !r->format->spare_categorical)
        return ce_csv_fail(csv, "no feature '%.100s' to read as categories: %s", key, why);
    return CE_OK;
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
        if (column != CE_NO_COLUMN)
            rc = mark_name(r, csv, column, key);
        else if (!r->format->spare_categorical)
            rc = ce_csv_fail(csv, "no column '%.100s' to read as categories", key);
    }
    free(list);
    return rc;
}

/* Whether a word of format->features means a column: by name, number, or numbers as 2..5. */
static int means(const ce_columns *columns, char *word, size_t column)
{
    char *dots = strstr(word, ".."), *end;
    unsigned long low, high;

    if (ce_columns_find(columns, word) != CE_NO_COLUMN)
        return ce_columns_find(columns, word) == column;
    if (!dots || *word < '1' || *word > '9' || dots[2] < '1' || dots[2] > '9')
        return 0;
    low = strtoul(word, &end, 10);
    if (end != dots)
        return 0;
    high = strtoul(dots + 2, &end, 10);
    return !*end && high <= columns->columns && low <= column + 1 && column + 1 <= high;
}

static int is_number(const char *word, size_t length)
{
    return length && strspn(word, "0123456789") >= length;
}

/* What is wrong with a word of which `at` is the column, no feature, or CE_NO_COLUMN. */
static int no_such_feature(const ce_columns *columns, ce_csv *csv, const char *word, size_t at)
{
    const char *dash = strchr(word, '-');
    const char *why = at == CE_NO_COLUMN ? NULL : why_no_feature(columns, at);

    if (why)
        return ce_csv_fail(csv, "no feature '%.100s' to read: %s", word, why);
    if (dash && is_number(word, (size_t)(dash - word)) && is_number(dash + 1, strlen(dash + 1)))
        return ce_csv_fail(csv, "no feature '%.100s' to read; did you mean %.*s..%.40s?", word,
                           (int)(dash - word < 40 ? dash - word : 40), word, dash + 1);
    if (*word >= '1' && *word <= '9' && at == CE_NO_COLUMN)
        return ce_csv_fail(csv, "no feature '%.100s' to read in %zu columns", word,
                           columns->columns);
    if (*word == '0' && !word[strspn(word, "0123456789.")])
        return ce_csv_fail(csv, "no feature '%.100s' to read: the first column is 1", word);
    for (size_t c = 0; c < columns->columns && columns->is_header; c++)
        if (columns->role[c] == CE_ROLE_VALUE && ce_may_mean(word, columns->name[c]))
            return ce_csv_fail(csv, "no feature '%.100s' to read; did you mean %.100s?", word,
                               columns->name[c]);
    return ce_csv_fail(csv, "no feature '%.100s' to read", word);
}

static int listed_twice(const ce_columns *columns, ce_csv *csv, size_t column, const char *word)
{
    const char *name = columns->is_header ? columns->name[column] : "";

    return ce_csv_fail(csv, "feature %zu%s%.100s is listed twice, the second time as '%.100s'",
                       column + 1, *name ? ", " : "", name, word);
}

/* Marks the features that a word means. */
static int want(const ce_columns *columns, ce_csv *csv, char *word, char *wanted)
{
    size_t at = ce_columns_find(columns, word), found = 0;

    for (size_t c = 0; c < columns->columns; c++) {
        if (columns->role[c] != CE_ROLE_VALUE)
            continue;
        if (means(columns, word, c)) {
            if (wanted[c])
                return listed_twice(columns, csv, c, word);
            wanted[c] = 1;
            found++;
        } else if (at != CE_NO_COLUMN && columns->is_header && !strcmp(columns->name[c], word) &&
                   columns->role[at] == CE_ROLE_VALUE) {
            return ce_csv_fail(csv,
                               "columns %zu and %zu are both '%.100s': say which by its number",
                               at + 1, c + 1, word);
        }
    }
    return found ? CE_OK : no_such_feature(columns, csv, word, at);
}

static int wants_numeric(const reader *r)
{
    return r->format->features && !strcmp(r->format->features, "numeric");
}

/* Marks the features of format->features. list: a copy of it. */
static int want_all(const ce_columns *columns, ce_csv *csv, char *list, char *wanted)
{
    char *rest, *word = strtok_r(list, ",", &rest);
    int rc = CE_OK;

    if (!word)
        return ce_csv_fail(csv, "no feature to read: " CE_OPT("columns") " names none");
    for (; word && !rc; word = strtok_r(NULL, ",", &rest))
        rc = want(columns, csv, word, wanted);
    return rc;
}

/* Skips the columns that format->features leaves out. */
static int choose_features(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    char *list, *wanted;
    int rc = CE_ENOMEM;

    if (!r->format->features || wants_numeric(r))
        return CE_OK;
    list = ce_strdup(r->format->features, r->err);
    wanted = ce_calloc(columns->columns, 1, r->err);
    if (list && wanted)
        rc = want_all(columns, csv, list, wanted);
    for (size_t c = 0; c < columns->columns && !rc; c++)
        if (columns->role[c] == CE_ROLE_VALUE && !wanted[c]) {
            columns->role[c] = CE_ROLE_SKIP;
            columns->values--;
        }
    free(wanted);
    free(list);
    return rc;
}

/* Fails where two features have one name. */
static int need_distinct_names(const ce_columns *columns, ce_csv *csv, ce_error *err)
{
    ce_categories names = {0};
    int rc = CE_OK;

    for (size_t c = 0; c < columns->columns && columns->is_header && !rc; c++) {
        const char *name = columns->name[c];
        size_t before = names.count, first = 0;
        int32_t number = columns->role[c] == CE_ROLE_VALUE
                             ? ce_categories_number(&names, name, strlen(name), err)
                             : 0;
        if (number < 0)
            rc = number;
        if (rc || columns->role[c] != CE_ROLE_VALUE || names.count > before)
            continue;
        while (columns->role[first] != CE_ROLE_VALUE || strcmp(columns->name[first], name) != 0)
            first++;
        rc =
            ce_csv_fail(csv,
                        "columns %zu and %zu are both named '%.60s', so they can be no ids: rename "
                        "one, or leave it out (" CE_OPT("columns") ")",
                        first + 1, c + 1, name);
    }
    ce_categories_free(&names);
    return rc;
}

static int first_line(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    size_t next = 0;
    int rc = ce_columns_decide(columns, csv, r->format, CE_TABLE_DATA);

    if (!rc)
        rc = choose_features(r, csv);
    if (!rc && r->format->names_are_ids)
        rc = need_distinct_names(columns, csv, r->err);
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
    if ((rc = ce_ids_watch_begin(&r->watch, columns, r->format, r->err)))
        return rc;
    return ce_columns_begin(columns, csv, read_cell, r, &r->table->id, &r->table->class_, &r->n,
                            r->err);
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    reader *r = state;

    (void)columns;
    return row == 0 ? first_line(r, csv) : ce_csv_count_object(csv, &r->n);
}

/* Leaves out the categorical columns: their values are passed over, and they are skipped. */
static int drop_categorical(reader *r, const char *path)
{
    size_t d = r->columns.values, kept = 0;
    int told = r->format->categorical != NULL;
    size_t *from = ce_alloc(d, sizeof *from, r->err);

    if (!from)
        return CE_ENOMEM;
    for (size_t c = 0; c < r->columns.columns; c++) {
        if (r->columns.role[c] != CE_ROLE_VALUE)
            continue;
        if (r->kind[c] == KIND_CATEGORICAL) {
            r->columns.role[c] = CE_ROLE_SKIP;
            if (!told)
                told =
                    ce_data_table_tell_text(&r->categories[c], r->columns.name[c], r->format, path);
            continue;
        }
        from[kept] = r->feature[c];
        r->feature[c] = kept++;
    }
    for (size_t i = 0; i < r->n; i++)
        for (size_t s = 0; s < kept; s++)
            r->values[i * kept + s] = r->values[i * d + from[s]];
    free(from);
    r->columns.values = kept;
    if (!kept)
        return ce_fail(r->err, CE_EINPUT, "%s: no numeric column", ce_path_name(path));
    ce_listener_tell(&r->format->listener, CE_DETAIL, "%.250s: %zu of %zu columns are numeric",
                     ce_path_name(path), kept, d);
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
    table->is_named = r->columns.is_header;
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
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_data_table_read_input(table, input, format, err);
    ce_input_close(input, err);
    return rc;
}

int ce_data_table_read_input(ce_data_table *table, ce_input *input, const ce_table_format *format,
                             ce_error *err)
{
    reader r = {.table = table, .format = format, .err = err};
    const char *path = ce_input_name(input);
    int is_npy = 0, rc = ce_table_cut_input(input, format, err);

    if (!rc)
        rc = ce_input_is_npy(input, &is_npy, err);
    if (!rc && is_npy)
        return ce_data_table_read_npy(table, input, format, err);
    if (!rc)
        rc = ce_csv_read_input(input, format, on_cell, on_row, &r, NULL, err);
    if (!rc)
        rc = ce_columns_check_rows(&r.columns, r.n, path, err);
    if (!rc)
        rc = ce_ids_watch_end(&r.watch, &r.columns, r.n, path, format, err);
    if (!rc)
        rc = ce_ids_watch_labels(&table->id, path, format, err);
    if (!rc && wants_numeric(&r))
        rc = drop_categorical(&r, path);
    if (!rc)
        rc = assemble(&r);
    if (!rc)
        ce_data_table_tell_odd(table, format, path);
    for (size_t c = 0; r.categories && c < r.columns.columns; c++)
        ce_categories_free(&r.categories[c]);
    free(r.categories);
    free(r.kind);
    free(r.feature);
    free(r.values);
    ce_ids_watch_free(&r.watch);
    ce_columns_free(&r.columns);
    if (rc)
        ce_data_table_free(table);
    return rc;
}
