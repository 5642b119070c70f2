/* The cells of columns that are held back, and what is refused of them. */
#include <string.h>
#include <strings.h>

#include "core/descriptor.h"
#include "io/columns.h"

int ce_columns_check_label(const ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                           size_t column, const char *text, size_t length)
{
    double value;

    if (!columns->clusters_named || ce_cell_real_either(format, text, length, &value) != 1 ||
        value <= 0 || value >= 1)
        return CE_OK;
    if (ce_cell_real(format, text, length, &value) != 1)
        return ce_csv_fail(
            csv,
            "column %s: %.40s, a label expected: is this a membership table (" CE_OPT(
                "decimal") " %c)? see clens-formats(5)",
            columns->name[column], text, ce_other_decimal(format));
    return ce_csv_fail(
        csv, "column %s: %.40s, a label expected: is this a membership table? see clens-formats(5)",
        columns->name[column], text);
}

int ce_columns_refuse_id(const ce_columns *columns, ce_csv *csv, size_t column, const char *first,
                         const char *text)
{
    const char *name = columns->name[columns->id], *again = columns->name[column];

    if (!strcmp(name, again))
        return ce_csv_fail(
            csv, "id '%.40s' in one column, '%.40s' in the other: rows do not belong together",
            first, text);
    if (strcasecmp(name, again) && !ce_csv_has_row_names(csv))
        return ce_csv_fail(csv,
                           "id '%.40s' in column %.40s, '%.40s' in column %zu, which has no name: "
                           "rows do not belong together, or only one holds the ids (" CE_OPT(
                               "id") " %.40s)",
                           first, name, text, column + 1, name);
    if (strcasecmp(name, again)) /* of columns without a name */
        return ce_csv_fail(
            csv,
            "id '%.40s' in column %zu, '%.40s' in column %zu, which have no name: "
            "rows do not belong together, or only one holds the ids (" CE_OPT("id") " %zu)",
            first, columns->id + 1, text, column + 1, columns->id + 1);
    return ce_csv_fail(csv,
                       "id '%.40s' in column %.40s, '%.40s' in column %.40s: rows do not belong "
                       "together, or only one holds the ids (" CE_OPT("id") " %.40s)",
                       first, name, text, again, name);
}

int ce_columns_check_size(ce_csv *csv, double size, const char *text, size_t length)
{
    double value;

    if (ce_parse_real(text, length, &value) == 1 && value == size)
        return CE_OK;
    return ce_csv_fail(csv,
                       "size %.0f in one column, '%.40s' in the other: rows do not belong together",
                       size, text);
}

int ce_columns_refuse_labels(const ce_columns *columns, ce_csv *csv)
{
    if (columns->class_ == CE_NO_COLUMN)
        return ce_csv_fail(csv, "no clustering: only id, size or class columns");
    return ce_csv_fail(
        csv,
        "no clustering: only id, size or class columns (" CE_OPT("class") " none: %.60s is one)",
        columns->name[columns->class_]);
}

int ce_columns_read_id(const ce_columns *columns, ce_csv *csv, size_t column, ce_text_column *id,
                       size_t i, const char *text, size_t length, ce_error *err)
{
    size_t before = id->categories.count;
    int rc;

    if (ce_is_missing(text, length))
        return ce_csv_fail(csv, "a missing id");
    if (columns->role[column] == CE_ROLE_ID_AGAIN)
        return strcmp(text, ce_text_column_get(id, i))
                   ? ce_columns_refuse_id(columns, csv, column, ce_text_column_get(id, i), text)
                   : CE_OK;
    if ((rc = ce_text_column_append(id, text, length, err)))
        return rc;
    return id->categories.count == before
               ? ce_csv_fail(csv, "id '%.40s' occurs a second time", text)
               : CE_OK;
}

int ce_columns_hold_back(const ce_columns *columns, ce_csv *csv, const ce_table_format *format,
                         size_t column, size_t i, const char *text, size_t length,
                         ce_text_column *id, ce_text_column *class_, ce_error *err)
{
    ce_role role = (ce_role)columns->role[column];

    if (role == CE_ROLE_ID || role == CE_ROLE_ID_AGAIN)
        return ce_columns_read_id(columns, csv, column, id, i, text, length, err);
    if (role != CE_ROLE_CLASS)
        return CE_OK;
    if (ce_cell_missing(format, text, length))
        length = 0;
    return ce_text_column_append(class_, text, length, err);
}
