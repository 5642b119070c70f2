#include "io/membership_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/output.h"
#include "io/table_cut.h"
#include "io/table_readers.h"

struct ce_membership_reader {
    ce_membership_table *table;
    const ce_table_format *format;
    ce_columns columns;
    size_t *place; /* column of the file -> that of the memberships */
    float *values; /* the rows read so far; they become the table, so it is not held twice */
    size_t capacity, n;
    ce_error *err;
};

typedef ce_membership_reader reader;

/* ---- the header ---- */

/* again: a clustering of this name was there before, in a table that is joined with this one. */
static int begin_clustering(ce_membership_table *table, ce_categories *seen, ce_csv *csv,
                            const char *name, size_t length, int again, ce_error *err)
{
    size_t q = table->membership.m, known = seen->count;
    int32_t number = ce_categories_number(seen, name, length, err);

    if (number < 0)
        return number;
    if ((size_t)number < known && !again)
        return ce_csv_fail(
            csv, "column %s: other columns stand between it and the other clusters of '%.*s'", name,
            (int)length, name);
    if (!(table->name[q] = ce_strndup(name, length, err)))
        return CE_ENOMEM;
    table->membership.m++;
    return CE_OK;
}

static int has_cluster(const ce_membership_table *table, size_t q, const char *name)
{
    const ce_membership *membership = &table->membership;

    for (size_t l = membership->start[q]; l < membership->start[q + 1]; l++)
        if (!strcmp(table->cluster[l], name))
            return 1;
    return 0;
}

/* again: a column of this name was there before; it is the first one of another clustering, unless
 * it follows that of the clustering which such a column began. */
static int add_cluster(ce_membership_table *table, ce_categories *seen, ce_csv *csv,
                       const char *name, int again, ce_error *err)
{
    const char *colon = ce_cluster_name_colon(name);
    ce_membership *membership = &table->membership;
    size_t length, q = membership->m;
    int rc;

    if (!colon)
        return ce_csv_fail(
            csv, "column '%s', a name CLUSTERING:CLUSTER expected in a table of memberships", name);
    length = (size_t)(colon - name);
    if (!q || strncmp(table->name[q - 1], name, length) || table->name[q - 1][length] ||
        (again && has_cluster(table, q - 1, colon + 1)))
        if ((rc = begin_clustering(table, seen, csv, name, length, again, err)))
            return rc;
    if (!(table->cluster[membership->columns] = ce_strdup(colon + 1, err)))
        return CE_ENOMEM;
    membership->k[membership->m - 1]++;
    membership->start[membership->m] = ++membership->columns;
    return CE_OK;
}

/* Finds the clusterings and their clusters by the names of the columns. */
static int list_clusters(reader *r, ce_csv *csv)
{
    ce_membership_table *table = r->table;
    ce_categories clusterings = {0}, names = {0};
    size_t most = r->columns.values;
    int32_t number;
    int rc = CE_OK;

    table->name = ce_calloc(most, sizeof *table->name, r->err);
    table->cluster = ce_calloc(most, sizeof *table->cluster, r->err);
    table->membership.k = ce_calloc(most, sizeof *table->membership.k, r->err);
    table->membership.start = ce_calloc(most + 1, sizeof *table->membership.start, r->err);
    if (!table->name || !table->cluster || !table->membership.k || !table->membership.start)
        return CE_ENOMEM;
    for (size_t c = 0; c < r->columns.columns && !rc; c++) {
        const char *name = r->columns.name[c];
        size_t known = names.count;
        if (r->columns.role[c] != CE_ROLE_VALUE)
            continue;
        if ((number = ce_categories_number(&names, name, strlen(name), r->err)) < 0)
            rc = number;
        else
            rc = add_cluster(table, &clusterings, csv, name, names.count == known, r->err);
    }
    if (!rc)
        rc = ce_names_tell_apart(table->name, table->membership.m, r->err);
    ce_categories_free(&clusterings);
    ce_categories_free(&names);
    return rc;
}

static int first_line(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    size_t next = 0;
    int rc = ce_columns_decide(columns, csv, r->format, CE_TABLE_LABELS);

    if (rc)
        return rc;
    if (!columns->is_header)
        return ce_csv_fail(csv, "no header, names CLUSTERING:CLUSTER of the columns expected in a "
                                "table of memberships");
    if (!columns->values)
        return ce_csv_fail(csv, "no cluster: only id or class columns");
    r->place = ce_calloc(columns->columns, sizeof *r->place, r->err);
    if (!r->place)
        return CE_ENOMEM;
    for (size_t c = 0; c < columns->columns; c++)
        if (columns->role[c] == CE_ROLE_VALUE)
            r->place[c] = next++;
    if ((rc = list_clusters(r, csv)))
        return rc;
    return ce_columns_begin(columns, csv, NULL, NULL, &r->table->id, &r->table->class_, &r->n,
                            r->err);
}

/* ---- the rows ---- */

int ce_membership_reader_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                              size_t column)
{
    reader *r = state;
    size_t columns = r->columns.values;
    double value;
    float *cell;
    int rc;

    if (row == 0)
        return ce_columns_add(&r->columns, text, length, r->err);
    if (r->columns.role[column] != CE_ROLE_VALUE)
        return ce_columns_hold_back(&r->columns, csv, r->format, column, r->n, text, length,
                                    &r->table->id, &r->table->class_, r->err);
    if (r->place[column] == 0 &&
        (rc = ce_grow(&r->values, &r->capacity, (r->n + 1) * columns, sizeof *r->values, r->err)))
        return rc;
    cell = r->values + r->n * columns + r->place[column];
    rc = ce_cell_value(r->format, text, length, &value);
    if (rc != 1 || !(isnan(value) || ((float)value >= 0 && (float)value <= 1)))
        return ce_csv_fail(csv, "column %s: '%.40s', a share from 0 to 1 expected",
                           r->columns.name[column], text);
    *cell = (float)value + 0.0f; /* turns -0 into 0 */
    return CE_OK;
}

static int check_row(const reader *r, ce_csv *csv)
{
    const ce_membership *membership = &r->table->membership;
    const float *p = r->values + r->n * membership->columns;

    for (size_t q = 0; q < membership->m; q++) {
        int32_t k = membership->k[q], missing = 0;
        double sum = 0;
        for (int32_t l = 0; l < k; l++, p++)
            if (isnan(*p))
                missing++;
            else
                sum += *p;
        if (missing && missing < k)
            return ce_csv_fail(csv, "clustering %s: %d of %d cells missing, all or none expected",
                               r->table->name[q], missing, k);
        if (!missing && fabs(sum - 1) > CE_MEMBERSHIP_SLACK)
            return ce_csv_fail(csv, "clustering %s: the cells sum to %.6g, 1 expected",
                               r->table->name[q], sum);
    }
    return CE_OK;
}

int ce_membership_reader_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    reader *r = state;
    int rc;

    (void)columns;
    if (row == 0)
        return first_line(r, csv);
    if ((rc = check_row(r, csv)))
        return rc;
    return ce_csv_count_object(csv, &r->n);
}

/* ---- from the beginning to the end ---- */

ce_membership_reader *ce_membership_reader_alloc(ce_membership_table *table,
                                                 const ce_table_format *format, ce_error *err)
{
    reader *r = ce_calloc(1, sizeof *r, err);

    if (r)
        *r = (reader){.table = table, .format = format, .err = err};
    return r;
}

int ce_membership_reader_end(ce_membership_reader *r, int rc, const char *path)
{
    ce_membership *membership = &r->table->membership;

    if (!rc)
        rc = ce_columns_check_rows(&r->columns, r->n, path, r->err);
    if (!rc) {
        float *fitted = realloc(r->values, r->n * membership->columns * sizeof *r->values);
        membership->values = fitted ? fitted : r->values;
        membership->n = r->n;
        r->values = NULL;
    } else {
        ce_membership_table_free(r->table);
    }
    free(r->values);
    free(r->place);
    ce_columns_free(&r->columns);
    free(r);
    return rc;
}

int ce_membership_table_read(ce_membership_table *table, const char *path,
                             const ce_table_format *format, ce_error *err)
{
    ce_membership_reader *r = ce_membership_reader_alloc(table, format, err);
    ce_input *input = NULL;
    int rc;

    if (!r)
        return CE_ENOMEM;
    rc = ce_input_open(&input, path, err);
    if (!rc)
        rc = ce_table_cut_input(input, format, err);
    if (!rc)
        rc = ce_csv_read_input(input, format, ce_membership_reader_cell, ce_membership_reader_row,
                               r, NULL, err);
    ce_input_close(input, err);
    return ce_membership_reader_end(r, rc, ce_path_name(path));
}

void ce_membership_table_free(ce_membership_table *table)
{
    if (!table)
        return;
    for (size_t q = 0; table->name && q < table->membership.m; q++)
        free(table->name[q]);
    for (size_t l = 0; table->cluster && l < table->membership.columns; l++)
        free(table->cluster[l]);
    free(table->name);
    free(table->cluster);
    ce_text_column_free(&table->id);
    ce_text_column_free(&table->class_);
    ce_membership_free(&table->membership);
    *table = (ce_membership_table){0};
}

/* ---- writing ---- */

static int write_header(const ce_membership_table *table, ce_output *output, char delimiter,
                        ce_error *err)
{
    const ce_membership *membership = &table->membership;
    char number[24];

    if (table->id.name)
        ce_output_name(output, table->id.name, delimiter);
    for (size_t q = 0; q < membership->m; q++)
        for (size_t l = membership->start[q]; l < membership->start[q + 1]; l++) {
            char *name;
            snprintf(number, sizeof number, "%zu", l - membership->start[q] + 1);
            name = ce_join(table->name[q], ':', table->cluster ? table->cluster[l] : number, err);
            if (!name)
                return CE_ENOMEM;
            if (l || table->id.name)
                ce_output_char(output, delimiter);
            ce_output_cell(output, name, delimiter);
            free(name);
        }
    ce_output_char(output, '\n');
    return CE_OK;
}

int ce_membership_table_write(const ce_membership_table *table, const char *path, char delimiter,
                              ce_error *err)
{
    size_t columns = table->membership.columns;
    char between = delimiter ? delimiter : ',';
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    if ((rc = write_header(table, output, between, err))) {
        ce_output_abandon(output);
        return rc;
    }
    for (size_t i = 0; i < table->membership.n && !ce_output_failed(output); i++) {
        const float *p = table->membership.values + i * columns;
        if (table->id.name) {
            ce_output_cell(output, ce_text_column_get(&table->id, i), between);
            ce_output_char(output, between);
        }
        for (size_t l = 0; l < columns; l++) {
            if (l)
                ce_output_char(output, between);
            ce_output_float(output, p[l]);
        }
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}
