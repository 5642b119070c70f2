/* The rows of npy files, block by block. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/matrix.h"
#include "core/memory.h"
#include "io/npy.h"
#include "io/real.h"
#include "io/row_stream_internal.h"
#include "io/table_cut.h"

typedef struct {
    const ce_table_format *format;
    ce_table_kind kind;
    const ce_row_receiver *to;
    const char *name;
    size_t before; /* rows of the file before the part that is read */
    ce_npy_header header;
    size_t width;
    const ce_row_want *want;
    size_t wants;
    double *values;       /* of a block */
    unsigned char *bytes; /* of a block as they stand in the file; in Fortran order NULL, */
    const unsigned char *all; /* and all bytes of the file, */
    ce_input_mapping map;     /* in this memory if it could be mapped, */
    unsigned char *copy;      /* else in this */
    ce_npy_missing missing;   /* numbers that are missing cells */
    ce_error *err;
} reader;

/* The option that asks for a column by its name, or NULL. */
static const char *named_column(const ce_table_format *format)
{
    if (format->id_column && strcmp(format->id_column, "none"))
        return CE_OPT("id");
    if (format->class_column && strcmp(format->class_column, "none"))
        return CE_OPT("class");
    return NULL;
}

/* Names the columns as data_table_npy.c and label_table_npy.c do, and asks what is wanted. */
static int ask(reader *r)
{
    size_t d = r->header.columns;
    char (*text)[24] = ce_alloc(d, sizeof *text, r->err);
    const char **name = ce_alloc(d, sizeof *name, r->err);
    ce_row_head head = {.columns = d, .name = name, .rows = r->header.rows};
    int rc = text && name ? CE_OK : CE_ENOMEM;

    for (size_t s = 0; s < d && !rc; s++) {
        snprintf(text[s], sizeof *text, "%c%zu", r->kind == CE_TABLE_DATA ? 'f' : 'c', s + 1);
        name[s] = text[s];
    }
    if (!rc)
        rc = r->to->begin(r->to->state, &head, &r->want, &r->wants, r->err);
    free(text);
    free(name);
    return rc;
}

static int category_of(const reader *r, const ce_categories *categories, const void *bytes,
                       double *value)
{
    int64_t whole;
    int is = ce_npy_whole(bytes, r->header.type, &whole);
    size_t length;
    int32_t number;
    char text[24];

    *value = CE_ROW_MISSING;
    if (is < 0)
        return 1;
    if (!is)
        return 0;
    length = ce_format_whole(whole, text);
    if (r->format->missing && ce_word_listed(r->format->missing, text, length))
        return 1;
    number = ce_categories_find(categories, text, length);
    *value = number < 0 ? CE_ROW_UNKNOWN : number;
    return 1;
}

/* The wanted values of `count` rows; the first is row `first`, whose bytes are at `from`. row,
 * column: bytes from one to the next. */
static int take(reader *r, const unsigned char *from, size_t first, size_t count, size_t row,
                size_t column)
{
    double *to = r->values;

    for (size_t i = 0; i < count; i++, from += row)
        for (size_t w = 0; w < r->wants; w++, to++) {
            const ce_row_want *want = &r->want[w];
            const unsigned char *bytes = from + want->column * column;
            if (want->categories) {
                if (category_of(r, want->categories, bytes, to))
                    continue;
                *to = ce_npy_value(bytes, r->header.type);
                return ce_fail(r->err, CE_EINPUT, "%s: row %zu, column %zu is %g: %s", r->name,
                               r->before + first + i + 1, want->column + 1, *to,
                               ce_npy_wants_whole(*to));
            }
            *to = ce_npy_value(bytes, r->header.type);
            if (ce_npy_is_missing(&r->missing, *to))
                *to = NAN;
            if (fabs(*to) > CE_LARGEST)
                return ce_fail(r->err, CE_EINPUT,
                               "%s: row %zu, column %zu is %g, at most %g expected", r->name,
                               r->before + first + i + 1, want->column + 1, *to, CE_LARGEST);
        }
    return CE_OK;
}

static int give_block(reader *r, ce_input *input, size_t first, size_t count)
{
    size_t row = r->header.columns * r->width;
    ce_row_block block = {.first = first, .count = count, .values = r->values};
    int rc;

    if (r->all) {
        rc = take(r, r->all + first * r->width, first, count, r->width,
                  r->header.rows * r->width);
    } else {
        rc = ce_npy_read_bytes(input, r->bytes, count * row, "the values", r->err);
        if (!rc)
            rc = take(r, r->bytes, first, count, row, r->width);
    }
    return rc ? rc : r->to->block(r->to->state, &block, r->err);
}

/* In Fortran order a row is all over the file. */
static int get_all(reader *r, ce_input *input)
{
    size_t size = ce_npy_size(&r->header);
    int rc;

    r->map = ce_input_map(input, size);
    if (r->map.left < size)
        return ce_npy_fail_short(input, "the values", r->err);
    if (r->map.left > size && r->map.left != SIZE_MAX)
        return ce_npy_fail_long(input, &r->header, r->err);
    if (r->map.map) {
        r->all = r->map.bytes;
        return CE_OK;
    }
    rc = ce_memory_check(r->header.rows, r->header.columns, r->width,
                         "the array in Fortran order", "an array in C order", r->err);
    if (rc)
        return rc;
    r->all = r->copy = ce_alloc(size, 1, r->err);
    return r->copy ? ce_npy_read_bytes(input, r->copy, size, "the values", r->err) : CE_ENOMEM;
}

static int give_all(reader *r, ce_input *input, size_t together)
{
    size_t n = r->header.rows;
    int in_columns = r->header.fortran && r->header.columns > 1, rc = CE_OK;

    r->values = ce_alloc(together, r->wants * sizeof *r->values, r->err);
    if (!r->values)
        return CE_ENOMEM;
    if (in_columns)
        rc = get_all(r, input);
    else if (!(r->bytes = ce_alloc(together, r->header.columns * r->width, r->err)))
        rc = CE_ENOMEM;
    for (size_t first = 0; first < n && !rc; first += together)
        rc = give_block(r, input, first, n - first < together ? n - first : together);
    if (!rc && !r->map.map)
        rc = ce_npy_read_end(input, &r->header, r->err);
    return rc;
}

int ce_row_stream_read_npy(ce_input *input, const ce_table_format *format, ce_table_kind kind,
                           size_t together, const ce_row_receiver *receiver, size_t *rows,
                           ce_error *err)
{
    reader r = {.format = format,
                .kind = kind,
                .to = receiver,
                .name = ce_input_name(input),
                .before = ce_table_cut_before(input),
                .err = err};
    const char *named = named_column(format);
    int rc = ce_npy_read_header(input, &r.header, err);

    if (!rc && named)
        rc = ce_fail(err, CE_EINPUT, "%s: an npy file has columns without names: no %s", r.name,
                     named);
    if (!rc && (!r.header.rows || !r.header.columns))
        rc = ce_fail(err, CE_EINPUT,
                     "%s: npy shape (%zu, %zu): a table with at least one object expected", r.name,
                     r.header.rows, r.header.columns);
    if (!rc)
        rc = ce_npy_missing_read(&r.missing, format->missing, r.header.type, err);
    if (!rc)
        rc = ask(&r);
    if (!rc) {
        r.width = ce_npy_width(r.header.type);
        rc = give_all(&r, input, together < r.header.rows ? together : r.header.rows);
    }
    if (r.map.map)
        munmap(r.map.map, r.map.map_size);
    free(r.missing.value);
    free(r.copy);
    free(r.values);
    free(r.bytes);
    *rows = rc ? 0 : r.header.rows;
    return rc;
}
