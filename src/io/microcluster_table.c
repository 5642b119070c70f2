#include "io/microcluster_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/csv.h"
#include "io/input.h"
#include "io/label_cells.h"
#include "io/label_check.h"
#include "io/output.h"
#include "io/table_readers.h"

#define MOST_OBJECTS 9007199254740992.0 /* 2^53 */

/* One file while it is read. Its rows are added to a table, or looked up in one. */
typedef struct {
    ce_microcluster_table *table;       /* to add to; NULL to look up */
    const ce_microcluster_table *known; /* the same table, or the one to look into */
    const char *known_path;
    const ce_table_format *format;
    ce_columns columns;
    size_t size_column;
    size_t *place;    /* per column of the file: its base clustering, or m */
    int32_t *current; /* the current row; m + 1 */
    double size;      /* its size */
    size_t n;         /* rows read */
    int distinct;
    ce_text_column *id; /* gets the ids; may be NULL */
    char *id_here;      /* without it: the id of the current row, for pasted tables */
    size_t id_capacity;
    int32_t *of;        /* microclusters of the rows looked up */
    size_t of_capacity;
    ce_error *err;
} reader;

/* ---- the hash table ---- */

static uint64_t hash_row(const int32_t *row, size_t m)
{
    uint64_t h = 0;

    for (size_t q = 0; q < m; q++) {
        h = (h ^ (uint32_t)row[q]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}

static size_t find_slot(const ce_microcluster_table *t, const int32_t *row)
{
    size_t h = (size_t)hash_row(row, t->m) & (t->slots - 1);

    while (t->slot[h] && memcmp(t->row + (size_t)(t->slot[h] - 1) * t->m, row, t->m * sizeof *row))
        h = (h + 1) & (t->slots - 1);
    return h;
}

static int enlarge_slots(ce_microcluster_table *t, ce_error *err)
{
    size_t slots = t->slots ? 2 * t->slots : 1024;
    uint32_t *slot = ce_calloc(slots, sizeof *slot, err);

    if (!slot)
        return CE_ENOMEM;
    free(t->slot);
    t->slot = slot;
    t->slots = slots;
    for (size_t i = 0; i < t->count; i++)
        slot[find_slot(t, t->row + i * t->m)] = (uint32_t)i + 1;
    return CE_OK;
}

static int append_row(ce_microcluster_table *t, const int32_t *row, double size, ce_error *err)
{
    int rc;

    if (t->count >= INT32_MAX)
        return ce_fail(err, CE_EINPUT, "more than %d microclusters", INT32_MAX);
    rc = ce_grow(&t->row, &t->row_capacity, (t->count + 1) * t->m, sizeof *t->row, err);
    if (!rc)
        rc = ce_grow(&t->size, &t->size_capacity, t->count + 1, sizeof *t->size, err);
    if (rc)
        return rc;
    memcpy(t->row + t->count * t->m, row, t->m * sizeof *row);
    t->size[t->count++] = size;
    return CE_OK;
}

/* ---- reading ---- */

static int add_row(reader *r, ce_csv *csv)
{
    ce_microcluster_table *t = r->table;
    size_t h;
    int rc;

    if (t->count + 1 > t->slots / 2 && (rc = enlarge_slots(t, r->err)))
        return rc;
    h = find_slot(t, r->current);
    if (t->slot[h] && r->distinct)
        return ce_csv_fail(csv, "a row that was there before: a table of microclusters expected");
    t->objects += r->size;
    if (t->objects > MOST_OBJECTS)
        return ce_csv_fail(csv, "more than 2^53 objects");
    if (t->slot[h]) {
        t->size[t->slot[h] - 1] += r->size;
        return CE_OK;
    }
    if ((rc = append_row(t, r->current, r->size, r->err)))
        return rc;
    t->slot[h] = (uint32_t)t->count;
    return CE_OK;
}

static int look_up_row(reader *r, ce_csv *csv)
{
    uint32_t at = r->known->slot[find_slot(r->known, r->current)];
    int rc = ce_grow(&r->of, &r->of_capacity, r->n + 1, sizeof *r->of, r->err);

    if (rc)
        return rc;
    if (!at)
        return ce_csv_fail(csv, "labels that no row of %.80s has", r->known_path);
    if (r->n >= INT32_MAX)
        return ce_csv_fail(csv, "more than %d objects", INT32_MAX);
    r->of[r->n] = (int32_t)(at - 1);
    return CE_OK;
}

static int end_row(reader *r, ce_csv *csv)
{
    int rc = r->table ? add_row(r, csv) : look_up_row(r, csv);

    r->n++;
    return rc;
}

static int read_size(reader *r, ce_csv *csv, const char *text, size_t length)
{
    if (ce_parse_real(text, length, &r->size) != 1 || r->size < 1 || r->size > MOST_OBJECTS ||
        r->size != floor(r->size))
        return ce_csv_fail(csv, "size '%.40s', a whole number of objects from 1 expected", text);
    return CE_OK;
}

static int read_label(reader *r, ce_csv *csv, const char *text, size_t length, size_t q)
{
    int32_t number = CE_MISSING;

    if (!ce_cell_missing(r->format, text, length)) {
        number = r->table ? ce_categories_number(&r->table->categories[q], text, length, r->err)
                          : ce_categories_find(&r->known->categories[q], text, length);
        if (number < 0)
            return r->table
                       ? number
                       : ce_csv_fail(csv, "label '%.40s' of column %.60s does not occur in %.80s",
                                     text, r->known->name[q], r->known_path);
    }
    r->current[q] = number;
    return CE_OK;
}

/* An id, which is kept only until the row ends unless r->id takes it. */
static int read_id(reader *r, ce_csv *csv, const char *text, size_t length, size_t column)
{
    int rc;

    if (r->id)
        return ce_columns_read_id(&r->columns, csv, column, r->id, r->n, text, length, r->err);
    if (r->columns.role[column] == CE_ROLE_ID_AGAIN)
        return strcmp(text, r->id_here)
                   ? ce_columns_refuse_id(&r->columns, csv, column, r->id_here, text)
                   : CE_OK;
    rc = ce_grow(&r->id_here, &r->id_capacity, length + 1, 1, r->err);
    if (!rc)
        memcpy(r->id_here, text, length + 1);
    return rc;
}

static int read_cell(reader *r, ce_csv *csv, const char *text, size_t length, size_t column)
{
    ce_role role = (ce_role)r->columns.role[column];
    size_t q = r->place[column];

    if (q < r->known->m) {
        int32_t number = ce_categories_known(&r->known->categories[q], text, length);
        int rc = number < 0
                     ? ce_columns_check_label(&r->columns, csv, r->format, column, text, length)
                     : CE_OK;
        if (rc || number < 0)
            return rc ? rc : read_label(r, csv, text, length, q);
        r->current[q] = number;
        return CE_OK;
    }
    if (column == r->size_column)
        return r->table ? read_size(r, csv, text, length) : CE_OK;
    if (role == CE_ROLE_SIZE_AGAIN && r->table)
        return ce_columns_check_size(csv, r->size, text, length);
    return role == CE_ROLE_ID || role == CE_ROLE_ID_AGAIN ? read_id(r, csv, text, length, column)
                                                          : CE_OK;
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    reader *r = state;

    return row == 0 ? ce_columns_add(&r->columns, text, length, r->err)
                    : read_cell(r, csv, text, length, column);
}

/* The first file decides on the columns. */
static int set_columns(reader *r)
{
    ce_microcluster_table *t = r->table;

    t->m = r->columns.values;
    t->is_named = r->columns.is_header;
    t->name = ce_calloc(t->m, sizeof *t->name, r->err);
    t->categories = ce_calloc(t->m, sizeof *t->categories, r->err);
    return t->name && t->categories ? CE_OK : CE_ENOMEM;
}

static int is_label(const reader *r, size_t column)
{
    return r->columns.role[column] == CE_ROLE_VALUE && column != r->size_column;
}

/* Base clusterings of one name are numbered, as in a label table. */
static int tell_names_apart(reader *r)
{
    char **name = ce_alloc(r->columns.values, sizeof *name, r->err);
    size_t q = 0;
    int rc;

    if (!name)
        return CE_ENOMEM;
    for (size_t c = 0; c < r->columns.columns; c++)
        if (is_label(r, c))
            name[q++] = r->columns.name[c];
    rc = ce_names_tell_apart(name, q, r->err);
    q = 0;
    for (size_t c = 0; c < r->columns.columns; c++)
        if (is_label(r, c))
            r->columns.name[c] = name[q++];
    free(name);
    return rc;
}

/* Sets place[]. The columns must be those of the table, in order. */
static int match_columns(reader *r, ce_csv *csv)
{
    const ce_microcluster_table *t = r->known;
    size_t q = 0;

    if (r->columns.values != t->m)
        return ce_csv_fail(csv, "%zu base clusterings, %zu expected as in %.80s", r->columns.values,
                           t->m, r->known_path);
    for (size_t c = 0; c < r->columns.columns; c++) {
        r->place[c] = t->m;
        if (!is_label(r, c))
            continue;
        if (t->name[q] && t->is_named && r->columns.is_header &&
            strcmp(t->name[q], r->columns.name[c]))
            return ce_csv_fail(csv, "base clustering %zu is '%.60s', '%.60s' expected as in %.80s",
                               q + 1, r->columns.name[c], t->name[q], r->known_path);
        r->place[c] = q++;
    }
    return CE_OK;
}

/* A first line that is no header is a row. The columns are then called c1, c2, ... */
static int read_headless_row(reader *r, ce_csv *csv)
{
    int rc;

    for (size_t c = 0; c < r->columns.columns; c++)
        if ((rc = read_cell(r, csv, r->columns.name[c], strlen(r->columns.name[c]), c)))
            return rc;
    if ((rc = end_row(r, csv)))
        return rc;
    return ce_columns_default_names(&r->columns, r->err);
}

static int keep_names(reader *r)
{
    for (size_t c = 0; c < r->columns.columns; c++) {
        size_t q = r->place[c];
        if (q < r->table->m && !r->table->name[q] &&
            !(r->table->name[q] = ce_strdup(r->columns.name[c], r->err)))
            return CE_ENOMEM;
    }
    return CE_OK;
}

static int first_line(reader *r, ce_csv *csv)
{
    int rc = ce_columns_decide(&r->columns, csv, r->format, CE_TABLE_LABELS);

    if (rc)
        return rc;
    ce_columns_tell_count(&r->columns, csv, r->format);
    r->size_column = ce_columns_take_size(&r->columns);
    if ((rc = ce_columns_check_no_size(&r->columns, csv, r->format, r->size_column)))
        return rc;
    if (!r->columns.values)
        return ce_columns_refuse_labels(&r->columns, csv);
    if (r->columns.is_header && (rc = tell_names_apart(r)))
        return rc;
    if (!r->known->m && (rc = set_columns(r)))
        return rc;
    r->place = ce_calloc(r->columns.columns, sizeof *r->place, r->err);
    r->current = ce_calloc(r->known->m + 1, sizeof *r->current, r->err);
    if (!r->place || !r->current)
        return CE_ENOMEM;
    rc = match_columns(r, csv);
    if (!rc && !r->columns.is_header)
        rc = read_headless_row(r, csv);
    if (!rc && r->table)
        rc = keep_names(r);
    if (rc)
        return rc;
    if (r->id && r->columns.id != CE_NO_COLUMN &&
        !(r->id->name = ce_strdup(r->columns.name[r->columns.id], r->err)))
        return CE_ENOMEM;
    return CE_OK;
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    (void)columns;
    return row == 0 ? first_line(state, csv) : end_row(state, csv);
}

/* input: the file, if it is open; else NULL. */
static int read_file(reader *r, const char *path, ce_input *input)
{
    int rc = input ? ce_csv_read_labels_input(input, r->format, on_cell, on_row, r, r->err)
                   : ce_csv_read_labels(path, r->format, on_cell, on_row, r, r->err);

    if (!rc && !r->n)
        rc = ce_fail(r->err, CE_EINPUT, "%s: %s, a table with at least one object expected",
                     ce_path_name(path),
                     r->columns.columns ? "a header line and no objects" : "empty");
    if (!rc && r->table)
        rc = ce_label_check(r->table->name, r->table->categories, r->table->m, r->table->objects,
                            path, r->format, r->err);
    free(r->place);
    free(r->current);
    free(r->id_here);
    ce_columns_free(&r->columns);
    return rc;
}

int ce_microcluster_table_add(ce_microcluster_table *table, const char *path,
                              const ce_table_format *format, int distinct, ce_error *err)
{
    reader r = {.table = table,
                .known = table,
                .known_path = "the first table",
                .format = format,
                .size = 1,
                .distinct = distinct,
                .id = distinct ? &table->id : NULL,
                .err = err};

    return read_file(&r, path, NULL);
}

int ce_microcluster_table_read_input(ce_microcluster_table *table, ce_input *input,
                                     const ce_table_format *format, ce_error *err)
{
    reader r = {.table = table,
                .known = table,
                .known_path = "the first table",
                .format = format,
                .size = 1,
                .err = err};

    return read_file(&r, ce_input_name(input), input);
}

int ce_microcluster_table_locate(const ce_microcluster_table *table, const char *table_path,
                                 const char *path, const ce_table_format *format, int32_t **of,
                                 size_t *n, ce_text_column *id, ce_error *err)
{
    reader r = {.known = table,
                .known_path = ce_path_name(table_path),
                .format = format,
                .id = id,
                .err = err};
    int rc = read_file(&r, path, NULL);

    if (rc) {
        free(r.of);
        ce_text_column_free(id);
        return rc;
    }
    *of = r.of;
    *n = r.n;
    return CE_OK;
}

void ce_microcluster_table_free(ce_microcluster_table *table)
{
    if (!table)
        return;
    ce_named_categories_free(table->name, table->categories, table->m);
    free(table->row);
    free(table->size);
    free(table->slot);
    ce_text_column_free(&table->id);
    *table = (ce_microcluster_table){0};
}

/* ---- writing ---- */

static void write_rows(const ce_microcluster_table *t, const ce_label_cells *cells,
                       ce_output *output, char delimiter)
{
    ce_output_text(output, "size");
    for (size_t q = 0; q < t->m; q++) {
        ce_output_char(output, delimiter);
        ce_output_name(output, t->name[q], delimiter);
    }
    ce_output_char(output, '\n');
    for (size_t i = 0; i < t->count && !ce_output_failed(output); i++) {
        ce_output_real(output, t->size[i]);
        for (size_t q = 0; q < t->m; q++) {
            ce_output_char(output, delimiter);
            ce_label_cells_write(&cells[q], output, t->row[i * t->m + q]);
        }
        ce_output_char(output, '\n');
    }
}

int ce_microcluster_table_write(const ce_microcluster_table *table, const char *path,
                                char delimiter, ce_error *err)
{
    ce_label_cells *cells = ce_calloc(table->m, sizeof *cells, err);
    ce_output *output = NULL;
    int rc = cells ? CE_OK : CE_ENOMEM;

    delimiter = delimiter ? delimiter : ',';
    for (size_t q = 0; q < table->m && !rc; q++)
        rc = ce_label_cells_build(&cells[q], &table->categories[q], table->categories[q].count,
                                  delimiter, err);
    if (!rc && !(rc = ce_output_open(&output, path, err))) {
        write_rows(table, cells, output, delimiter);
        rc = ce_output_close(output, err);
    }
    for (size_t q = 0; q < table->m && cells; q++)
        ce_label_cells_free(&cells[q]);
    free(cells);
    return rc;
}
