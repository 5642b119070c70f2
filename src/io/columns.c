#include "io/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/descriptor.h"
#include "core/labels.h"
#include "core/memory.h"
#include "io/input.h"

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

static int looks_like_header(const ce_columns *columns, const ce_csv *csv,
                             const ce_table_format *format)
{
    double value;

    if (ce_csv_has_header(csv))
        return 1;
    for (size_t c = (size_t)ce_csv_has_row_names(csv); c < columns->columns; c++) {
        size_t length = strlen(columns->name[c]);
        if (ce_is_missing(columns->name[c], length) ||
            ce_cell_real(format, columns->name[c], length, &value))
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
    int is_name;
    char *end;

    if (at != CE_NO_COLUMN)
        return at;
    is_name = *key == 'c'; /* c1, c2, ...: columns without a name */
    key += is_name;
    if (*key < '1' || *key > '9')
        return at;
    number = strtoul(key, &end, 10);
    if (*end || number > columns->columns)
        return at;
    return is_name && columns->is_header && *columns->name[number - 1] ? at : number - 1;
}

/* A column that may be meant by a name that none has. */
static const char *find_near(const ce_columns *columns, const char *key)
{
    for (size_t c = 0; c < columns->columns && columns->is_header; c++)
        if (ce_may_mean(key, columns->name[c]))
            return columns->name[c];
    return NULL;
}

static int no_such_column(ce_csv *csv, const ce_columns *columns, const char *key)
{
    const char *near = *key >= '0' && *key <= '9' ? NULL : find_near(columns, key);
    char list[256], mean[64] = "the";
    size_t used = 0;

    if (near)
        snprintf(mean, sizeof mean, "did you mean %.40s? The", near);
    list[0] = '\0';
    for (size_t c = 0; c < columns->columns && used + 40 < sizeof list && columns->is_header; c++) {
        char number[32];
        snprintf(number, sizeof number, "c%zu", c + 1);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.30s", c ? ", " : "",
                                 *columns->name[c] ? columns->name[c] : number);
    }
    if (!columns->is_header && find_name(columns, key, 0) != CE_NO_COLUMN)
        snprintf(list, sizeof list,
                 "%zu, without names, since the first line does not look like a header (" CE_OPT(
                     "header") " yes: it is one)",
                 columns->columns);
    else if (!columns->is_header)
        snprintf(list, sizeof list, "%zu, without names", columns->columns);
    return ce_csv_fail(csv, "no column '%s'; %s columns are %s%s", key, mean, list,
                       columns->is_header && used + 40 >= sizeof list ? ", ..." : "");
}

/* The first column of this name in any case. */
static size_t find_any_case(const ce_columns *columns, const char *name)
{
    for (size_t c = 0; c < columns->columns; c++)
        if (!strcasecmp(columns->name[c], name))
            return c;
    return CE_NO_COLUMN;
}

void ce_format_beside_truth(ce_table_format *format)
{
    if (format->class_column && *format->class_column >= '1' && *format->class_column <= '9')
        format->class_column = NULL;
    format->spare_class = 1;
}

/* Finds the column that an option names. *by_default: 1 when none was named, or one that this table
 * need not have and that it lacks. */
static int find_named(const ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                      const char *key, int need, size_t *at, int *by_default)
{
    *at = CE_NO_COLUMN;
    *by_default = !key;
    if (!key || !strcmp(key, "none"))
        return CE_OK;
    *at = ce_columns_find(columns, key);
    if (*at != CE_NO_COLUMN)
        return CE_OK;
    if (need || (*key >= '1' && *key <= '9') || find_near(columns, key))
        return no_such_column(csv, columns, key);
    ce_csv_tell(csv, &format->listener, CE_DETAIL,
                "no column '%.100s': nothing is held back by that name", key);
    *by_default = 1;
    return CE_OK;
}

static int find_id(ce_columns *columns, ce_csv *csv, const ce_table_format *format, int need,
                   int *by_default)
{
    int rc = find_named(columns, csv, format, format->id_column, need, &columns->id, by_default);

    if (rc || !columns->is_header || !*by_default)
        return rc;
    columns->id = find_any_case(columns, "id");
    if (ce_csv_has_row_names(csv) && (columns->id == CE_NO_COLUMN || ce_csv_has_names_of_id(csv)))
        columns->id = 0; /* a column `id` must agree then (assign_roles) */
    return CE_OK;
}

/* A column called `label` or `target`, if another one is left for the features. */
static size_t find_class_name(const ce_columns *columns)
{
    static const char *const name[] = {"label", "target"};
    size_t at = CE_NO_COLUMN;

    for (int i = 0; i < 2 && at == CE_NO_COLUMN; i++)
        at = find_any_case(columns, name[i]);
    return columns->columns > 1 + (size_t)(columns->id != CE_NO_COLUMN) ? at : CE_NO_COLUMN;
}

static int find_class(ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                      ce_table_kind kind, int *by_default)
{
    int need = kind == CE_TABLE_DATA || kind == CE_TABLE_TRUTH,
        rc = find_named(columns, csv, format, format->class_column, need && !format->spare_class,
                        &columns->class_, by_default);
    size_t at;

    if (rc || !columns->is_header || !*by_default)
        return rc;
    columns->class_ = find_any_case(columns, "class");
    if (columns->class_ != CE_NO_COLUMN || kind == CE_TABLE_OBJECTS)
        return CE_OK;
    at = find_class_name(columns);
    if (at == CE_NO_COLUMN || at == columns->id)
        return CE_OK;
    if (need)
        columns->class_ = at;
    if (kind == CE_TABLE_DATA)
        ce_csv_tell(
            csv, &format->listener, CE_NOTE,
            "column %s is held back as the classes (" CE_OPT("class") " none: it is a feature)",
            columns->name[at]);
    else if (kind == CE_TABLE_TRUTH)
        ce_csv_tell(csv, &format->listener, CE_NOTE,
                    "column %s holds the classes (%s COL: another one does)", columns->name[at],
                    format->class_option ? format->class_option : CE_OPT("class"));
    else if (kind == CE_TABLE_LABELS)
        ce_csv_tell(csv, &format->listener, CE_NOTE,
                    "column %s is read as a clustering (" CE_OPT("class") " %s holds it back)",
                    columns->name[at], columns->name[at]);
    return CE_OK;
}

/* Whether a column holds names of the rows. */
static int holds_row_names(const ce_columns *columns, const ce_csv *csv, size_t column)
{
    if (!columns->is_header || *columns->name[column])
        return 0;
    return column ? ce_csv_has_pasted_names(csv) : ce_csv_has_row_names(csv);
}

/* Skips the columns of row names beside the one of ids, or has them agree with it: the ids of
 * pasted tables. Where an option chose the ids, the others need not agree. */
static void settle_further_names(ce_columns *columns, const ce_csv *csv, int id_by_default)
{
    for (size_t c = 0; c < columns->columns; c++)
        if (holds_row_names(columns, csv, c) && c != columns->id && c != columns->class_)
            columns->role[c] = columns->id == 0 && id_by_default ? CE_ROLE_ID_AGAIN : CE_ROLE_SKIP;
}

/* Tells of the columns of row names that are the ids: with -v only, as every result shows them. */
static void tell_ids(const ce_columns *columns, const ce_csv *csv, const ce_table_format *format)
{
    size_t again = 0;

    for (size_t c = 0; c < columns->columns; c++)
        again += columns->role[c] == CE_ROLE_ID_AGAIN;
    if (again && !ce_csv_has_row_names(csv))
        ce_csv_tell(csv, &format->listener, CE_DETAIL,
                    "%zu column%s without a name hold%s the ids again", again,
                    again == 1 ? "" : "s", again == 1 ? "s" : "");
    else if (again)
        ce_csv_tell(csv, &format->listener, CE_DETAIL,
                    "the first column and %zu more have no name: their cells are the ids (" CE_OPT(
                        "id") " none: they are not)",
                    again);
    else
        ce_csv_tell(
            csv, &format->listener, CE_DETAIL,
            "the first column has no name: its cells are the ids (" CE_OPT("id") " none: they "
                                                                                 "are not)");
}

/* Tells of the columns of row names that are left out. */
static void tell_skipped(const ce_columns *columns, const ce_csv *csv,
                         const ce_table_format *format)
{
    size_t skipped = 0, at = 0;

    for (size_t c = columns->columns; c-- > 0;)
        if (columns->role[c] == CE_ROLE_SKIP) {
            skipped++;
            at = c;
        }
    if (skipped > 1)
        ce_csv_tell(csv, &format->listener, CE_NOTE,
                    "%zu columns have no name: row names, left out", skipped);
    else if (at)
        ce_csv_tell(csv, &format->listener, CE_NOTE, "column %zu has no name: row names, left out",
                    at + 1);
    else if (skipped)
        ce_csv_tell(csv, &format->listener, CE_NOTE,
                    "the first column has no name: row names, left out");
}

/* Names the column of row names, or skips it where another one holds the ids. */
static int settle_row_names(ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                            int id_by_default)
{
    int is_none = format->id_column && !strcmp(format->id_column, "none");

    int has_names = holds_row_names(columns, csv, 0);

    if (!has_names && !ce_csv_has_pasted_names(csv))
        return CE_OK;
    if (!is_none) {
        settle_further_names(columns, csv, id_by_default);
        if (columns->id == 0)
            tell_ids(columns, csv, format);
        tell_skipped(columns, csv, format);
    }
    if (!has_names)
        return CE_OK;
    free(columns->name[0]);
    columns->name[0] = ce_strdup(is_none ? "c1" : "id", NULL);
    return columns->name[0] ? CE_OK : ce_csv_fail_memory(csv);
}

/* A header may lack names, as a spreadsheet's does. What is written has one for each column: an
 * empty first name would be read as that of row names, and a line of nothing as no line. */
static int name_the_nameless(ce_columns *columns, ce_csv *csv)
{
    char name[32];

    for (size_t c = 0; columns->is_header && c < columns->columns; c++) {
        if (*columns->name[c])
            continue;
        snprintf(name, sizeof name, c == columns->id ? "id" : "c%zu", c + 1);
        free(columns->name[c]);
        columns->name[c] = ce_strdup(name, NULL);
        if (!columns->name[c])
            return ce_csv_fail_memory(csv);
    }
    return CE_OK;
}

/* any_case: columns behind it of the same name in another case have the second role too. */
static void assign_roles(ce_columns *columns, size_t first, int any_case, ce_role role,
                         ce_role again)
{
    if (first == CE_NO_COLUMN)
        return;
    columns->role[first] = (unsigned char)role;
    for (size_t c = first + 1; columns->is_header && c < columns->columns; c++) {
        const char *a = columns->name[c], *b = columns->name[first];
        if (columns->role[c] == CE_ROLE_VALUE && !(any_case ? strcasecmp(a, b) : strcmp(a, b)))
            columns->role[c] = (unsigned char)again;
    }
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

size_t ce_column_name_length(const char *name)
{
    const char *mark = strrchr(name, '#');

    return mark && mark[1] && !mark[1 + strspn(mark + 1, "0123456789")] ? (size_t)(mark - name)
                                                                        : strlen(name);
}

static int is_same_name(const char *a, const char *b)
{
    size_t length = ce_column_name_length(a);

    return length == ce_column_name_length(b) && !strncmp(a, b, length);
}

/* Whether all columns are named CLUSTERING:CLUSTER, and two neighbours are different clusters of
 * one clustering. Two columns of the same name are two clusterings, which may be labels. */
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
        pair |= before && (size_t)(colon - name) == length && !strncmp(name, before, length) &&
                !is_same_name(name, before);
        before = name;
        length = (size_t)(colon - name);
    }
    return columns->is_header && pair;
}

static int find_held_back(ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                          ce_table_kind kind, int *id_by_default, int *class_by_default)
{
    int rc;

    columns->id = columns->class_ = CE_NO_COLUMN;
    *id_by_default = *class_by_default = 0;
    if (kind == CE_TABLE_PLAIN)
        return CE_OK;
    rc = find_id(columns, csv, format, kind != CE_TABLE_LABELS && !format->spare_id,
                 id_by_default);
    if (!rc)
        rc = find_class(columns, csv, format, kind, class_by_default);
    return rc ? rc : part_held_back(columns, csv, format);
}

int ce_columns_has_header(const ce_columns *columns, const ce_csv *csv,
                          const ce_table_format *format)
{
    return !ce_csv_is_headless(csv) &&
           (format->header == CE_HEADER_YES ||
            (format->header == CE_HEADER_AUTO && looks_like_header(columns, csv, format)));
}

int ce_columns_decide(ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                      ce_table_kind kind)
{
    int rc, id_by_default, class_by_default;

    columns->is_header = ce_columns_has_header(columns, csv, format);
    if (columns->is_header && (rc = ce_csv_set_header(csv, columns->name, columns->columns)))
        return rc;
    columns->role = ce_calloc(columns->columns, 1, NULL);
    if (!columns->role)
        return ce_csv_fail_memory(csv);
    rc = find_held_back(columns, csv, format, kind, &id_by_default, &class_by_default);
    if (!rc && kind != CE_TABLE_PLAIN)
        rc = settle_row_names(columns, csv, format, id_by_default);
    if (!rc && kind != CE_TABLE_PLAIN)
        rc = name_the_nameless(columns, csv);
    if (rc)
        return rc;
    assign_roles(columns, columns->id, id_by_default, CE_ROLE_ID, CE_ROLE_ID_AGAIN);
    assign_roles(columns, columns->class_, class_by_default, CE_ROLE_CLASS, CE_ROLE_SKIP);
    for (size_t c = 0; c < columns->columns; c++)
        columns->values += columns->role[c] == CE_ROLE_VALUE;
    columns->clusters_named = name_clusters(columns);
    return CE_OK;
}

void ce_columns_tell_count(const ce_columns *columns, const ce_csv *csv,
                           const ce_table_format *format)
{
    if (columns->is_header || ce_csv_is_headless(csv) || format->header != CE_HEADER_AUTO ||
        columns->columns > 2 || strcmp(columns->name[0], "0") ||
        (columns->columns == 2 && strcmp(columns->name[1], "1")))
        return;
    ce_csv_tell(
        csv, &format->listener, CE_NOTE,
        "the first line is %s and is read as a row (" CE_OPT("header") " yes: it is the header)",
        columns->columns == 1 ? "0" : "0,1");
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

size_t ce_columns_take_size(ce_columns *columns)
{
    size_t at = CE_NO_COLUMN;

    for (size_t c = 0; columns->is_header && c < columns->columns; c++) {
        if (columns->role[c] != CE_ROLE_VALUE)
            continue;
        if (!strcmp(columns->name[c], "size")) {
            if (at != CE_NO_COLUMN)
                columns->role[c] = CE_ROLE_SIZE_AGAIN;
            at = at == CE_NO_COLUMN ? c : at;
            columns->values--;
        } else if (at == CE_NO_COLUMN) {
            break;
        }
    }
    return at;
}

int ce_columns_check_no_size(const ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                             size_t size_column)
{
    for (size_t c = 0; columns->is_header && size_column == CE_NO_COLUMN && c < columns->columns;
         c++) {
        const char *name = columns->name[c];
        if (columns->role[c] != CE_ROLE_VALUE || strcasecmp(name, "size") != 0)
            continue;
        if (!strcmp(name, "size"))
            return ce_csv_fail(csv,
                               "column %zu is called size: sizes stand before the first "
                               "clustering, and a clustering has another name",
                               c + 1);
        ce_csv_tell(csv, &format->listener, CE_NOTE,
                    "column %s is a clustering like others: sizes stand in a column 'size' before "
                    "the first one",
                    name);
        return CE_OK;
    }
    return CE_OK;
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
