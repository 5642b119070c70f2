#include "io/constraint_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/labels.h"
#include "core/memory.h"
#include "io/categories.h"
#include "io/csv.h"
#include "io/input.h"
#include "io/output.h"

static const char *const link_name[] = {"must", "cannot"}; /* in the order of ce_link */
enum { CELL_I, CELL_J, CELL_LINK, CELLS };
static const char *const cell_name[CELLS] = {"i", "j", "link"};

/* text and length hold the cells of the current row. They are read when the row is whole: only then
 * can it be told from a header. */
typedef struct {
    ce_constraint_table *table;
    const ce_constraint_objects *objects;
    ce_categories names; /* the objects in the file when not known before */
    ce_columns columns;  /* of the first line */
    size_t at[CELLS];    /* the file's columns i, j and link */
    char *text[CELLS];   /* owned: i, j and link */
    size_t length[CELLS], capacity[CELLS];
    size_t before, last; /* lines of earlier files; last line of this file */
    ce_error *err;
} reader;

/* ---- cells ---- */

/* A row number: a whole number from 1, written in the usual way. 0 when the text is none, or when
 * it is larger than any row number. */
static size_t row_number(const char *text, size_t length)
{
    size_t value = 0;

    if (length == 0 || length > 10 || text[0] == '0')
        return 0;
    for (size_t c = 0; c < length; c++) {
        if (text[c] < '0' || text[c] > '9')
            return 0;
        value = value * 10 + (size_t)(text[c] - '0');
    }
    return value <= INT32_MAX ? value : 0;
}

static int read_object(reader *r, ce_csv *csv, const char *text, size_t length, int32_t *value)
{
    const ce_constraint_objects *o = r->objects;
    size_t row;

    if (!o->n) {
        *value = ce_categories_number(&r->names, text, length, r->err);
        return *value < 0 ? *value : CE_OK;
    }
    if (o->id && o->id->name) {
        *value = ce_categories_find(&o->id->categories, text, length);
        return *value >= 0 ? CE_OK
                           : ce_csv_fail(csv, "no object '%.40s' among the ids of %.250s", text,
                                         ce_path_name(o->path));
    }
    row = row_number(text, length);
    if (!row)
        return ce_csv_fail(csv, "'%.40s', a row number of %.250s expected, 1 to %zu", text,
                           ce_path_name(o->path), o->n);
    if (row > o->n)
        return ce_csv_fail(csv, "row %zu, %zu objects in %.250s", row, o->n, ce_path_name(o->path));
    *value = (int32_t)(row - 1);
    return CE_OK;
}

/* Reads a cell of a pair. *value: an object (its number in r->names when objects are not known), or
 * a ce_link. */
static int read_cell(reader *r, ce_csv *csv, int cell, int32_t *value)
{
    const char *text = r->text[cell];

    if (ce_is_missing(text, r->length[cell]))
        return ce_csv_fail(csv, "column %s: a missing cell, %s expected", cell_name[cell],
                           cell == CELL_LINK ? "must or cannot" : "an object");
    if (cell != CELL_LINK)
        return read_object(r, csv, text, r->length[cell], value);
    for (*value = 0; *value < 2; ++*value)
        if (!strcmp(text, link_name[*value]))
            return CE_OK;
    return ce_csv_fail(csv, "link '%.40s', must or cannot expected", text);
}

static int read_pair(reader *r, ce_csv *csv)
{
    int32_t value[CELLS];
    int again = r->columns.is_header, rc = CE_OK;

    for (int c = 0; c < CELLS; c++)
        again = again && !strcmp(r->text[c], cell_name[c]);
    for (int c = 0; c < CELLS && !rc && !again; c++)
        rc = read_cell(r, csv, c, &value[c]);
    r->last = ce_csv_line(csv);
    if (rc || again)
        return rc;
    return ce_constraints_add(&r->table->constraints, value[CELL_I], value[CELL_J],
                              (ce_link)value[CELL_LINK], r->before + r->last, r->err);
}

static int keep_cell(reader *r, int cell, const char *text, size_t length)
{
    int rc = ce_grow(&r->text[cell], &r->capacity[cell], length + 1, 1, r->err);

    if (!rc) {
        memcpy(r->text[cell], text, length);
        r->text[cell][length] = '\0';
        r->length[cell] = length;
    }
    return rc;
}

/* ---- rows ---- */

/* Decides what the first line is. It is a header when it has the three names, or when its third
 * cell is no link. */
static int find_columns(reader *r, ce_csv *csv)
{
    ce_columns *columns = &r->columns;
    const char *lacks = NULL;

    columns->is_header = 1;
    for (int c = CELLS - 1; c >= 0; c--)
        if ((r->at[c] = ce_columns_find(columns, cell_name[c])) == CE_NO_COLUMN)
            lacks = cell_name[c];
    if (!lacks)
        return CE_OK;
    if (columns->columns < CELLS)
        return ce_csv_fail(csv, "%zu columns, i, j and link expected", columns->columns);
    if (strcmp(columns->name[CELL_LINK], link_name[0]) &&
        strcmp(columns->name[CELL_LINK], link_name[1]))
        return ce_csv_fail(
            csv, "no column '%s': the header i,j,link expected, or a pair and must or cannot",
            lacks);
    columns->is_header = 0;
    for (int c = 0; c < CELLS; c++)
        r->at[c] = (size_t)c;
    return CE_OK;
}

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    reader *r = state;

    (void)csv;
    if (row == 0)
        return ce_columns_add(&r->columns, text, length, r->err);
    for (int c = 0; c < CELLS; c++)
        if (column == r->at[c])
            return keep_cell(r, c, text, length);
    return CE_OK;
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    reader *r = state;
    int rc = CE_OK;

    (void)columns;
    if (row == 0) {
        if ((rc = find_columns(r, csv)) || r->columns.is_header)
            return rc;
        for (int c = 0; c < CELLS && !rc; c++)
            rc = keep_cell(r, c, r->columns.name[c], strlen(r->columns.name[c]));
    }
    return rc ? rc : read_pair(r, csv);
}

static int read_file(reader *r, const char *path, char delimiter)
{
    ce_table_format format = {.delimiter = delimiter};
    size_t rows = 0;
    int rc = ce_csv_read(path, &format, on_cell, on_row, r, &rows, r->err);

    if (!rc && rows == 0)
        rc = ce_fail(r->err, CE_EINPUT, "%s: empty, the header i,j,link expected",
                     ce_path_name(path));
    ce_columns_free(&r->columns);
    r->before += r->last;
    r->last = 0;
    return rc;
}

/* ---- objects ---- */

/* Turns names into objects. If all names are row numbers, objects are rows; otherwise they are
 * numbered in the order in which the names occur. Until then pairs hold the numbers of names. */
static int settle_objects(reader *r)
{
    ce_constraint_table *table = r->table;
    ce_constraints *constraints = &table->constraints;
    size_t count = r->names.count, most = 0, row = 1;
    int32_t *object = ce_alloc(count, sizeof *object, r->err);

    if (!object)
        return CE_ENOMEM;
    for (size_t c = 0; c < count && row; c++) {
        row = row_number(r->names.text[c], strlen(r->names.text[c]));
        object[c] = (int32_t)row - 1;
        most = row > most ? row : most;
    }
    constraints->n = row ? most : count;
    for (size_t p = 0; p < constraints->count && row; p++) {
        ce_constraint *pair = &constraints->pair[p];
        int32_t a = object[pair->i], b = object[pair->j];
        pair->i = a < b ? a : b;
        pair->j = a < b ? b : a;
    }
    if (!row) {
        for (size_t c = 0; c < count; c++)
            object[c] = (int32_t)c;
        table->id = (ce_text_column){ce_strdup("id", r->err), object, count, count, r->names};
        r->names = (ce_categories){0};
        return table->id.name ? CE_OK : CE_ENOMEM;
    }
    free(object);
    return CE_OK;
}

/* ---- faulty pairs ---- */

/* Where a pair is: for each link its index + 1 among the constraints, or 0. */
typedef struct {
    size_t at[2];
} pair_slot;

static size_t find_slot(const pair_slot *slot, size_t slots, const ce_constraint *kept,
                        const ce_constraint *pair)
{
    uint64_t h =
        ((uint64_t)(uint32_t)pair->i << 32 | (uint32_t)pair->j) * UINT64_C(0x9e3779b97f4a7c15);
    size_t s = (size_t)(h ^ h >> 32) & (slots - 1);

    for (;; s = (s + 1) & (slots - 1)) {
        size_t at = slot[s].at[0] ? slot[s].at[0] : slot[s].at[1];
        if (!at || (kept[at - 1].i == pair->i && kept[at - 1].j == pair->j))
            return s;
    }
}

int ce_constraint_table_fail(const ce_constraint_table *table, const ce_faulty_pair *faulty,
                             ce_error *err)
{
    char i_text[CE_OBJECT_TEXT], j_text[CE_OBJECT_TEXT];
    const char *i = ce_constraint_table_name(table, (size_t)faulty->i, i_text),
               *j = ce_constraint_table_name(table, (size_t)faulty->j, j_text);
    size_t line = faulty->line, earlier = faulty->earlier;
    const char *path = ce_constraint_table_place(table, &line);

    if (faulty->fault == CE_PAIR_SELF)
        return ce_fail(err, CE_EINPUT, "%.250s:%zu: a pair of %.40s with itself", path, line, i);
    ce_constraint_table_place(table, &earlier);
    return ce_fail(err, CE_EINPUT, "%.250s:%zu: %.40s and %.40s again (line %zu)", path, line, i, j,
                   earlier);
}

static int keep_fault(ce_constraint_table *table, ce_pair_fault fault, const ce_constraint *pair,
                      size_t earlier, ce_pair_tolerance tolerance, ce_error *err)
{
    ce_faulty_pair faulty = {fault, pair->i, pair->j, pair->link, pair->line, earlier};
    int rc;

    if (tolerance == CE_PAIRS_OPPOSED && fault != CE_PAIR_BOTH)
        return ce_constraint_table_fail(table, &faulty, err);
    if (!(rc = ce_grow(&table->faulty, &table->faulty_capacity, table->faults + 1,
                       sizeof *table->faulty, err)))
        table->faulty[table->faults++] = faulty;
    return rc;
}

/* Goes through the pairs in order. Those that are kept move to the front. */
static int check_pairs(ce_constraint_table *table, ce_pair_tolerance tolerance, ce_error *err)
{
    ce_constraints *constraints = &table->constraints;
    ce_constraint *pair = constraints->pair;
    size_t slots = 16, kept = 0;
    pair_slot *slot;
    int rc = CE_OK;

    while (slots < 2 * constraints->count)
        slots *= 2;
    if (!(slot = ce_calloc(slots, sizeof *slot, err)))
        return CE_ENOMEM;
    for (size_t p = 0; p < constraints->count && !rc; p++) {
        ce_constraint one = pair[p];
        if (one.i == one.j) {
            rc = keep_fault(table, CE_PAIR_SELF, &one, 0, tolerance, err);
            continue;
        }
        size_t *at = slot[find_slot(slot, slots, pair, &one)].at, same = at[one.link],
               other = at[!one.link];
        if (same) {
            rc = keep_fault(table, CE_PAIR_TWICE, &one, pair[same - 1].line, tolerance, err);
            continue;
        }
        if (other)
            rc = keep_fault(table, CE_PAIR_BOTH, &one, pair[other - 1].line, tolerance, err);
        pair[kept++] = one;
        at[one.link] = kept;
    }
    constraints->count = kept;
    free(slot);
    return rc;
}

/* ---- tables ---- */

static int prepare(ce_constraint_table *table, const char *const *paths, size_t count,
                   const ce_constraint_objects *objects, ce_error *err)
{
    const char **path = ce_alloc(count, sizeof *path, err);

    table->path = path;
    table->before = ce_calloc(count, sizeof *table->before, err);
    if (!path || !table->before)
        return CE_ENOMEM;
    memcpy(path, paths, count * sizeof *path);
    table->constraints.n = objects->n;
    return objects->n && objects->id && objects->id->name
               ? ce_text_column_copy(&table->id, objects->id, err)
               : CE_OK;
}

int ce_constraint_table_read_all(ce_constraint_table *table, const char *const *paths, size_t count,
                                 char delimiter, const ce_constraint_objects *objects,
                                 ce_pair_tolerance tolerance, ce_error *err)
{
    static const ce_constraint_objects unknown = {0};
    reader r = {.table = table, .objects = objects ? objects : &unknown, .err = err};
    int rc = prepare(table, paths, count, r.objects, err);

    for (size_t f = 0; f < count && !rc; f++) {
        table->before[f] = r.before;
        table->files = f + 1;
        rc = read_file(&r, paths[f], delimiter);
    }
    if (!rc && !r.objects->n)
        rc = settle_objects(&r);
    if (!rc)
        rc = check_pairs(table, tolerance, err);
    ce_categories_free(&r.names);
    for (int c = 0; c < CELLS; c++)
        free(r.text[c]);
    if (rc)
        ce_constraint_table_free(table);
    return rc;
}

int ce_constraint_table_read(ce_constraint_table *table, const char *path, char delimiter,
                             const ce_constraint_objects *objects, ce_pair_tolerance tolerance,
                             ce_error *err)
{
    return ce_constraint_table_read_all(table, &path, 1, delimiter, objects, tolerance, err);
}

const char *ce_constraint_table_name(const ce_constraint_table *table, size_t i,
                                     char text[CE_OBJECT_TEXT])
{
    if (table && table->id.name)
        return ce_text_column_get(&table->id, i);
    snprintf(text, CE_OBJECT_TEXT, "%zu", i + 1);
    return text;
}

/* ---- few of many row numbers ---- */

/* Fewer objects than this are not worth it. */
enum { MANY_OBJECTS = 1 << 24 };

/* named: room for two objects of each pair. Sets it to those that occur, ascending; returns how
 * many. */
static size_t list_named(const ce_constraint_table *table, int32_t *named)
{
    size_t count = 0, distinct = 0;

    for (size_t c = 0; c < table->constraints.count; c++) {
        named[count++] = table->constraints.pair[c].i;
        named[count++] = table->constraints.pair[c].j;
    }
    for (size_t f = 0; f < table->faults; f++) {
        named[count++] = table->faulty[f].i;
        named[count++] = table->faulty[f].j;
    }
    qsort(named, count, sizeof *named, ce_compare_int32);
    for (size_t s = 0; s < count; s++)
        if (!distinct || named[s] != named[distinct - 1])
            named[distinct++] = named[s];
    return distinct;
}

static void renumber(int32_t *object, const int32_t *named, size_t count)
{
    const int32_t *at = bsearch(object, named, count, sizeof *named, ce_compare_int32);

    *object = (int32_t)(at - named);
}

/* The row numbers of the named objects, as ids. */
static int make_ids(ce_text_column *id, const int32_t *named, size_t count, ce_error *err)
{
    char text[CE_OBJECT_TEXT];

    id->name = ce_strdup("id", err);
    id->value = ce_alloc(count, sizeof *id->value, err);
    id->n = id->capacity = count;
    for (size_t s = 0; s < count && id->name && id->value; s++) {
        int length = snprintf(text, sizeof text, "%zu", (size_t)named[s] + 1);
        id->value[s] = ce_categories_number(&id->categories, text, (size_t)length, err);
        if (id->value[s] < 0)
            return CE_ENOMEM;
    }
    return id->name && id->value ? CE_OK : CE_ENOMEM;
}

int ce_constraint_table_compact(ce_constraint_table *table, ce_error *err)
{
    ce_constraints *constraints = &table->constraints;
    size_t most = 2 * (constraints->count + table->faults), count;
    ce_text_column id = {0};
    int32_t *named;
    int rc;

    if (table->id.name || constraints->n < MANY_OBJECTS || most > constraints->n / 8)
        return CE_OK;
    named = ce_alloc(most, sizeof *named, err);
    if (!named)
        return CE_ENOMEM;
    count = list_named(table, named);
    rc = make_ids(&id, named, count, err);
    if (!rc) {
        for (size_t c = 0; c < constraints->count; c++) {
            renumber(&constraints->pair[c].i, named, count);
            renumber(&constraints->pair[c].j, named, count);
        }
        for (size_t f = 0; f < table->faults; f++) {
            renumber(&table->faulty[f].i, named, count);
            renumber(&table->faulty[f].j, named, count);
        }
        constraints->n = count;
        table->id = id;
        id = (ce_text_column){0};
    }
    ce_text_column_free(&id);
    free(named);
    return rc;
}

const char *ce_constraint_table_place(const ce_constraint_table *table, size_t *line)
{
    size_t f = table ? table->files : 0;

    if (!f || !*line) {
        *line = 0;
        return "the constraints";
    }
    do
        f--;
    while (f && table->before[f] >= *line);
    *line -= table->before[f];
    return ce_path_name(table->path[f]);
}

int ce_constraints_write(const ce_constraints *constraints, const ce_text_column *id,
                         const char *path, char delimiter, ce_error *err)
{
    ce_output *output;
    char between = delimiter ? delimiter : ',';
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    for (int c = 0; c < CELLS; c++) {
        ce_output_text(output, cell_name[c]);
        ce_output_char(output, c + 1 < CELLS ? between : '\n');
    }
    for (size_t c = 0; c < constraints->count && !ce_output_failed(output); c++) {
        const ce_constraint *pair = &constraints->pair[c];
        for (int end = 0; end < 2; end++) {
            size_t object = (size_t)(end ? pair->j : pair->i);
            if (id && id->name)
                ce_output_cell(output, ce_text_column_get(id, object), between);
            else
                ce_output_integer(output, (int64_t)object + 1);
            ce_output_char(output, between);
        }
        ce_output_text(output, link_name[pair->link]);
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}

void ce_constraint_table_free(ce_constraint_table *table)
{
    if (!table)
        return;
    ce_constraints_free(&table->constraints);
    free(table->faulty);
    ce_text_column_free(&table->id);
    free((void *)table->path);
    free(table->before);
    *table = (ce_constraint_table){0};
}
