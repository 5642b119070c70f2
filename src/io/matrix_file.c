#include "io/matrix_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/memory.h"
#include "io/columns.h"
#include "io/ids_watch.h"
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
    ce_text_column id, ignored; /* ignored: classes */
    size_t row;    /* rows of the matrix so far */
    size_t column; /* of the matrix, in this row */

    /* The first entry that is not that of the other triangle. Told at the end, when the rows are
     * counted: a data table is not symmetric either, but it is not square in the first place. */
    size_t uneven_line, uneven_row, uneven_column; /* line 0: there is none */
    double uneven, other;
    ce_error *err;
} csv_matrix;

static int put_cell(csv_matrix *m, ce_csv *csv, const char *text, size_t length)
{
    size_t i = m->row, j = m->column++;
    double value, other;
    int kind = ce_cell_real(m->format, text, length, &value);

    if (kind > 0 && ce_number_missing(m->format, value))
        return ce_csv_fail(csv, "entry %zu is '%.40s' (missing), a number expected", j + 1, text);
    if (kind <= 0)
        return ce_csv_fail(csv, "entry %zu is '%.40s', a %snumber expected", j + 1, text,
                           kind ? "finite " : "");
    if (i >= m->s->n || m->uneven_line) /* a failure that is told at the end */
        return CE_OK;
    if (!ce_matrix_file_put(m->s, i, j, value, j < i, &other)) {
        m->uneven_line = ce_csv_line(csv);
        m->uneven_row = i;
        m->uneven_column = j;
        m->uneven = value;
        m->other = other;
    }
    return CE_OK;
}

/* The name of the column of classes; NULL: there is none. */
static const char *class_of(const csv_matrix *m)
{
    for (size_t c = 0; c < m->columns.columns; c++)
        if (m->columns.role[c] == CE_ROLE_CLASS)
            return m->columns.name[c];
    return NULL;
}

/* What only the whole matrix tells: whether it is square, and symmetric. */
static int check_whole(const csv_matrix *m, ce_error *err)
{
    size_t i = m->uneven_row + 1, j = m->uneven_column + 1;

    if (!m->row)
        return ce_fail(err, CE_EINPUT, "%s: %s, a square matrix expected", m->name,
                       m->columns.columns ? "a header line and no rows" : "empty");
    if (m->row == m->s->n + 1 && class_of(m))
        return ce_fail(err, CE_EINPUT,
                       "%s: %zu rows and %zu columns besides '%.40s', which is read as the "
                       "classes: " CE_OPT("class") " none if it is an object",
                       m->name, m->row, m->s->n, class_of(m));
    if (m->row != m->s->n)
        return ce_fail(err, CE_EINPUT, "%s: %zu row%s of %zu column%s: a data table? A square "
                       "matrix expected", m->name, m->row, m->row == 1 ? "" : "s", m->s->n,
                       m->s->n == 1 ? "" : "s");
    if (m->uneven_line)
        return ce_fail(err, CE_EINPUT,
                       "%s:%zu: entry (%zu, %zu) is %.13g and (%zu, %zu) is %.13g: not symmetric",
                       m->name, m->uneven_line, i, j, m->uneven, j, i, m->other);
    return CE_OK;
}

static int csv_cell(void *state, ce_csv *csv, const char *text, size_t length, size_t row,
                    size_t column)
{
    csv_matrix *m = state;

    if (row == 0)
        return ce_columns_add(&m->columns, text, length, m->err);
    if (m->columns.role[column] == CE_ROLE_VALUE)
        return put_cell(m, csv, text, length);
    if (m->columns.role[column] != CE_ROLE_ID)
        return CE_OK;
    return ce_columns_hold_back(&m->columns, csv, m->format, column, m->row, text, length, &m->id,
                                &m->ignored, m->err);
}

/* Decides about the first line. Ids may be numbers: a line that begins with "id" is a header. */
static int decide(csv_matrix *m, ce_csv *csv)
{
    ce_table_format format = *m->format;

    if (format.header == CE_HEADER_AUTO && m->columns.columns > 1 &&
        !strcasecmp(m->columns.name[0], "id"))
        format.header = CE_HEADER_YES;
    return ce_columns_decide(&m->columns, csv, &format, CE_TABLE_LABELS);
}

/* The ids of the rows. Where the header has them too, their order must be that of the rows: else
 * the matrix is hardly symmetric, and that is not what is wrong. */
static int check_ids(csv_matrix *m)
{
    size_t j = 0;

    for (size_t c = 0; c < m->columns.columns; c++) {
        const char *name = m->columns.name[c];
        int32_t row;
        if (m->columns.role[c] != CE_ROLE_VALUE)
            continue;
        row = ce_categories_find(&m->id.categories, name, strlen(name));
        if (row >= 0 && (size_t)row != j)
            return ce_fail(m->err, CE_EINPUT,
                           "%s: column %zu of the matrix is '%.40s', row %zu is '%.40s': the same "
                           "order expected",
                           m->name, j + 1, name, j + 1, ce_text_column_get(&m->id, j));
        j++;
    }
    m->id.name = ce_strdup("id", m->err);
    return m->id.name ? CE_OK : CE_ENOMEM;
}

static int csv_row(void *state, ce_csv *csv, size_t row, size_t columns)
{
    csv_matrix *m = state;
    int rc;

    if (row == 0) {
        rc = decide(m, csv);
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

static int read_csv(ce_similarity *s, ce_text_column *id, ce_input *input,
                    const ce_table_format *format, ce_error *err)
{
    csv_matrix m = {.s = s, .format = format, .name = ce_input_name(input), .err = err};
    int rc = ce_csv_read_input(input, format, csv_cell, csv_row, &m, NULL, err);

    if (!rc && m.id.n && m.id.n == m.s->n && m.columns.is_header)
        rc = check_ids(&m);
    if (!rc)
        rc = check_whole(&m, err);
    if (!rc && id && m.id.name) {
        *id = m.id;
        m.id = (ce_text_column){0};
    }
    ce_columns_free(&m.columns);
    ce_text_column_free(&m.id);
    ce_text_column_free(&m.ignored);
    return rc;
}

int ce_similarity_read(ce_similarity *s, const char *path, const ce_table_format *format,
                       ce_error *err)
{
    return ce_similarity_read_ids(s, NULL, path, format, err);
}

int ce_similarity_read_ids(ce_similarity *s, ce_text_column *id, const char *path,
                           const ce_table_format *format, ce_error *err)
{
    ce_input *input = NULL;
    char head[14];
    size_t got;
    int rc = ce_input_open(&input, path, err);

    ce_similarity_free(s);
    if (!rc && !(rc = ce_input_peek(input, head, sizeof head, &got, err))) {
        if (got == sizeof head && !strncasecmp(head, "%%MatrixMarket", sizeof head))
            rc = ce_matrix_market_read(s, input, format, err);
        else if (got >= 6 && !memcmp(head, "\x93NUMPY", 6))
            rc = ce_npy_read(s, input, format, err);
        else
            rc = read_csv(s, id, input, format, err);
    }
    if (!rc && id)
        rc = ce_ids_watch_labels(id, path, format, err);
    ce_input_close(input, err);
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

static void write_header(ce_output *output, const ce_text_column *id, char delimiter)
{
    ce_output_text(output, "id");
    for (size_t i = 0; i < id->n; i++) {
        ce_output_char(output, delimiter);
        ce_output_cell(output, ce_text_column_get(id, i), delimiter);
    }
    ce_output_char(output, '\n');
}

/* id: NULL, or the ids of all rows; `first` is that of the first one of the block. */
static void write_rows(ce_output *output, const double *block, size_t rows, size_t columns,
                       const ce_text_column *id, size_t first, ce_matrix_format format,
                       char delimiter)
{
    if (format == CE_MATRIX_NPY) { /* little-endian, as all machines are that Clens is built for */
        ce_output_write(output, block, rows * columns * sizeof *block);
        return;
    }
    for (size_t i = 0; i < rows; i++) {
        if (id) {
            ce_output_cell(output, ce_text_column_get(id, first + i), delimiter);
            ce_output_char(output, delimiter);
        }
        for (size_t j = 0; j < columns; j++) {
            ce_output_result(output, block[i * columns + j]);
            ce_output_char(output, j + 1 < columns ? delimiter : '\n');
        }
    }
}

static int write_full(const ce_similarity *s, const ce_text_column *id, ce_output *output,
                      ce_matrix_format format, char delimiter, ce_error *err)
{
    double *rows = ce_alloc(s->n, EXPAND_ROWS * sizeof *rows, err);

    if (!rows)
        return CE_ENOMEM;
    if (format == CE_MATRIX_NPY)
        ce_npy_header_write(output, CE_NPY_F8, s->n, s->n);
    else if (id)
        write_header(output, id, delimiter);
    for (size_t i = 0; i < s->n && !ce_output_failed(output); i += EXPAND_ROWS) {
        size_t count = s->n - i < EXPAND_ROWS ? s->n - i : EXPAND_ROWS;
        ce_similarity_expand(s, i, count, rows);
        write_rows(output, rows, count, s->n, id, i, format, delimiter);
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
    return ce_similarity_write_ids(s, NULL, path, format, delimiter, err);
}

int ce_similarity_write_ids(const ce_similarity *s, const ce_text_column *id, const char *path,
                            ce_matrix_format format, char delimiter, ce_error *err)
{
    const ce_text_column *names = id && id->name ? id : NULL;
    ce_output *output = NULL;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    switch (format) {
    case CE_MATRIX_MTX: rc = ce_matrix_market_write(s, output, err); break;
    case CE_MATRIX_METIS: rc = ce_metis_graph_write(s, output, err); break;
    case CE_MATRIX_CSV:
    case CE_MATRIX_NPY:
        rc = write_full(s, names, output, format, delimiter ? delimiter : ',', err);
        break;
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
        write_rows(output, block, rows, columns, NULL, 0, format, delimiter ? delimiter : ',');
    }
    return finish(output, CE_OK, err);
}

int ce_similarity_need_kind(const ce_similarity *s, int is_distance, const char *path,
                            ce_error *err)
{
    if (!is_distance && ce_similarity_has_zero_diagonal(s))
        return ce_fail(err, CE_EINPUT,
                       "%s: the diagonal is 0 everywhere: a matrix of distances needs " CE_OPT(
                           "input") " distance, one of similarities " CE_OPT("input") " similarity",
                       ce_path_name(path));
    if (is_distance && ce_similarity_has_top_diagonal(s))
        return ce_fail(err, CE_EINPUT,
                       "%s: no entry is above those on the diagonal: a matrix of similarities "
                       "needs " CE_OPT("input") " similarity",
                       ce_path_name(path));
    return CE_OK;
}
