/* A part of the rows of an npy file: a header of its own, then the values. In Fortran order each
 * column has some of them. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/npy.h"
#include "io/table_cut_internal.h"

typedef struct {
    ce_cut_place place;
    char front[CE_NPY_HEADER];
    size_t front_size, given;
    /* blocks of `block` bytes, the first at `at`, each `step` behind the one before */
    uint64_t at, step, block, blocks;
    uint64_t number, done; /* the block at hand, and what was read of it */
} view;

static int read_view(void *state, ce_input *input, void *buffer, size_t size, size_t *got,
                     ce_error *err)
{
    view *v = state;
    int rc = CE_OK;

    *got = 0;
    if (v->given < v->front_size) {
        *got = size < v->front_size - v->given ? size : v->front_size - v->given;
        memcpy(buffer, v->front + v->given, *got);
        v->given += *got;
        return CE_OK;
    }
    if (v->number == v->blocks)
        return ce_input_check_same(input, err);
    if (!v->done)
        rc = ce_input_seek(input, v->at + v->number * v->step, err);
    if (!rc)
        rc = ce_input_read_raw(input, buffer, size < v->block - v->done ? size : v->block - v->done,
                               got, err);
    if (rc)
        return rc;
    v->done += *got;
    if (v->done == v->block) {
        v->number++;
        v->done = 0;
    }
    return CE_OK;
}

const ce_cut_place *ce_table_cut_npy_place(const ce_input *input)
{
    const view *v = ce_input_view_state(input, read_view);

    return v ? &v->place : NULL;
}

/* Bytes that were read of a header: what stands before the values. */
static int read_header(ce_input *input, ce_npy_header *header, uint64_t *values, ce_error *err)
{
    unsigned char start[16]; /* as many as may have been peeked at */
    size_t got;
    int rc = ce_input_peek(input, start, sizeof start, &got, err);

    if (!rc)
        rc = ce_npy_read_header(input, header, err);
    if (rc)
        return rc;
    *values = start[6] == 1 ? 10 + start[8] + ((uint64_t)start[9] << 8)
                            : 12 + start[8] + ((uint64_t)start[9] << 8) +
                                  ((uint64_t)start[10] << 16) + ((uint64_t)start[11] << 24);
    return CE_OK;
}

/* A file that is not packed has the size that its header says. */
static int check_size(const ce_input *input, const ce_npy_header *header, uint64_t values,
                      ce_error *err)
{
    uint64_t size = ce_input_plain_size(input), wanted = ce_npy_size(header);

    if (size == UINT64_MAX)
        return CE_OK;
    if (wanted == SIZE_MAX || size < values + wanted)
        return ce_npy_fail_short(input, "the values", err);
    return size > values + wanted ? ce_npy_fail_long(input, header, err) : CE_OK;
}

static void settle(view *v, ce_npy_header *header, uint64_t values, uint64_t end)
{
    size_t width = ce_npy_width(header->type);
    int in_columns = header->fortran && header->columns > 1;
    uint64_t row = in_columns ? width : header->columns * width;

    v->blocks = in_columns ? header->columns : 1;
    v->step = header->rows * row;
    v->at = values + v->place.rows * row;
    v->block = (end - v->place.rows) * row;
    header->rows = (size_t)(end - v->place.rows);
    v->front_size = ce_npy_header_make(header, v->front);
}

int ce_table_cut_npy(ce_input *input, const ce_table_format *format, ce_error *err)
{
    ce_npy_header header = {0};
    uint64_t values = 0, end;
    view *v;
    int rc = read_header(input, &header, &values, err);

    if (rc)
        return rc;
    if (!header.rows || !header.columns)
        return ce_input_seek(input, 0, err);
    v = ce_calloc(1, sizeof *v, err);
    rc = v ? check_size(input, &header, values, err) : CE_ENOMEM;
    if (!rc)
        rc = ce_table_cut_rows(format, input, header.rows, &v->place, &end, err);
    if (rc) {
        free(v);
        return rc;
    }
    settle(v, &header, values, end);
    ce_input_set_view(input, &(ce_input_view){.read = read_view,
                                              .free = free,
                                              .state = v,
                                              .at = v->blocks == 1 ? v->at : 0,
                                              .front = v->front_size,
                                              .size = (size_t)v->block});
    return CE_OK;
}
