#include "io/weights.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/memory.h"
#include "io/columns.h"
#include "io/csv.h"
#include "io/input.h"
#include "io/output.h"

typedef struct {
    const ce_label_table *table;
    const ce_table_format *format;
    ce_columns columns;
    size_t weight, clustering; /* columns of the file, or CE_NO_COLUMN (not known yet) */
    double *value;
    size_t capacity, count; /* count: of whole rows */
    int positive;
    ce_error *err;
} reader;

static int read_weight(reader *r, ce_csv *csv, const char *text, size_t length)
{
    int rc = ce_grow(&r->value, &r->capacity, r->count + 1, sizeof *r->value, r->err);
    double value;

    if (rc)
        return rc;
    if (ce_cell_real(r->format, text, length, &value) != 1 || value < 0)
        return ce_csv_fail(csv, "weight '%.40s', a finite number from 0 expected", text);
    r->value[r->count] = value;
    r->positive |= value > 0;
    return CE_OK;
}

/* Whether a column has this name, or had it before columns of one name were numbered. */
static int is_named(const char *name, const char *text)
{
    size_t length = strlen(text);

    if (strncmp(name, text, length))
        return 0;
    return !name[length] ||
           (name[length] == '#' && name[length + 1 + strspn(name + length + 1, "0123456789")] == 0);
}

static int check_name(reader *r, ce_csv *csv, const char *text)
{
    if (r->count >= r->table->labels.m || is_named(r->table->name[r->count], text))
        return CE_OK;
    return ce_csv_fail(csv,
                       "the weight of '%.60s', that of '%.60s' expected: the order is that of the "
                       "label table's columns",
                       text, r->table->name[r->count]);
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    reader *r = state;
    double number;

    if (row == 0)
        return ce_columns_add(&r->columns, text, length, r->err);
    if (column == r->weight)
        return read_weight(r, csv, text, length);
    if (r->clustering == CE_NO_COLUMN && !ce_is_missing(text, length) &&
        !ce_cell_real(r->format, text, length, &number))
        r->clustering = column; /* text, whatever the header is */
    return column == r->clustering ? check_name(r, csv, text) : CE_OK;
}

/* Finds the columns of weights and names in a header. */
static int find_columns(reader *r, ce_csv *csv)
{
    r->weight = ce_columns_find(&r->columns, "weight");
    for (size_t c = 0; c < r->columns.columns; c++) {
        if (r->weight != CE_NO_COLUMN && c > r->weight && !strcmp(r->columns.name[c], "weight"))
            return ce_csv_fail(csv, "two columns named 'weight'");
        if (r->clustering == CE_NO_COLUMN && !strcasecmp(r->columns.name[c], "clustering"))
            r->clustering = c;
    }
    return CE_OK;
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    reader *r = state;
    int rc;

    if (row == 0) {
        if ((rc = ce_columns_decide(&r->columns, csv, r->format, CE_TABLE_PLAIN)))
            return rc;
        if (r->columns.is_header && (rc = find_columns(r, csv)))
            return rc;
        if (columns == 1)
            r->weight = 0;
        if (r->weight == CE_NO_COLUMN)
            return ce_csv_fail(csv, "%zu columns and none named 'weight'", columns);
        if (r->columns.is_header)
            return CE_OK;
        if ((rc = read_weight(r, csv, r->columns.name[0], strlen(r->columns.name[0]))))
            return rc;
    }
    r->count++;
    return CE_OK;
}

int ce_weights_read(double **weights, const ce_label_table *table, const char *path,
                    const ce_table_format *format, ce_error *err)
{
    const ce_table_format plain = {.delimiter = format->delimiter, .decimal = format->decimal};
    reader r = {.table = table,
                .format = &plain,
                .weight = CE_NO_COLUMN,
                .clustering = CE_NO_COLUMN,
                .err = err};
    int rc = ce_csv_read(path, &plain, on_cell, on_row, &r, NULL, err);

    if (!rc && r.count != table->labels.m)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu weights, %zu base clusterings", ce_path_name(path),
                     r.count, table->labels.m);
    if (!rc && !r.positive)
        rc = ce_fail(err, CE_EINPUT, "%s: all weights are 0", ce_path_name(path));
    ce_columns_free(&r.columns);
    if (rc)
        free(r.value);
    else
        *weights = r.value;
    return rc;
}

int ce_weights_write(const double *weights, const ce_label_table *table, const char *path,
                     char delimiter, ce_error *err)
{
    ce_output *output;
    char between = delimiter ? delimiter : ',';
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_text(output, "clustering");
    ce_output_char(output, between);
    ce_output_text(output, "weight\n");
    for (size_t q = 0; q < table->labels.m; q++) {
        ce_output_cell(output, table->name[q], between);
        ce_output_char(output, between);
        ce_output_result(output, weights[q]);
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}
