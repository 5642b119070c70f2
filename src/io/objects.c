#include "io/objects.h"

#include <stdint.h>

#include "io/input.h"

typedef struct {
    const ce_table_format *format;
    ce_columns columns;
    ce_text_column *id, ignored; /* ignored: the classes */
    size_t rows;
    ce_error *err;
} reader;

static int hold_back(void *state, ce_csv *csv, const char *text, size_t length, size_t column)
{
    reader *r = state;
    ce_role role = (ce_role)r->columns.role[column];

    if (role != CE_ROLE_ID && role != CE_ROLE_ID_AGAIN)
        return CE_OK;
    return ce_columns_hold_back(&r->columns, csv, r->format, column, r->rows, text, length, r->id,
                                &r->ignored, r->err);
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    reader *r = state;

    return row ? hold_back(state, csv, text, length, column)
               : ce_columns_add(&r->columns, text, length, r->err);
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    reader *r = state;
    int rc;

    (void)columns;
    if (row == 0) {
        if ((rc = ce_columns_decide(&r->columns, csv, r->format, CE_TABLE_OBJECTS)))
            return rc;
        return ce_columns_begin(&r->columns, csv, hold_back, r, r->id, &r->ignored, &r->rows,
                                r->err);
    }
    return ++r->rows <= INT32_MAX ? CE_OK : ce_csv_fail(csv, "more than %d objects", INT32_MAX);
}

int ce_objects_read(ce_text_column *id, size_t *n, const char *path, const ce_table_format *format,
                    ce_error *err)
{
    reader r = {.format = format, .id = id, .err = err};
    int rc = ce_csv_read(path, format, on_cell, on_row, &r, NULL, err);

    if (!rc)
        rc = ce_columns_check_rows(&r.columns, r.rows, path, err);
    *n = rc ? 0 : r.rows;
    ce_columns_free(&r.columns);
    ce_text_column_free(&r.ignored);
    if (rc)
        ce_text_column_free(id);
    return rc;
}
