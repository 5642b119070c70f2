/* Data tables in the npy format of NumPy: numbers only, features f1, f2, ... */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/data_table.h"
#include "io/npy.h"
#include "io/table_cut.h"

/* Bytes read at a time where values have to be turned into doubles. */
enum { CHUNK = 1 << 20 };

static int name_features(ce_data_table *table, ce_error *err)
{
    char text[32];

    for (size_t s = 0; s < table->values.columns; s++) {
        snprintf(text, sizeof text, "f%zu", s + 1);
        if (!(table->name[s] = ce_strdup(text, err)))
            return CE_ENOMEM;
    }
    return CE_OK;
}

/* Values first .. first + count - 1 of the file into their places. */
static void place(ce_matrix *values, const ce_npy_header *header, const unsigned char *bytes,
                  size_t first, size_t count)
{
    size_t width = ce_npy_width(header->type);

    for (size_t e = 0; e < count; e++) {
        size_t at = first + e;
        if (header->fortran)
            at = at % values->rows * values->columns + at / values->rows;
        values->values[at] = ce_npy_value(bytes + e * width, header->type);
    }
}

static int read_values(ce_matrix *values, ce_input *input, const ce_npy_header *header,
                       ce_error *err)
{
    size_t total = values->rows * values->columns, width = ce_npy_width(header->type),
           step = CHUNK / width;
    unsigned char *chunk;
    int rc = CE_OK;

    if (header->type == CE_NPY_F8 && !header->fortran)
        return ce_npy_read_bytes(input, values->values, total * width, "the values", err);
    chunk = ce_alloc(CHUNK, 1, err);
    if (!chunk)
        return CE_ENOMEM;
    for (size_t first = 0; first < total && !rc; first += step) {
        size_t count = total - first < step ? total - first : step;
        rc = ce_npy_read_bytes(input, chunk, count * width, "the values", err);
        if (!rc)
            place(values, header, chunk, first, count);
    }
    free(chunk);
    return rc;
}

/* Makes a cell missing. A file in memory is copied where that is done. */
static int blank(ce_data_table *table, size_t at, int *unlocked, ce_error *err)
{
    int rc = CE_OK;

    if (table->map && !*unlocked)
        rc = ce_input_map_unlock(table->map, table->map_size, err);
    if (rc)
        return rc;
    *unlocked = 1;
    if (table->single)
        ((float *)table->single)[at] = NAN;
    else
        table->values.values[at] = NAN;
    return CE_OK;
}

/* Cells that are a number among the words for missing ones. */
static int blank_words(ce_data_table *table, const ce_npy_header *header, const char *words,
                       ce_error *err)
{
    const ce_numbers x = ce_data_table_numbers(table);
    ce_npy_missing missing = {0};
    int unlocked = 0, rc = ce_npy_missing_read(&missing, words, header->type, err);

    for (size_t e = 0; missing.count && e < x.rows * x.columns && !rc; e++)
        if (ce_npy_is_missing(&missing, ce_numbers_at(&x, e)))
            rc = blank(table, e, &unlocked, err);
    free(missing.value);
    return rc;
}

/* NaN is a missing value; an infinite one is refused. */
static int check_values(const ce_data_table *table, ce_input *input, ce_error *err)
{
    const ce_numbers x = ce_data_table_numbers(table);

    for (size_t e = 0; e < x.rows * x.columns; e++)
        if (isinf(ce_numbers_at(&x, e)))
            return ce_fail(err, CE_EINPUT,
                           "%s: row %zu, column %zu is %g, a finite number expected",
                           ce_input_name(input), ce_table_cut_before(input) + e / x.columns + 1,
                           e % x.columns + 1, ce_numbers_at(&x, e));
    return CE_OK;
}

/* Leaves the values in the file where the format allows it and they are there as they are wanted.
 * table->map is NULL if not. */
static int map_values(ce_data_table *table, ce_input *input, const ce_npy_header *header,
                      const ce_table_format *format, ce_error *err)
{
    int single = header->type == CE_NPY_F4 && format->single;
    size_t size = ce_npy_size(header);
    ce_input_mapping m;

    if (!format->map || header->fortran || (header->type != CE_NPY_F8 && !single))
        return CE_OK;
    m = ce_input_map(input, size);
    if (m.left < size)
        return ce_npy_fail_short(input, "the values", err);
    if (m.left > size && m.left != SIZE_MAX)
        return ce_npy_fail_long(input, header, err);
    if (!m.map)
        return CE_OK;
    table->values = (ce_matrix){header->rows, header->columns, single ? NULL : (double *)m.bytes};
    table->single = single ? m.bytes : NULL;
    table->map = m.map;
    table->map_size = m.map_size;
    return CE_OK;
}

/* Room for the values, and the values. */
static int copy_values(ce_matrix *values, ce_input *input, const ce_npy_header *header,
                       ce_error *err)
{
    int rc = ce_memory_check(header->rows, header->columns, sizeof(double), "the data table",
                             "fewer objects or features", err);

    if (!rc)
        rc = ce_matrix_alloc(values, header->rows, header->columns, err);
    return rc ? rc : read_values(values, input, header, err);
}

/* The option that asks for a column by its name, or NULL. */
static const char *named_column(const ce_table_format *format)
{
    if (format->id_column && strcmp(format->id_column, "none"))
        return CE_OPT("id");
    if (format->class_column && !format->spare_class && strcmp(format->class_column, "none"))
        return CE_OPT("class");
    if (format->categorical)
        return CE_OPT("categorical");
    return format->features && strcmp(format->features, "numeric") ? CE_OPT("columns") : NULL;
}

int ce_data_table_read_npy(ce_data_table *table, ce_input *input, const ce_table_format *format,
                           ce_error *err)
{
    const char *name = ce_input_name(input), *named = named_column(format);
    ce_npy_header header = {0};
    int rc = ce_npy_read_header(input, &header, err);

    if (!rc && named)
        rc = ce_fail(err, CE_EINPUT, "%s: an npy file has features without names: no %s", name,
                     named);
    if (!rc && (!header.rows || !header.columns))
        rc = ce_fail(err, CE_EINPUT, "%s: npy shape (%zu, %zu): no data rows", name, header.rows,
                     header.columns);
    if (!rc)
        rc = map_values(table, input, &header, format, err);
    if (!rc && !table->map)
        rc = copy_values(&table->values, input, &header, err);
    if (!rc && !table->map)
        rc = ce_npy_read_end(input, &header, err);
    if (!rc)
        rc = ce_data_table_alloc_names(table, header.columns, err);
    if (!rc)
        rc = blank_words(table, &header, format->missing, err);
    if (!rc)
        rc = check_values(table, input, err);
    if (!rc)
        rc = name_features(table, err);
    if (rc)
        ce_data_table_free(table);
    return rc;
}
