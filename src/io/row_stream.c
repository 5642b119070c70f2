#include "io/row_stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/matrix.h"
#include "core/memory.h"
#include "io/data_table_internal.h"
#include "io/npy.h"
#include "io/row_stream_internal.h"
#include "io/table_cut.h"

/* Text of ids of a block. */
typedef struct {
    char *text;
    size_t used, capacity;
    size_t *at; /* together: where each begins */
    const char **id;
} id_texts;

typedef struct {
    const ce_table_format *format;
    ce_table_kind kind;
    const ce_row_receiver *to;
    ce_columns columns;
    size_t size_column;
    const ce_row_want *want;
    size_t wants;
    size_t *chain; /* of the columns of the file: the first that is wanted, wants: none */
    size_t *next;  /* of the wanted: the next of the same column */
    double *values;
    size_t together, filled, done; /* rows */
    id_texts ids;
    ce_error *err;
} reader;

/* ---- cells ---- */

static int read_number(reader *r, ce_csv *csv, size_t column, const char *text, size_t length,
                       double *value)
{
    int rc = ce_cell_value(r->format, text, length, value);

    if (rc != 1)
        return ce_data_cell_refuse(csv, r->format, r->columns.name[column], text, length, rc);
    if (fabs(*value) > CE_LARGEST)
        return ce_csv_fail(csv, "column %s: %g, at most %g expected", r->columns.name[column],
                           *value, CE_LARGEST);
    return CE_OK;
}

static double find_category(const reader *r, const ce_categories *categories, const char *text,
                            size_t length)
{
    int32_t number = ce_categories_known(categories, text, length);

    if (number < 0 && !ce_cell_missing(r->format, text, length)) {
        number = ce_categories_find(categories, text, length);
        return number < 0 ? CE_ROW_UNKNOWN : number;
    }
    return number < 0 ? CE_ROW_MISSING : number;
}

/* A word that means a missing cell may be a category, such as -1. */
static double category_of(const reader *r, const ce_categories *categories, const char *text,
                          size_t length)
{
    if (r->format->missing && ce_cell_missing(r->format, text, length))
        return CE_ROW_MISSING;
    return find_category(r, categories, text, length);
}

static int read_id(reader *r, ce_csv *csv, const char *text, size_t length, size_t column)
{
    id_texts *ids = &r->ids;
    int rc;

    if (ce_is_missing(text, length))
        return ce_csv_fail(csv, "a missing id");
    if (r->columns.role[column] == CE_ROLE_ID_AGAIN) {
        const char *first = ids->text + ids->at[r->filled];
        return strcmp(text, first)
                   ? ce_columns_refuse_id(&r->columns, csv, column, first, text)
                   : CE_OK;
    }
    rc = ce_grow(&ids->text, &ids->capacity, ids->used + length + 1, 1, r->err);
    if (rc)
        return rc;
    ids->at[r->filled] = ids->used;
    memcpy(ids->text + ids->used, text, length + 1);
    ids->used += length + 1;
    return CE_OK;
}

static int read_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t column)
{
    reader *r = state;
    ce_role role = (ce_role)r->columns.role[column];
    double *row = r->values + r->filled * r->wants;
    int rc = CE_OK;

    if (role == CE_ROLE_ID || role == CE_ROLE_ID_AGAIN)
        return read_id(r, csv, text, length, column);
    for (size_t w = r->chain[column]; w < r->wants && !rc; w = r->next[w]) {
        if (!r->want[w].categories)
            rc = read_number(r, csv, column, text, length, &row[w]);
        else
            row[w] = category_of(r, r->want[w].categories, text, length);
    }
    if (!rc && r->kind == CE_TABLE_LABELS && r->chain[column] < r->wants &&
        row[r->chain[column]] == CE_ROW_UNKNOWN)
        rc = ce_columns_check_label(&r->columns, csv, r->format, column, text, length);
    return rc;
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    reader *r = state;

    return row == 0 ? ce_columns_add(&r->columns, text, length, r->err)
                    : read_cell(r, csv, text, length, column);
}

/* ---- rows ---- */

static int flush(reader *r)
{
    ce_row_block block = {.first = r->done,
                          .count = r->filled,
                          .values = r->values,
                          .id = r->columns.id == CE_NO_COLUMN ? NULL : r->ids.id};
    int rc;

    if (!r->filled)
        return CE_OK;
    for (size_t i = 0; i < r->filled && block.id; i++)
        r->ids.id[i] = r->ids.text + r->ids.at[i];
    rc = r->to->block(r->to->state, &block, r->err);
    r->done += r->filled;
    r->filled = r->ids.used = 0;
    return rc;
}

static int end_row(reader *r)
{
    return ++r->filled < r->together ? CE_OK : flush(r);
}

/* Asks the receiver what it wants. */
static int ask(reader *r)
{
    const ce_columns *columns = &r->columns;
    const char **name = ce_alloc(columns->columns, sizeof *name, r->err);
    size_t *column = ce_alloc(columns->columns, sizeof *column, r->err);
    ce_row_head head = {
        .name = name,
        .is_named = columns->is_header,
        .size = r->size_column == CE_NO_COLUMN ? NULL : columns->name[r->size_column],
        .id = columns->id == CE_NO_COLUMN ? NULL : columns->name[columns->id]};
    int rc = name && column ? CE_OK : CE_ENOMEM;

    for (size_t c = 0; c < columns->columns && !rc; c++)
        if (columns->role[c] == CE_ROLE_VALUE && c != r->size_column) {
            name[head.columns] = columns->name[c];
            column[head.columns++] = c;
        }
    if (!rc)
        rc = r->to->begin(r->to->state, &head, &r->want, &r->wants, r->err);
    if (!rc) {
        r->chain = ce_alloc(columns->columns, sizeof *r->chain, r->err);
        r->next = ce_alloc(r->wants, sizeof *r->next, r->err);
        r->values = ce_alloc(r->together, r->wants * sizeof *r->values, r->err);
        rc = r->chain && r->next && r->values ? CE_OK : CE_ENOMEM;
    }
    for (size_t c = 0; c < columns->columns && !rc; c++)
        r->chain[c] = r->wants;
    for (size_t w = r->wants; w-- > 0 && !rc;) {
        size_t c = column[r->want[w].column];
        r->next[w] = r->chain[c];
        r->chain[c] = w;
    }
    free(name);
    free(column);
    return rc;
}

/* A first line that is no header is a row, and its cells come again. The columns get their names
 * before. */
static int first_line(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    char **cell = NULL;
    int rc = ce_columns_decide(columns, csv, r->format, r->kind);

    if (rc)
        return rc;
    if (r->kind == CE_TABLE_LABELS)
        ce_columns_tell_count(columns, csv, r->format);
    r->size_column = CE_NO_COLUMN;
    if (r->kind == CE_TABLE_LABELS) {
        r->size_column = ce_columns_take_size(columns);
        rc = ce_columns_check_no_size(columns, csv, r->format, r->size_column);
    }
    if (rc)
        return rc;
    if (!columns->values)
        return r->kind == CE_TABLE_LABELS
                   ? ce_columns_refuse_labels(columns, csv)
                   : ce_csv_fail(csv, "no feature: only id or class columns");
    r->ids.at = ce_alloc(r->together, sizeof *r->ids.at, r->err);
    r->ids.id = ce_alloc(r->together, sizeof *r->ids.id, r->err);
    if (!r->ids.at || !r->ids.id)
        return CE_ENOMEM;
    if (!columns->is_header) {
        cell = columns->name;
        columns->name = ce_calloc(columns->columns, sizeof *columns->name, r->err);
        rc = columns->name ? ce_columns_default_names(columns, r->err) : CE_ENOMEM;
    }
    if (!rc)
        rc = ask(r);
    for (size_t c = 0; c < columns->columns && cell && !rc; c++)
        rc = read_cell(r, csv, cell[c], strlen(cell[c]), c);
    if (!rc && cell)
        rc = end_row(r);
    for (size_t c = 0; c < columns->columns && cell; c++)
        free(cell[c]);
    free(cell);
    return rc;
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    (void)columns;
    return row == 0 ? first_line(state, csv) : end_row(state);
}

static void reader_free(reader *r)
{
    ce_columns_free(&r->columns);
    free(r->chain);
    free(r->next);
    free(r->values);
    free(r->ids.text);
    free(r->ids.at);
    free(r->ids.id);
}

static int read_text(ce_input *input, const ce_table_format *format, ce_table_kind kind,
                     size_t together, const ce_row_receiver *receiver, size_t *rows, ce_error *err)
{
    reader r = {
        .format = format, .kind = kind, .to = receiver, .together = together, .err = err};
    int rc = ce_csv_read_input(input, format, on_cell, on_row, &r, NULL, err);

    if (!rc)
        rc = flush(&r);
    if (!rc)
        rc = ce_columns_check_rows(&r.columns, r.done, ce_input_name(input), err);
    *rows = r.done;
    reader_free(&r);
    return rc;
}

int ce_row_stream_read(const char *path, const ce_table_format *format, ce_table_kind kind,
                       size_t together, const ce_row_receiver *receiver, size_t *rows,
                       ce_error *err)
{
    ce_input *input = NULL;
    int is_npy = 0, rc = ce_input_open(&input, path, err);

    *rows = 0;
    if (!rc)
        rc = ce_table_cut_input(input, format, err);
    if (!rc)
        rc = ce_input_is_npy(input, &is_npy, err);
    if (!rc)
        rc = (is_npy ? ce_row_stream_read_npy : read_text)(input, format, kind, together, receiver,
                                                           rows, err);
    ce_input_close(input, err);
    return rc;
}
