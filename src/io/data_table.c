#include "io/data_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* A number if its comma were a point. */
static int has_decimal_comma(const ce_table_format *format, const char *text, size_t length)
{
    static const ce_table_format comma = {.decimal = ','};
    double value;

    return format->decimal != ',' && memchr(text, ',', length) &&
           ce_cell_real(&comma, text, length, &value) == 1;
}

static int read_number(reader *r, ce_csv *csv, const char *text, size_t length, size_t column,
                       double *value)
{
    int rc = ce_cell_real(r->format, text, length, value);

    if (rc == 1)
        return CE_OK;
    if (rc < 0)
        return ce_csv_fail(csv, "column %s: '%.40s' is not a finite number",
                           r->columns.name[column], text);
    if (has_decimal_comma(r->format, text, length))
        return ce_csv_fail(csv, "column %s: '%.40s', a number expected (" CE_OPT("decimal") " ,)",
                           r->columns.name[column], text);
    if (*text == '#')
        return ce_csv_fail(csv, "column %s: '%.40s', a number expected; tables have no comments",
                           r->columns.name[column], text);
    return ce_csv_fail(csv,
                       "column %s: '%.40s', a number expected (or " CE_OPT("categorical") " %s)",
                       r->columns.name[column], text, r->columns.name[column]);
}

static int read_value(reader *r, ce_csv *csv, const char *text, size_t length, size_t column)
{
    double *value = &r->values[r->n * r->columns.values + r->feature[column]];
    int32_t number;

    if (ce_cell_missing(r->format, text, length)) {
        *value = NAN;
        return CE_OK;
    }
    if (r->kind[column] == KIND_UNKNOWN)
        r->kind[column] =
            ce_cell_real(r->format, text, length, value) ? KIND_NUMERIC : KIND_CATEGORICAL;
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
    return !*end && low <= column + 1 && column + 1 <= high;
}

static int wants_numeric(const reader *r)
{
    return r->format->features && !strcmp(r->format->features, "numeric");
}

/* Skips the columns that format->features leaves out. */
static int choose_features(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    char *list, *rest, *word, *wanted;

    if (!r->format->features || wants_numeric(r))
        return CE_OK;
    list = ce_strdup(r->format->features, r->err);
    wanted = ce_calloc(columns->columns, 1, r->err);
    for (word = list && wanted ? strtok_r(list, ",", &rest) : NULL; word;
         word = strtok_r(NULL, ",", &rest)) {
        int any = 0;
        for (size_t c = 0; c < columns->columns; c++)
            if (columns->role[c] == CE_ROLE_VALUE && means(columns, word, c))
                wanted[c] = 1, any = 1;
        if (!any) {
            ce_csv_fail(csv, "no feature '%.100s' to read", word);
            free(list);
            free(wanted);
            return CE_EINPUT;
        }
    }
    for (size_t c = 0; c < columns->columns && list && wanted; c++)
        if (columns->role[c] == CE_ROLE_VALUE && !wanted[c]) {
            columns->role[c] = CE_ROLE_SKIP;
            columns->values--;
        }
    free(wanted);
    if (!list || !wanted) {
        free(list);
        return CE_ENOMEM;
    }
    free(list);
    return CE_OK;
}

static int first_line(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    size_t next = 0;
    int rc = ce_columns_decide(columns, csv, r->format, CE_TABLE_DATA);

    if (!rc)
        rc = choose_features(r, csv);
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

/* Leaves out the categorical columns: their values are passed over, and they are skipped. */
static int drop_categorical(reader *r, const char *path)
{
    size_t d = r->columns.values, kept = 0;
    size_t *from = ce_alloc(d, sizeof *from, r->err);

    if (!from)
        return CE_ENOMEM;
    for (size_t c = 0; c < r->columns.columns; c++) {
        if (r->columns.role[c] != CE_ROLE_VALUE)
            continue;
        if (r->kind[c] == KIND_CATEGORICAL) {
            r->columns.role[c] = CE_ROLE_SKIP;
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
    for (size_t c = 0; c < r->columns.columns; c++)
        if (r->columns.role[c] == CE_ROLE_VALUE) {
            table->name[r->feature[c]] = r->columns.name[c];
            r->columns.name[c] = NULL;
            table->categories[r->feature[c]] = r->categories[c];
            r->categories[c] = (ce_categories){0};
        }
    return CE_OK;
}

/* ---- what is odd ---- */

/* A name such as id, rowID, customer_id, index or Unnamed: 0 (of pandas). */
static int is_named_like_id(const char *name)
{
    static const char *const known[] = {"id",        "index", "idx",       "no",  "nr",
                                        "obs",       "key",   "uuid",      "row", "rownames",
                                        "row_names", "name",  "unnamed: 0"};
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcasecmp(name, known[i]))
            return 1;
    return length > 2 &&
           (!strcasecmp(name + length - 3, "_id") || !strcasecmp(name + length - 3, ".id") ||
            !strcasecmp(name + length - 3, " id") || !strcmp(name + length - 2, "ID") ||
            !strcmp(name + length - 2, "Id"));
}

/* 1 for a column that counts the rows, from 1 or from 0. */
static int counts_rows(const ce_matrix *x, size_t s)
{
    double first = x->values[s];

    if (first != 0 && first != 1)
        return 0;
    for (size_t i = 0; i < x->rows; i++)
        if (x->values[i * x->columns + s] != first + (double)i)
            return 0;
    return 1;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* 1 for a column of whole numbers that are all there and all different. Without memory: 0. */
static int is_unique(const ce_matrix *x, size_t s)
{
    double *value = ce_alloc(x->rows, sizeof *value, NULL);
    int unique = value != NULL;

    for (size_t i = 0; i < x->rows && unique; i++) {
        value[i] = x->values[i * x->columns + s];
        unique = value[i] == floor(value[i]);
    }
    if (unique)
        qsort(value, x->rows, sizeof *value, by_value);
    for (size_t i = 1; i < x->rows && unique; i++)
        unique = value[i] != value[i - 1];
    free(value);
    return unique;
}

/* Whether every cell of a categorical column is there, and none twice. */
static int is_unique_text(const ce_data_table *table, size_t s)
{
    return table->categories[s].count == table->values.rows;
}

/* Whether all categories are numbers with a decimal comma or whole, one with a comma at least. */
static int is_with_commas(const ce_categories *categories, const ce_table_format *format)
{
    size_t commas = 0;
    double value;

    for (size_t v = 0; v < categories->count; v++) {
        const char *text = categories->text[v];
        if (has_decimal_comma(format, text, strlen(text)))
            commas++;
        else if (ce_parse_real(text, strlen(text), &value) != 1)
            return 0;
    }
    return commas > 0;
}

/* In a small table many a feature looks like an id. */
enum { LEAST_OBJECTS = 10, LEAST_NAMES = 5 };

/* Tells of features that may be none. */
static void tell_odd_features(const reader *r, const char *path)
{
    const ce_data_table *table = r->table;
    const ce_listener *listener = &r->format->listener;
    const ce_matrix *x = &table->values;
    int commas = 0;

    path = ce_path_name(path);
    for (size_t s = 0; s < x->columns && listener->hear; s++) {
        const char *name = table->name[s];
        int text = table->categories[s].count > 0;
        if (text && !commas && !r->format->categorical &&
            (commas = is_with_commas(&table->categories[s], r->format)))
            ce_listener_tell(
                listener, CE_NOTE,
                "%.250s: column %.60s is read as categories such as '%.40s': are these "
                "numbers (" CE_OPT("decimal") " ,)?",
                path, name, table->categories[s].text[0]);
        if (x->rows < LEAST_OBJECTS || x->columns < 2)
            continue;
        if (!text && counts_rows(x, s))
            ce_listener_tell(listener, CE_NOTE,
                             "%.250s: column %.60s counts the objects and is read as a feature "
                             "(" CE_OPT("id") " %.60s holds it back)",
                             path, name, name);
        else if (is_named_like_id(name) && (text ? is_unique_text(table, s) : is_unique(x, s)))
            ce_listener_tell(listener, CE_NOTE,
                             "%.250s: column %.60s has another value for every object and is read "
                             "as a feature (" CE_OPT("id") " %.60s holds it back)",
                             path, name, name);
    }
}

int ce_data_table_read(ce_data_table *table, const char *path, const ce_table_format *format,
                       ce_error *err)
{
    reader r = {.table = table, .format = format, .err = err};
    unsigned char start[16];
    ce_input *input = NULL;
    size_t got = 0;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_input_peek(input, start, sizeof start, &got, err);
    if (!rc && ce_npy_magic(start, got)) {
        rc = ce_data_table_read_npy(table, input, format, err);
        ce_input_close(input);
        return rc;
    }
    if (!rc)
        rc = ce_csv_read_input(input, format, on_cell, on_row, &r, NULL, err);
    ce_input_close(input);
    if (!rc)
        rc = ce_columns_check_rows(&r.columns, r.n, path, err);
    if (!rc && wants_numeric(&r))
        rc = drop_categorical(&r, path);
    if (!rc)
        rc = assemble(&r);
    if (!rc)
        tell_odd_features(&r, path);
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

/* A column of texts is no feature when no two objects have the same. */
static int fail_with_id(const ce_data_table *table, size_t s, const char *path, ce_error *err)
{
    return ce_fail(
        err, CE_EINPUT,
        "%s: column %s has another text for every object ('%.40s'), numbers expected; if "
        "it names the objects: " CE_OPT("id") " %s",
        ce_path_name(path), table->name[s], table->categories[s].text[0], table->name[s]);
}

static int fail_with_commas(const ce_data_table *table, size_t s, const char *path, ce_error *err)
{
    return ce_fail(
        err, CE_EINPUT,
        "%s: column %s has '%.40s', a number with a point expected: " CE_OPT("decimal") " ,",
        ce_path_name(path), table->name[s], table->categories[s].text[0]);
}

int ce_data_table_explain_text(const ce_data_table *table, size_t s, const char *path,
                               ce_error *err)
{
    static const ce_table_format plain = {0};

    if (is_with_commas(&table->categories[s], &plain))
        return fail_with_commas(table, s, path, err);
    if (!table->id.name && is_unique_text(table, s) &&
        (table->values.rows >= LEAST_NAMES || is_named_like_id(table->name[s])))
        return fail_with_id(table, s, path, err);
    return CE_OK;
}

int ce_data_table_need_numbers(const ce_data_table *table, const char *path, ce_error *err)
{
    int rc;

    for (size_t s = 0; s < table->values.columns; s++)
        if (table->categories[s].count) {
            if ((rc = ce_data_table_explain_text(table, s, path, err)))
                return rc;
            return ce_fail(
                err, CE_EINPUT,
                "%s: column %s is categorical ('%.40s'), numbers expected: make each of its "
                "categories a column of 0 and 1",
                ce_path_name(path), table->name[s], table->categories[s].text[0]);
        }
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
