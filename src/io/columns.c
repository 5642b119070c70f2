#include "io/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/labels.h"
#include "core/memory.h"
#include "io/input.h"

void ce_text_column_free(ce_text_column *column)
{
    if (!column)
        return;
    free(column->name);
    free(column->value);
    ce_categories_free(&column->categories);
    *column = (ce_text_column){0};
}

int ce_text_column_append(ce_text_column *column, const char *text, size_t length, ce_error *err)
{
    int32_t number = CE_MISSING;
    int rc = ce_grow(&column->value, &column->capacity, column->n + 1, sizeof *column->value, err);

    if (rc)
        return rc;
    if (!ce_is_missing(text, length) &&
        (number = ce_categories_number(&column->categories, text, length, err)) < 0)
        return number;
    column->value[column->n++] = number;
    return CE_OK;
}

int ce_text_column_copy(ce_text_column *to, const ce_text_column *from, ce_error *err)
{
    int rc = CE_OK;

    if (from->name && !(to->name = ce_strdup(from->name, err)))
        return CE_ENOMEM;
    for (size_t i = 0; i < from->n && !rc; i++) {
        const char *text = from->value[i] < 0 ? "" : from->categories.text[from->value[i]];
        rc = ce_text_column_append(to, text, strlen(text), err);
    }
    if (rc)
        ce_text_column_free(to);
    return rc;
}

const char *ce_text_column_get(const ce_text_column *column, size_t i)
{
    return column->value[i] < 0 ? "NA" : column->categories.text[column->value[i]];
}

int ce_columns_add(ce_columns *columns, const char *text, size_t length, ce_error *err)
{
    int rc = ce_grow(&columns->name, &columns->capacity, columns->columns + 1,
                     sizeof *columns->name, err);

    if (rc)
        return rc;
    columns->name[columns->columns] = ce_strndup(text, length, err);
    if (!columns->name[columns->columns])
        return CE_ENOMEM;
    columns->columns++;
    return CE_OK;
}

static int looks_like_header(const ce_columns *columns)
{
    double value;

    for (size_t c = 0; c < columns->columns; c++) {
        size_t length = strlen(columns->name[c]);
        if (ce_is_missing(columns->name[c], length) ||
            ce_parse_real(columns->name[c], length, &value))
            return 0;
    }
    return 1;
}

static size_t find_name(const ce_columns *columns, const char *name, size_t from)
{
    for (size_t c = from; c < columns->columns; c++)
        if (!strcmp(columns->name[c], name))
            return c;
    return CE_NO_COLUMN;
}

size_t ce_columns_find(const ce_columns *columns, const char *key)
{
    size_t at = columns->is_header ? find_name(columns, key, 0) : CE_NO_COLUMN;
    unsigned long number;
    char *end;

    if (at != CE_NO_COLUMN || *key < '1' || *key > '9')
        return at;
    number = strtoul(key, &end, 10);
    return *end || number > columns->columns ? CE_NO_COLUMN : number - 1;
}

static int no_such_column(ce_csv *csv, const ce_columns *columns, const char *key)
{
    char list[256];
    size_t used = 0;

    list[0] = '\0';
    for (size_t c = 0; c < columns->columns && used + 40 < sizeof list && columns->is_header; c++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.30s", c ? ", " : "",
                                 columns->name[c]);
    if (!columns->is_header)
        snprintf(list, sizeof list, "%zu, without names", columns->columns);
    return ce_csv_fail(csv, "no column '%s'; the columns are %s%s", key, list,
                       columns->is_header && used + 40 >= sizeof list ? ", ..." : "");
}

/* Finds the column called key. key NULL: the one with the default name, if there is one. */
static int find_held_back(const ce_columns *columns, ce_csv *csv, const char *key,
                          const char *by_default, size_t *at)
{
    *at = CE_NO_COLUMN;
    if (!key) {
        if (columns->is_header)
            *at = find_name(columns, by_default, 0);
    } else if (strcmp(key, "none")) {
        *at = ce_columns_find(columns, key);
        if (*at == CE_NO_COLUMN)
            return no_such_column(csv, columns, key);
    }
    return CE_OK;
}

static void assign_roles(ce_columns *columns, size_t first, ce_role role, ce_role again)
{
    if (first == CE_NO_COLUMN)
        return;
    columns->role[first] = (unsigned char)role;
    for (size_t c = first + 1; columns->is_header && c < columns->columns; c++)
        if (columns->role[c] == CE_ROLE_VALUE && !strcmp(columns->name[c], columns->name[first]))
            columns->role[c] = (unsigned char)again;
}

/* One column cannot hold both. Where only one of the two was asked for, the other has none. */
static int part_held_back(ce_columns *columns, ce_csv *csv, const ce_table_format *format)
{
    if (columns->id == CE_NO_COLUMN || columns->id != columns->class_)
        return CE_OK;
    if (format->id_column && format->class_column)
        return ce_csv_fail(csv, "column %zu cannot hold both the ids and the classes",
                           columns->id + 1);
    if (format->class_column)
        columns->id = CE_NO_COLUMN;
    else
        columns->class_ = CE_NO_COLUMN;
    return CE_OK;
}

const char *ce_cluster_name_colon(const char *name)
{
    const char *colon = strrchr(name, ':');

    return colon && colon > name && colon[1] ? colon : NULL;
}

static int name_clusters(const ce_columns *columns)
{
    const char *before = NULL;
    size_t length = 0;
    int pair = 0;

    for (size_t c = 0; c < columns->columns; c++) {
        const char *name = columns->name[c], *colon = ce_cluster_name_colon(name);
        if (columns->role[c] != CE_ROLE_VALUE)
            continue;
        if (!colon)
            return 0;
        pair |= before && (size_t)(colon - name) == length && !strncmp(name, before, length);
        before = name;
        length = (size_t)(colon - name);
    }
    return columns->is_header && pair;
}

int ce_columns_decide(ce_columns *columns, ce_csv *csv, const ce_table_format *format)
{
    int rc;

    columns->is_header = format->header == CE_HEADER_YES ||
                         (format->header == CE_HEADER_AUTO && looks_like_header(columns));
    columns->role = ce_calloc(columns->columns, 1, NULL);
    if (!columns->role)
        return ce_csv_fail(csv, "out of memory");
    rc = find_held_back(columns, csv, format->id_column, "id", &columns->id);
    if (!rc)
        rc = find_held_back(columns, csv, format->class_column, "class", &columns->class_);
    if (!rc)
        rc = part_held_back(columns, csv, format);
    if (rc)
        return rc;
    assign_roles(columns, columns->id, CE_ROLE_ID, CE_ROLE_ID_AGAIN);
    assign_roles(columns, columns->class_, CE_ROLE_CLASS, CE_ROLE_SKIP);
    for (size_t c = 0; c < columns->columns; c++)
        columns->values += columns->role[c] == CE_ROLE_VALUE;
    columns->clusters_named = name_clusters(columns);
    return CE_OK;
}

int ce_columns_default_names(ce_columns *columns, ce_error *err)
{
    char name[32];

    for (size_t c = 0; c < columns->columns; c++) {
        free(columns->name[c]);
        snprintf(name, sizeof name, "c%zu", c + 1);
        columns->name[c] = ce_strdup(name, err);
        if (!columns->name[c])
            return CE_ENOMEM;
    }
    return CE_OK;
}

size_t ce_columns_size(const ce_columns *columns)
{
    for (size_t c = 0; columns->is_header && c < columns->columns; c++)
        if (columns->role[c] == CE_ROLE_VALUE)
            return strcmp(columns->name[c], "size") ? CE_NO_COLUMN : c;
    return CE_NO_COLUMN;
}

int ce_columns_check_label(const ce_columns *columns, ce_csv *csv, size_t column, const char *text,
                           size_t length)
{
    double value;

    if (!columns->clusters_named || ce_parse_real(text, length, &value) != 1 || value <= 0 ||
        value >= 1)
        return CE_OK;
    return ce_csv_fail(
        csv, "column %s: %.40s, a label expected: is this a membership table? see clens-formats(5)",
        columns->name[column], text);
}

int ce_columns_read_id(ce_csv *csv, ce_text_column *id, size_t i, const char *text, size_t length,
                       int again, ce_error *err)
{
    size_t before = id->categories.count;
    int rc;

    if (ce_is_missing(text, length))
        return ce_csv_fail(csv, "a missing id");
    if (again) {
        if (strcmp(text, ce_text_column_get(id, i)))
            return ce_csv_fail(
                csv, "id '%.40s' in one column, '%.40s' in the other: rows do not belong together",
                ce_text_column_get(id, i), text);
        return CE_OK;
    }
    if ((rc = ce_text_column_append(id, text, length, err)))
        return rc;
    return id->categories.count == before
               ? ce_csv_fail(csv, "id '%.40s' occurs a second time", text)
               : CE_OK;
}

int ce_columns_hold_back(const ce_columns *columns, ce_csv *csv, size_t column, size_t i,
                         const char *text, size_t length, ce_text_column *id,
                         ce_text_column *class_, ce_error *err)
{
    ce_role role = (ce_role)columns->role[column];

    if (role == CE_ROLE_ID || role == CE_ROLE_ID_AGAIN)
        return ce_columns_read_id(csv, id, i, text, length, role == CE_ROLE_ID_AGAIN, err);
    return role == CE_ROLE_CLASS ? ce_text_column_append(class_, text, length, err) : CE_OK;
}

static int name_held_back(const ce_columns *columns, size_t column, ce_text_column *held,
                          ce_error *err)
{
    if (column != CE_NO_COLUMN && !(held->name = ce_strdup(columns->name[column], err)))
        return CE_ENOMEM;
    return CE_OK;
}

int ce_columns_begin(ce_columns *columns, ce_csv *csv, ce_columns_cell_fn cell, void *state,
                     ce_text_column *id, ce_text_column *class_, size_t *rows, ce_error *err)
{
    int rc = CE_OK;

    if (!columns->is_header) {
        for (size_t c = 0; c < columns->columns && !rc; c++)
            rc = cell(state, csv, columns->name[c], strlen(columns->name[c]), c);
        if (rc || (rc = ce_columns_default_names(columns, err)))
            return rc;
        *rows = 1;
    }
    if ((rc = name_held_back(columns, columns->id, id, err)))
        return rc;
    return name_held_back(columns, columns->class_, class_, err);
}

int ce_columns_check_rows(const ce_columns *columns, size_t rows, const char *path, ce_error *err)
{
    if (rows)
        return CE_OK;
    return ce_fail(err, CE_EINPUT, "%s: %s, a table with at least one object expected",
                   ce_path_name(path), columns->columns ? "a header line and no objects" : "empty");
}

void ce_columns_free(ce_columns *columns)
{
    if (!columns)
        return;
    for (size_t c = 0; c < columns->columns; c++)
        free(columns->name[c]);
    free(columns->name);
    free(columns->role);
    *columns = (ce_columns){0};
}
