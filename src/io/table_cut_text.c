/* A part of the rows of a text table: the header line, then rows from one place on to another. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/columns.h"
#include "io/csv_internal.h"
#include "io/row_scan.h"
#include "io/table_cut_internal.h"

/* Bytes read at a time: for the count as many as zlib does not copy, and for the part. */
enum { COUNTED = 1 << 20, CHUNK = 1 << 18 };

typedef struct {
    ce_cut_place place;
    char *front; /* owned: the header line with its end */
    size_t front_size, given;
    ce_row_scan scan;
    char *chunk;         /* owned: CHUNK bytes of the file, */
    size_t at, used;     /* of which these are still to be given, */
    uint64_t next, size; /* then byte `next` of `size` follows */
    uint64_t end, rows;  /* the first row behind the part; all rows */
    int done;
} view;

static void free_view(void *state)
{
    view *v = state;

    if (!v)
        return;
    free(v->front);
    free(v->chunk);
    free(v);
}

/* ---- giving the part ---- */

/* The next bytes of the file as it was when its rows were counted; `used` 0 at its end. */
static int fill(view *v, ce_input *input, ce_error *err)
{
    uint64_t left = v->size - v->next;
    int rc;

    v->at = 0;
    rc = ce_input_read_raw(input, v->chunk, left < CHUNK ? (size_t)left : CHUNK, &v->used, err);
    v->next += v->used;
    return rc;
}

/* Ends the bytes at hand where the part ends. */
static void find_end(view *v)
{
    ce_row_scan before = v->scan;

    if (v->end == v->rows) /* the last part has all that follows */
        return;
    ce_row_scan_count(&v->scan, v->chunk + v->at, v->used - v->at);
    if (v->scan.rows < v->end)
        return;
    v->scan = before;
    v->used = v->at + ce_row_scan_until(&v->scan, v->chunk + v->at, v->used - v->at, v->end);
}

static int read_view(void *state, ce_input *input, void *buffer, size_t size, size_t *got,
                     ce_error *err)
{
    view *v = state;
    int rc;

    *got = 0;
    if (v->given < v->front_size) {
        *got = size < v->front_size - v->given ? size : v->front_size - v->given;
        memcpy(buffer, v->front + v->given, *got);
        v->given += *got;
        return CE_OK;
    }
    if (v->at == v->used && !v->done) {
        rc = fill(v, input, err);
        if (rc)
            return rc;
        find_end(v);
        v->done = v->at == v->used;
    }
    if (v->done)
        return ce_input_check_same(input, err);
    *got = size < v->used - v->at ? size : v->used - v->at;
    memcpy(buffer, v->chunk + v->at, *got);
    v->at += *got;
    return CE_OK;
}

const ce_cut_place *ce_table_cut_text_place(const ce_input *input)
{
    const view *v = ce_input_view_state(input, read_view);

    return v ? &v->place : NULL;
}

/* ---- the first row ---- */

/* What the reader makes of the first row of the whole file. */
typedef struct {
    view *v;
    const ce_table_format *format;
    ce_columns columns;
    size_t begin; /* bytes of the file before what it reads */
    int found;
    ce_error *err;
} first_row;

/* The end of reading; no failure has this number. */
enum { ENOUGH = 1 };

static int on_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                   size_t column)
{
    first_row *f = state;

    (void)csv;
    (void)row;
    (void)column;
    return ce_columns_add(&f->columns, text, length, f->err);
}

static int on_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    first_row *f = state;
    view *v = f->v;

    (void)row;
    f->found = 1;
    f->begin = csv->begin;
    v->place.sample = csv->sample;
    v->place.has_header = ce_columns_has_header(&f->columns, csv, f->format);
    v->place.one_column = columns == 1;
    v->scan = (ce_row_scan){.delimiter = csv->sample.delimiter,
                            .blanks = csv->sample.blanks,
                            .one_column = columns == 1};
    return ENOUGH;
}

/* *begin: where it stands in the file, or line ends before it. *found: whether there is one. */
static int read_first_row(view *v, ce_input *input, const ce_table_format *format, uint64_t *begin,
                          int *found, ce_error *err)
{
    first_row f = {.v = v, .format = format, .err = err};
    int rc = ce_csv_read_input(input, format, on_cell, on_row, &f, NULL, err);

    *begin = f.begin;
    *found = f.found;
    ce_columns_free(&f.columns);
    return rc == ENOUGH ? CE_OK : rc;
}

/* ---- counting ---- */

/* What is known at some places of the file, so that a row is found without beginning again. */
enum { MARKS = 64 };
typedef struct {
    uint64_t next; /* the byte that the scan takes next */
    ce_row_scan scan;
} mark;

typedef struct {
    mark *mark; /* MARKS */
    size_t count;
    uint64_t apart, last; /* bytes between two; where the last one is */
} marks;

/* When they are too many, every second one is dropped. */
static void set_mark(marks *m, uint64_t next, const ce_row_scan *scan)
{
    if (m->count && next < m->last + m->apart)
        return;
    if (m->count == MARKS) {
        for (size_t i = 0; i < MARKS / 2; i++)
            m->mark[i] = m->mark[2 * i];
        m->count = MARKS / 2;
        m->apart *= 2;
    }
    m->mark[m->count++] = (mark){next, *scan};
    m->last = next;
}

/* Reads the first row again, as bytes. A header is kept; a row that is none is counted later. */
static int read_front(view *v, ce_input *input, char *bytes, uint64_t *next, ce_error *err)
{
    ce_row_scan scan = v->scan;
    size_t got, capacity = 0, used = 0;
    int rc;

    scan.one_column = 0; /* before the first row empty lines are no rows */
    do {
        rc = ce_input_read_raw(input, bytes, COUNTED, &got, err);
        if (rc)
            return rc;
        used = ce_row_scan_until(&scan, bytes, got, 1);
        rc = ce_grow(&v->front, &capacity, v->front_size + used + 1, 1, err);
        if (rc)
            return rc;
        memcpy(v->front + v->front_size, bytes, used);
        v->front_size += used;
        *next += used;
    } while (got && used == got);
    v->scan.breaks = scan.breaks;
    v->scan.after_cr = scan.after_cr;
    return CE_OK;
}

static int count_rows(view *v, ce_input *input, char *bytes, uint64_t next, marks *m, ce_error *err)
{
    size_t got;
    int rc;

    do {
        set_mark(m, next, &v->scan);
        rc = ce_input_read_raw(input, bytes, COUNTED, &got, err);
        if (rc)
            return rc;
        ce_row_scan_count(&v->scan, bytes, got);
        next += got;
    } while (got);
    v->size = next;
    v->rows = ce_row_scan_total(&v->scan);
    return CE_OK;
}

/* Goes to the first row of the part. */
static int find_begin(view *v, ce_input *input, const marks *m, ce_error *err)
{
    size_t at = m->count - 1;
    int rc;

    while (at && m->mark[at].scan.rows >= v->place.rows)
        at--;
    v->scan = m->mark[at].scan;
    v->next = m->mark[at].next;
    rc = ce_input_seek(input, v->next, err);
    do {
        if (!rc)
            rc = fill(v, input, err);
        if (rc)
            return rc;
        v->at = ce_row_scan_until(&v->scan, v->chunk, v->used, v->place.rows);
    } while (v->used && v->at == v->used);
    v->place.line = 1 + (size_t)v->scan.breaks;
    find_end(v);
    return CE_OK;
}

/* Goes to a place of the file, and counts the lines before it. */
static int skip_begin(view *v, ce_input *input, uint64_t begin, char *bytes, ce_error *err)
{
    size_t got = 1;
    int rc = ce_input_seek(input, 0, err);

    for (uint64_t left = begin; left && got && !rc; left -= got) {
        rc = ce_input_read_raw(input, bytes, left < COUNTED ? (size_t)left : COUNTED, &got, err);
        for (size_t at = 0; at < got && !rc; at++)
            v->scan.breaks += bytes[at] == '\n';
    }
    v->place.header_line = 1 + (size_t)v->scan.breaks;
    return rc;
}

/* Counts, and goes to the part; *none: there are no rows to cut. */
static int cut(view *v, ce_input *input, const ce_table_format *format, uint64_t begin, char *bytes,
               marks *m, int *none, ce_error *err)
{
    uint64_t next = begin;
    int rc = skip_begin(v, input, begin, bytes, err);

    if (!rc && v->place.has_header) {
        rc = read_front(v, input, bytes, &next, err);
        if (!rc)
            rc = ce_input_seek(input, next, err);
    }
    if (!rc)
        rc = count_rows(v, input, bytes, next, m, err);
    *none = !rc && !v->rows;
    if (!rc && v->rows)
        rc = ce_table_cut_rows(format, input, v->rows, &v->place, &v->end, err);
    if (!rc && v->rows)
        rc = find_begin(v, input, m, err);
    return rc;
}

int ce_table_cut_text(ce_input *input, const ce_table_format *format, ce_error *err)
{
    view *v = ce_calloc(1, sizeof *v, err);
    char *bytes = ce_alloc(COUNTED, 1, err);
    marks m = {.mark = ce_alloc(MARKS, sizeof *m.mark, err), .apart = COUNTED};
    uint64_t begin = 0;
    int found = 0, none = 1, rc = CE_ENOMEM;

    if (v && bytes && m.mark && (v->chunk = ce_alloc(CHUNK, 1, err)))
        rc = read_first_row(v, input, format, &begin, &found, err);
    if (!rc && found)
        rc = cut(v, input, format, begin, bytes, &m, &none, err);
    free(bytes);
    free(m.mark);
    if (!rc && !none) {
        ce_input_set_view(input,
                          &(ce_input_view){.read = read_view, .free = free_view, .state = v});
        return CE_OK;
    }
    free_view(v);
    return rc ? rc : ce_input_seek(input, 0, err); /* the reader says what is missing */
}
