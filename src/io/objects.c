#include "io/objects.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/input.h"
#include "io/npy.h"
#include "io/table_cut.h"

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
    return ce_csv_count_object(csv, &r->rows);
}

/* The rows of an npy file, labels or data, which has no ids. */
static int count_npy(ce_input *input, size_t *n, ce_error *err)
{
    ce_npy_header header = {0};
    char bytes[1 << 12];
    size_t left;
    int rc = ce_npy_read_header(input, &header, err);

    *n = 0;
    if (!rc && (!header.rows || !header.columns))
        rc = ce_fail(err, CE_EINPUT,
                     "%s: npy shape (%zu, %zu): a table with at least one object expected",
                     ce_input_name(input), header.rows, header.columns);
    left = rc ? 0 : ce_npy_size(&header);
    for (size_t part; left && !rc; left -= part) {
        part = left < sizeof bytes ? left : sizeof bytes;
        rc = ce_npy_read_bytes(input, bytes, part, "the values", err);
    }
    if (!rc)
        rc = ce_npy_read_end(input, &header, err);
    if (!rc)
        *n = header.rows;
    return rc;
}

int ce_objects_read(ce_text_column *id, size_t *n, const char *path, const ce_table_format *format,
                    ce_error *err)
{
    reader r = {.format = format, .id = id, .err = err};
    ce_input *input = NULL;
    int is_npy = 0, rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_table_cut_input(input, format, err);
    if (!rc)
        rc = ce_input_is_npy(input, &is_npy, err);
    if (!rc && is_npy)
        rc = count_npy(input, n, err);
    else if (!rc)
        rc = ce_csv_read_input(input, format, on_cell, on_row, &r, NULL, err);
    ce_input_close(input, err);
    if (is_npy)
        return rc;

    if (!rc)
        rc = ce_columns_check_rows(&r.columns, r.rows, path, err);
    *n = rc ? 0 : r.rows;
    ce_columns_free(&r.columns);
    ce_text_column_free(&r.ignored);
    if (rc)
        ce_text_column_free(id);
    return rc;
}

int ce_objects_look_up(int32_t **row, const ce_text_column *of, const ce_text_column *id,
                       size_t *missing, size_t *first, ce_error *err)
{
    int32_t *found = ce_alloc(id->n, sizeof *found, err);

    if (!found)
        return CE_ENOMEM;
    *missing = *first = 0;
    for (size_t i = 0; i < id->n; i++) {
        const char *text = ce_text_column_get(id, i);
        /* ids are distinct, so the number of an id is its row */
        found[i] = ce_categories_find(&of->categories, text, strlen(text));
        if (found[i] < 0 && !(*missing)++)
            *first = i;
    }
    *row = found;
    return CE_OK;
}

static char alike(char c)
{
    unsigned char u = (unsigned char)c;

    return u >= 128 || (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z') ||
                   u == '_'
               ? c
               : '.';
}

void ce_id_alike(char *to, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        to[i] = alike(text[i]);
    to[length] = '\0';
}

static int are_alike(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (alike(*a) != alike(*b))
            return 0;
    return *a == *b;
}

/* So short ids are the beginning or the end of others by chance, and numbers always are. */
enum { LEAST_PART = 4 };

/* Whether one begins or ends with the other: a barcode with and without its -1. */
static int is_part(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    const char *longer = length_a > length_b ? a : b, *part = length_a > length_b ? b : a;
    size_t most = length_a > length_b ? length_a : length_b, least = length_a + length_b - most;

    return least >= LEAST_PART && least < most && part[strspn(part, "0123456789")] &&
           (!memcmp(longer, part, least) || !memcmp(longer + most - least, part, least));
}

const char *ce_id_hint(char hint[CE_ID_HINT], const ce_text_column *of, const char *text)
{
    const char *alike = NULL, *part = NULL;

    for (size_t i = 0; i < of->n && !alike; i++) {
        const char *own = ce_text_column_get(of, i);
        if (are_alike(own, text))
            alike = own;
        else if (!part && is_part(own, text))
            part = own;
    }
    hint[0] = '\0';
    if (alike)
        snprintf(hint, CE_ID_HINT, "; it has '%.40s', as R writes it without check.names = FALSE",
                 alike);
    else if (part)
        snprintf(hint, CE_ID_HINT, "; it has '%.40s', with %s at the %s", part,
                 strlen(part) > strlen(text) ? "more" : "less",
                 strncmp(part, text, strlen(part) < strlen(text) ? strlen(part) : strlen(text))
                     ? "beginning"
                     : "end");
    return hint;
}

const char *ce_id_hint_first(char hint[CE_ID_HINT], const ce_text_column *of, const char *text)
{
    if (!*ce_id_hint(hint, of, text) && of->n)
        snprintf(hint, CE_ID_HINT, "; it has '%.40s'", ce_text_column_get(of, 0));
    return hint;
}

int ce_objects_find(int32_t **row, const ce_text_column *of, const char *path,
                    const ce_text_column *id, const char *table_path, ce_error *err)
{
    size_t missing, first;
    char hint[CE_ID_HINT];
    int32_t *found;
    int rc = ce_objects_look_up(&found, of, id, &missing, &first, err);

    if (rc)
        return rc;
    if (missing) {
        free(found);
        return ce_fail(
            err, CE_EINPUT, "%s: no object with the id '%.40s', which object %zu of %s has%s",
            ce_path_name(path), ce_text_column_get(id, first), first + 1, ce_path_name(table_path),
            ce_id_hint(hint, of, ce_text_column_get(id, first)));
    }
    *row = found;
    return CE_OK;
}
