/* The rows of an npy file of whole numbers as rows of cells, for receivers that go row by row. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/csv_internal.h"
#include "io/input.h"
#include "io/npy.h"
#include "io/real.h"
#include "io/table_cut.h"

/* Bytes read at a time, unless a row has more. */
enum { CHUNK = 1 << 20 };

/* One row, whose values stand `step` bytes apart. */
static int give_row(ce_csv *csv, const ce_npy_header *header, const unsigned char *from,
                    size_t step)
{
    int rc = CE_OK;

    csv->line = csv->before + csv->row + 1;
    for (size_t c = 0; c < header->columns && !rc; c++, from += step) {
        int64_t number;
        int whole = ce_npy_whole(from, header->type, &number);
        size_t length = 0;
        char text[24] = "";
        if (!whole) {
            double value = ce_npy_value(from, header->type);
            return ce_csv_fail(csv, "column %zu is %g: %s for labels", c + 1, value,
                               ce_npy_wants_whole(value));
        }
        if (whole > 0)
            length = ce_format_whole(number, text);
        rc = csv->on_cell(csv->state, csv, text, length, csv->row, c);
    }
    if (!rc && csv->on_row)
        rc = csv->on_row(csv->state, csv, csv->row, header->columns);
    csv->row++;
    return rc;
}

/* In C order a part of the rows at a time; else the file is read whole. */
static int give_rows(ce_csv *csv, const ce_npy_header *header, ce_input *input)
{
    size_t n = header->rows, m = header->columns, width = ce_npy_width(header->type),
           row = m * width,
           rows = header->fortran ? n
                  : CHUNK / row   ? CHUNK / row
                                  : 1,
           step = header->fortran ? n * width : width;
    unsigned char *block;
    int rc = ce_memory_check(rows, m, width, "the label table", "fewer objects or clusterings",
                             csv->err);

    if (rc)
        return rc;
    block = ce_alloc(rows, row, csv->err);
    if (!block)
        return CE_ENOMEM;
    for (size_t first = 0; first < n && !rc; first += rows) {
        size_t count = n - first < rows ? n - first : rows;
        rc = ce_npy_read_bytes(input, block, count * row, "the values", csv->err);
        for (size_t i = 0; i < count && !rc; i++)
            rc = give_row(csv, header, block + i * (header->fortran ? width : row), step);
    }
    free(block);
    return rc;
}

static int read_npy(ce_input *input, const ce_table_format *format, ce_csv_cell_fn on_cell,
                    ce_csv_row_fn on_row, void *state, ce_error *err)
{
    ce_csv csv = {.name = ce_input_name(input),
                  .format = format,
                  .on_cell = on_cell,
                  .on_row = on_row,
                  .state = state,
                  .is_headless = 1,
                  .before = ce_table_cut_before(input),
                  .err = err};
    ce_npy_header header = {0};
    int rc = ce_npy_read_header(input, &header, err);

    if (!rc && header.columns)
        rc = give_rows(&csv, &header, input);
    if (!rc)
        rc = ce_npy_read_end(input, &header, err);
    return rc;
}

int ce_csv_read_labels_input(ce_input *input, const ce_table_format *format, ce_csv_cell_fn on_cell,
                             ce_csv_row_fn on_row, void *state, ce_error *err)
{
    int is_npy = 0, rc = ce_table_cut_input(input, format, err);

    if (!rc)
        rc = ce_input_is_npy(input, &is_npy, err);
    if (!rc && is_npy)
        return read_npy(input, format, on_cell, on_row, state, err);
    return rc ? rc : ce_csv_read_input(input, format, on_cell, on_row, state, NULL, err);
}

int ce_csv_read_labels(const char *path, const ce_table_format *format, ce_csv_cell_fn on_cell,
                       ce_csv_row_fn on_row, void *state, ce_error *err)
{
    ce_input *input = NULL;
    int rc = ce_input_open(&input, path, err);

    if (!rc)
        rc = ce_csv_read_labels_input(input, format, on_cell, on_row, state, err);
    ce_input_close(input, err);
    return rc;
}
