/*
 * Rows of labels as they are written. The text of each cell is made once. Threads put rows together
 * in buffers of their own, which are then written in order.
 */
#include "io/label_stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "io/file_kind.h"
#include "io/held_output.h"
#include "io/npy.h"
#include "io/real.h"
#include "io/text_cell.h"

/* Rows that a thread puts together at a time. */
enum { TOGETHER = 1024 };

/* The cells of a column: label v at text[start[v]] .. text[start[v + 1]] - 1, and last NA. */
typedef struct {
    char *text;
    size_t *start;   /* k + 2 */
    size_t longest;
    int64_t *number; /* k: for npy; else NULL */
} cells;

struct ce_label_stream {
    ce_label_stream_form form;
    ce_held_output *output;
    cells *column; /* m */
    char between;  /* 0: one column only */
    ce_npy_type type;
    size_t rows;
};

static void stream_free(ce_label_stream *s)
{
    for (size_t q = 0; s->column && q < s->form.m; q++) {
        free(s->column[q].text);
        free(s->column[q].start);
        free(s->column[q].number);
    }
    free(s->column);
    free(s);
}

void ce_label_stream_abandon(ce_label_stream *stream)
{
    if (!stream)
        return;
    ce_held_output_abandon(stream->output);
    stream_free(stream);
}

/* ---- cells ---- */

/* The text of label v of column q; small: room for a number. */
static const char *label_text(const ce_label_stream_form *form, size_t q, int32_t v, char small[16])
{
    if (form->categories)
        return form->categories[q].text[v];
    snprintf(small, 16, "%" PRId32, v + 1);
    return small;
}

static int make_cells(ce_label_stream *s, size_t q, ce_error *err)
{
    cells *c = &s->column[q];
    size_t k = (size_t)s->form.k[q], used = 0, capacity = 0;
    char small[16];
    int rc = CE_OK;

    c->start = ce_alloc(k + 2, sizeof *c->start, err);
    if (!c->start)
        return CE_ENOMEM;
    for (size_t v = 0; v <= k && !rc; v++) {
        const char *text = v < k ? label_text(&s->form, q, (int32_t)v, small) : "NA";
        size_t size = ce_text_cell_size(text, s->between);
        c->start[v] = used;
        rc = ce_grow(&c->text, &capacity, used + size, 1, err);
        if (!rc)
            used += ce_text_cell_put(text, s->between, c->text + used);
        c->longest = size > c->longest ? size : c->longest;
    }
    c->start[k + 1] = used;
    return rc;
}

/* Numbers for an npy file. */
static int make_numbers(ce_label_stream *s, size_t q, int64_t *low, int64_t *high, ce_error *err)
{
    size_t k = (size_t)s->form.k[q];
    int64_t *number = s->column[q].number = ce_alloc(k, sizeof *number, err);

    if (!number)
        return CE_ENOMEM;
    for (size_t v = 0; v < k; v++) {
        char small[16], again[24], *end;
        const char *text = label_text(&s->form, q, (int32_t)v, small);
        number[v] = strtoll(text, &end, 10);
        snprintf(again, sizeof again, "%" PRId64, number[v]);
        if (*end || strcmp(text, again))
            return ce_fail(err, CE_EINPUT,
                           "column %.60s has the label '%.40s', and an npy file holds whole "
                           "numbers only (" CE_OPT("format") " csv)",
                           s->form.name[q], text);
        if (number[v] == -1)
            return ce_fail(err, CE_EINPUT,
                           "column %.60s has the label -1, and in an npy file missing ones are "
                           "-1 (" CE_OPT("format") " csv)",
                           s->form.name[q]);
        *low = number[v] < *low ? number[v] : *low;
        *high = number[v] > *high ? number[v] : *high;
    }
    return CE_OK;
}

static ce_npy_type smallest_type(int64_t low, int64_t high)
{
    if (low >= INT8_MIN && high <= INT8_MAX)
        return CE_NPY_I1;
    if (low >= INT16_MIN && high <= INT16_MAX)
        return CE_NPY_I2;
    return low >= INT32_MIN && high <= INT32_MAX ? CE_NPY_I4 : CE_NPY_I8;
}

/* ---- rows ---- */

static size_t text_room(const ce_label_stream *s, const char *const *id, size_t count)
{
    size_t row = 0, ids = 0;

    for (size_t q = 0; q < s->form.m; q++)
        row += s->column[q].longest + 1;
    for (size_t i = 0; i < count && id; i++)
        ids += ce_text_cell_size(id[i], s->between) + 1;
    return row * count + ids;
}

/* Puts rows into `to`; returns the bytes. */
static size_t put_text(const ce_label_stream *s, const int32_t *labels, const char *const *id,
                       size_t count, char *to)
{
    size_t m = s->form.m;
    char *begin = to;

    for (size_t i = 0; i < count; i++, labels += m) {
        if (id) {
            to += ce_text_cell_put(id[i], s->between, to);
            *to++ = s->between;
        }
        for (size_t q = 0; q < m; q++) {
            const cells *c = &s->column[q];
            size_t v = labels[q] < 0 ? (size_t)s->form.k[q] : (size_t)labels[q],
                   size = c->start[v + 1] - c->start[v];
            const char *from = c->text + c->start[v];
            for (size_t b = 0; b < size; b++)
                to[b] = from[b];
            to += size;
            *to++ = q + 1 < m ? s->between : '\n';
        }
    }
    return (size_t)(to - begin);
}

static size_t put_numbers(const ce_label_stream *s, const int32_t *labels, size_t count, char *to)
{
    size_t m = s->form.m, width = ce_npy_width(s->type);

    for (size_t i = 0; i < count; i++, labels += m)
        for (size_t q = 0; q < m; q++, to += width) {
            int64_t number = labels[q] < 0 ? -1 : s->column[q].number[labels[q]];
            memcpy(to, &number, width); /* the lowest bytes */
        }
    return count * m * width;
}

/* Rows of one part of a block, as bytes. */
typedef struct {
    char *bytes;
    size_t size;
} part;

static int make_part(const ce_label_stream *s, const int32_t *labels, const char *const *id,
                     size_t count, part *to, ce_error *err)
{
    size_t room = s->form.npy ? count * s->form.m * ce_npy_width(s->type)
                              : text_room(s, id, count);

    to->bytes = ce_alloc(room, 1, err);
    if (!to->bytes)
        return CE_ENOMEM;
    to->size = s->form.npy ? put_numbers(s, labels, count, to->bytes)
                           : put_text(s, labels, id, count, to->bytes);
    return CE_OK;
}

int ce_label_stream_write(ce_label_stream *stream, const int32_t *labels, const char *const *id,
                          size_t count, ce_error *err)
{
    size_t parts = (count + TOGETHER - 1) / TOGETHER, m = stream->form.m;
    part *made = ce_calloc(parts, sizeof *made, err);
    int rc = made ? CE_OK : CE_ENOMEM;

    if (rc)
        return rc;
#pragma omp parallel for schedule(dynamic)
    for (size_t p = 0; p < parts; p++) {
        size_t first = p * TOGETHER, these = count - first < TOGETHER ? count - first : TOGETHER;
        ce_error failure = {0};
        if (make_part(stream, labels + first * m, id ? id + first : NULL, these, &made[p],
                      &failure)) {
#pragma omp critical(ce_label_stream)
            rc = ce_fail(err, CE_ENOMEM, "%s", failure.text);
        }
    }
    for (size_t p = 0; p < parts; p++) {
        if (!rc)
            rc = ce_held_output_write(stream->output, made[p].bytes, made[p].size, err);
        free(made[p].bytes);
    }
    free(made);
    stream->rows += count;
    return rc;
}

/* ---- beginning and end ---- */

/* The first cell of a file must not look like a file of another kind (output.h). */
static size_t put_first(const ce_label_stream *s, const char *text, char *to)
{
    static const char separator[] = "sep=,\n";

    if (!s->between && ce_file_kind_separator(text, strlen(text))) {
        memcpy(to, separator, sizeof separator - 1);
        return sizeof separator - 1 +
               ce_text_cell_put(text, s->between, to + sizeof separator - 1);
    }
    return ce_file_kind_resembles(text) ? ce_text_cell_quote(text, to)
                                        : ce_text_cell_put(text, s->between, to);
}

static size_t put_name(const ce_label_stream *s, const char *name, int is_first, char *to)
{
    return is_first && !ce_name_needs_quotes(name) ? put_first(s, name, to)
                                                   : ce_text_name_put(name, s->between, to);
}

static int write_header(ce_label_stream *s, ce_error *err)
{
    size_t used = 0, room = 64 + (s->form.id ? 2 * strlen(s->form.id) + 3 : 0);
    char *text;
    int rc;

    for (size_t q = 0; q < s->form.m; q++)
        room += 2 * strlen(s->form.name[q]) + 3;
    if (!(text = ce_alloc(room, 1, err)))
        return CE_ENOMEM;
    if (s->form.id) {
        used += put_name(s, s->form.id, 1, text);
        text[used++] = s->between;
    }
    for (size_t q = 0; q < s->form.m; q++) {
        used += put_name(s, s->form.name[q], !used, text + used);
        text[used++] = q + 1 < s->form.m ? s->between : '\n';
    }
    rc = ce_held_output_write(s->output, text, used, err);
    free(text);
    return rc;
}

int ce_label_stream_open(ce_label_stream **stream, const ce_label_stream_form *form, ce_error *err)
{
    ce_label_stream *s = ce_calloc(1, sizeof *s, err);
    int64_t low = -1, high = 0;
    int rc = s ? CE_OK : CE_ENOMEM;

    *stream = NULL;
    if (rc)
        return rc;
    s->form = *form;
    s->between = form->delimiter ? form->delimiter : ',';
    if (form->m == 1 && !form->id)
        s->between = '\0';
    s->column = ce_calloc(form->m, sizeof *s->column, err);
    rc = s->column ? CE_OK : CE_ENOMEM;
    for (size_t q = 0; q < form->m && !rc; q++)
        rc = form->npy ? make_numbers(s, q, &low, &high, err) : make_cells(s, q, err);
    s->type = smallest_type(low, high);
    if (!rc)
        rc = ce_held_output_open(&s->output, form->path, form->npy, err);
    if (!rc && !form->npy)
        rc = write_header(s, err);
    if (rc)
        ce_label_stream_abandon(s);
    else
        *stream = s;
    return rc;
}

/* The number of rows is known at the end only, and stands before them. */
static void npy_front(ce_output *output, void *state)
{
    const ce_label_stream *s = state;

    ce_npy_header_write(output, s->type, s->rows, s->form.m);
}

int ce_label_stream_close(ce_label_stream *stream, ce_error *err)
{
    int rc = ce_held_output_close(stream->output, stream->form.npy ? npy_front : NULL, stream, err);

    stream_free(stream);
    return rc;
}
