#include "io/matrix_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/memory.h"
#include "io/columns.h"
#include "io/npy.h"

enum { EXPAND_ROWS = 16 };

int ce_matrix_file_alloc(ce_similarity *s, size_t n, const char *name, ce_error *err)
{
    char what[300];

    snprintf(what, sizeof what, "%.250s: the matrix", name);
    return ce_similarity_alloc_dense(s, n, what, "a sparse one or microclusters", err);
}

int ce_matrix_file_put(ce_similarity *s, size_t i, size_t j, double value, int second,
                       double *other)
{
    double *kept =
        i <= j ? &s->values[ce_packed_index(s->n, i, j)] : &s->values[ce_packed_index(s->n, j, i)];

    *other = *kept;
    if (second && fabs(value - *other) > CE_SYMMETRY_TOLERANCE * fmax(fabs(value), fabs(*other)))
        return 0;
    if (!second || i <= j)
        *kept = value;
    return 1;
}

/* ---- CSV ---- */

typedef struct {
    ce_similarity *s;
    const ce_table_format *format;
    const char *name;
    ce_columns columns;
    double *first; /* the first row, when it is no header */
    size_t row;    /* rows of the matrix so far */
    size_t column; /* of the matrix, in this row */
    ce_error *err;
} csv_matrix;

static int put_cell(csv_matrix *m, ce_csv *csv, const char *text, size_t length)
{
    size_t i = m->row, j = m->column++;
    double value, other;
    int kind = ce_cell_real(m->format, text, length, &value);

    if (kind <= 0)
        return ce_csv_fail(csv, "entry %zu is '%.40s', a %snumber expected", j + 1, text,
                           kind ? "finite " : "");
    if (i >= m->s->n)
        return ce_csv_fail(csv, "more rows than columns (%zu): no square matrix", m->s->n);
    if (!ce_matrix_file_put(m->s, i, j, value, j < i, &other))
        return ce_csv_fail(csv, "entry (%zu, %zu) is %.17g and (%zu, %zu) is %.17g: not symmetric",
                           i + 1, j + 1, value, j + 1, i + 1, other);
    return CE_OK;
}

static int csv_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                    size_t column)
{
    csv_matrix *m = state;

    if (row == 0)
        return ce_columns_add(&m->columns, text, length, m->err);
    return m->columns.role[column] == CE_ROLE_VALUE ? put_cell(m, csv, text, length) : CE_OK;
}

static int csv_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    csv_matrix *m = state;
    int rc;

    if (row == 0) {
        rc = ce_columns_decide(&m->columns, csv, m->format, CE_TABLE_LABELS);
        if (!rc)
            rc = ce_matrix_file_alloc(m->s, m->columns.values, m->name, m->err);
        if (rc || m->columns.is_header)
            return rc;
        for (size_t c = 0; c < columns; c++)
            if (m->columns.role[c] == CE_ROLE_VALUE &&
                (rc = put_cell(m, csv, m->columns.name[c], strlen(m->columns.name[c]))))
                return rc;
    }
    m->row++;
    m->column = 0;
    return CE_OK;
}

static int read_csv(ce_similarity *s, ce_input *input, const ce_table_format *format, ce_error *err)
{
    csv_matrix m = {.s = s, .format = format, .name = ce_input_name(input), .err = err};
    int rc = ce_csv_read_input(input, format, csv_cell, csv_row, &m, NULL, err);

    if (!rc && !m.row)
        rc = ce_fail(err, CE_EINPUT, "%s: %s, a square matrix expected", m.name,
                     m.columns.columns ? "a header line and no rows" : "empty");
    else if (!rc && m.row != s->n)
        rc = ce_fail(err, CE_EINPUT, "%s: %zu rows of %zu columns, a square matrix expected",
                     m.name, m.row, s->n);
    ce_columns_free(&m.columns);
    return rc;
}

int ce_similarity_read(ce_similarity *s, const char *path, const ce_table_format *format,
                       ce_error *err)
{
    ce_input *input = NULL;
    char head[14];
    size_t got;
    int rc = ce_input_open(&input, path, err);

    ce_similarity_free(s);
    if (!rc && !(rc = ce_input_peek(input, head, sizeof head, &got, err))) {
        if (got == sizeof head && !strncasecmp(head, "%%MatrixMarket", sizeof head))
            rc = ce_matrix_market_read(s, input, err);
        else if (got >= 6 && !memcmp(head, "\x93NUMPY", 6))
            rc = ce_npy_read(s, input, err);
        else
            rc = read_csv(s, input, format, err);
    }
    ce_input_close(input);
    if (rc)
        ce_similarity_free(s);
    return rc;
}

/* ---- writing ---- */

/* Goes through the upper triangle row by row, so what lies below the diagonal is read in runs of
 * `count` neighbours. */
void ce_similarity_expand(const ce_similarity *s, size_t first, size_t count, double *rows)
{
    size_t n = s->n;

    if (s->row_start) {
        memset(rows, 0, count * n * sizeof *rows);
        for (size_t r = 0; r < count; r++)
            for (size_t e = s->row_start[first + r]; e < s->row_start[first + r + 1]; e++)
                rows[r * n + (size_t)s->column[e]] = s->values[e];
        return;
    }
    for (size_t j = 0; j < first; j++)
        for (size_t r = 0; r < count; r++)
            rows[r * n + j] = s->values[ce_packed_index(n, j, first + r)];
    for (size_t r = 0; r < count; r++) {
        for (size_t j = first; j < first + r; j++)
            rows[r * n + j] = s->values[ce_packed_index(n, j, first + r)];
        memcpy(rows + r * n + first + r, s->values + ce_packed_index(n, first + r, first + r),
               (n - first - r) * sizeof *rows);
    }
}

static void write_rows(ce_output *output, const double *block, size_t rows, size_t columns,
                       ce_matrix_format format, char delimiter)
{
    if (format == CE_MATRIX_NPY) { /* little-endian, as all machines are that Clens is built for */
        ce_output_write(output, block, rows * columns * sizeof *block);
        return;
    }
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            ce_output_result(output, block[i * columns + j]);
            ce_output_char(output, j + 1 < columns ? delimiter : '\n');
        }
}

static int write_full(const ce_similarity *s, ce_output *output, ce_matrix_format format,
                      char delimiter, ce_error *err)
{
    double *rows = ce_alloc(s->n, EXPAND_ROWS * sizeof *rows, err);

    if (!rows)
        return CE_ENOMEM;
    if (format == CE_MATRIX_NPY)
        ce_npy_header_write(output, CE_NPY_F8, s->n, s->n);
    for (size_t i = 0; i < s->n && !ce_output_failed(output); i += EXPAND_ROWS) {
        size_t count = s->n - i < EXPAND_ROWS ? s->n - i : EXPAND_ROWS;
        ce_similarity_expand(s, i, count, rows);
        write_rows(output, rows, count, s->n, format, delimiter);
    }
    free(rows);
    return CE_OK;
}

static int finish(ce_output *output, int rc, ce_error *err)
{
    if (!rc)
        return ce_output_close(output, err);
    ce_output_abandon(output);
    return rc;
}

int ce_similarity_write(const ce_similarity *s, const char *path, ce_matrix_format format,
                        char delimiter, ce_error *err)
{
    ce_output *output = NULL;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    switch (format) {
    case CE_MATRIX_MTX: rc = ce_matrix_market_write(s, output, err); break;
    case CE_MATRIX_METIS: rc = ce_metis_graph_write(s, output, err); break;
    case CE_MATRIX_CSV:
    case CE_MATRIX_NPY: rc = write_full(s, output, format, delimiter ? delimiter : ',', err); break;
    }
    return finish(output, rc, err);
}

int ce_matrix_block_write(const double *block, size_t rows, size_t columns, const char *path,
                          ce_matrix_format format, char delimiter, ce_error *err)
{
    ce_output *output = NULL;
    int rc;

    if (format == CE_MATRIX_METIS)
        return ce_fail(err, CE_EARG, "a block of rows is no graph: mtx, csv or npy expected");
    if ((rc = ce_output_open(&output, path, err)))
        return rc;
    if (format == CE_MATRIX_NPY)
        ce_npy_header_write(output, CE_NPY_F8, rows, columns);
    if (format == CE_MATRIX_MTX) {
        ce_output_printf(output, "%%%%MatrixMarket matrix array real general\n%zu %zu\n", rows,
                         columns);
        for (size_t j = 0; j < columns; j++)
            for (size_t i = 0; i < rows; i++) {
                ce_output_result(output, block[i * columns + j]);
                ce_output_char(output, '\n');
            }
    } else {
        write_rows(output, block, rows, columns, format, delimiter ? delimiter : ',');
    }
    return finish(output, CE_OK, err);
}
