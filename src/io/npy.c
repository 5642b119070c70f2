/* The npy format of NumPy, versions 1 to 3: a magic string, a header that looks like a Python dict,
 * the values. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/matrix_file.h"

enum { HEADER_MAX = 1 << 16, CHUNK = 1 << 16 };

typedef enum { NPY_F8, NPY_F4, NPY_I8, NPY_I4 } npy_type;

typedef struct {
    npy_type type;
    int fortran;
    size_t n;
} npy_header;

/* Reads exactly `size` bytes, or fails. */
static int read_exactly(ce_input *input, void *buffer, size_t size, const char *what, ce_error *err)
{
    size_t used = 0, got;
    int rc;

    while (used < size) {
        if ((rc = ce_input_read(input, (char *)buffer + used, size - used, &got, err)))
            return rc;
        if (!got)
            return ce_fail(err, CE_EINPUT, "%s: the file ends inside %s", ce_input_name(input),
                           what);
        used += got;
    }
    return CE_OK;
}

/* What follows 'key': in the header; NULL without that key. */
static const char *find_key(const char *header, const char *key)
{
    char quoted[32];
    const char *at;

    snprintf(quoted, sizeof quoted, "'%s':", key);
    at = strstr(header, quoted);
    if (!at)
        return NULL;
    at += strlen(quoted);
    return at + strspn(at, " ");
}

static int parse_type(const char *text, npy_type *type)
{
    static const struct {
        const char *name;
        npy_type type;
    } known[] = {{"'<f8'", NPY_F8}, {"'<f4'", NPY_F4}, {"'<i8'", NPY_I8}, {"'<i4'", NPY_I4}};

    for (size_t t = 0; t < sizeof known / sizeof *known; t++)
        if (text && !strncmp(text, known[t].name, 5)) {
            *type = known[t].type;
            return 1;
        }
    return 0;
}

/* Parses "(3, 3)"; both sizes must be equal. */
static int parse_shape(const char *text, size_t *n)
{
    unsigned long long rows, columns;
    char *end;

    if (!text || *text != '(' || text[1] < '0' || text[1] > '9')
        return 0;
    rows = strtoull(text + 1, &end, 10);
    if (*end != ',')
        return 0;
    end += 1 + strspn(end + 1, " ");
    if (*end < '0' || *end > '9')
        return 0;
    columns = strtoull(end, &end, 10);
    if (*end == ',')
        end++;
    *n = (size_t)rows;
    return *end == ')' && rows == columns && rows >= 1 && rows <= INT32_MAX;
}

static int parse_header(const char *text, const char *name, npy_header *header, ce_error *err)
{
    const char *type = find_key(text, "descr"), *order = find_key(text, "fortran_order"),
               *shape = find_key(text, "shape");

    if (!type || !order || !shape)
        return ce_fail(err, CE_EINPUT, "%s: npy header without descr, fortran_order and shape",
                       name);
    if (!parse_type(type, &header->type))
        return ce_fail(err, CE_EINPUT,
                       "%s: npy values of type %.*s, one of '<f8' '<f4' '<i8' '<i4' expected", name,
                       (int)strcspn(type, ","), type);
    header->fortran = !strncmp(order, "True", 4);
    if (!header->fortran && strncmp(order, "False", 5))
        return ce_fail(err, CE_EINPUT, "%s: npy fortran_order is neither True nor False", name);
    if (!parse_shape(shape, &header->n))
        return ce_fail(err, CE_EINPUT, "%s: npy shape %.*s, a square matrix expected", name,
                       (int)strcspn(shape, ")}") + 1, shape);
    return CE_OK;
}

static int read_header(ce_input *input, npy_header *header, ce_error *err)
{
    const char *name = ce_input_name(input);
    unsigned char start[8], size[4] = {0};
    char *text;
    size_t length;
    int rc = read_exactly(input, start, sizeof start, "the npy header", err);

    if (rc)
        return rc;
    if (start[6] < 1 || start[6] > 3)
        return ce_fail(err, CE_EINPUT, "%s: npy version %d, 1 to 3 expected", name, start[6]);
    if ((rc = read_exactly(input, size, start[6] == 1 ? 2 : 4, "the npy header", err)))
        return rc;
    length = size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24;
    if (length > HEADER_MAX)
        return ce_fail(err, CE_EINPUT, "%s: npy header of %zu bytes, at most %d expected", name,
                       length, HEADER_MAX);
    text = ce_calloc(length + 1, 1, err);
    if (!text)
        return CE_ENOMEM;
    if (!(rc = read_exactly(input, text, length, "the npy header", err)))
        rc = parse_header(text, name, header, err);
    free(text);
    return rc;
}

static double value_at(const unsigned char *bytes, npy_type type)
{
    double f8;
    float f4;
    int64_t i8;
    int32_t i4;

    switch (type) {
    case NPY_F8: memcpy(&f8, bytes, 8); return f8;
    case NPY_F4: memcpy(&f4, bytes, 4); return f4;
    case NPY_I8: memcpy(&i8, bytes, 8); return (double)i8;
    case NPY_I4: memcpy(&i4, bytes, 4); return i4;
    }
    return NAN;
}

/* Puts values row after row. A file in Fortran order gives the transpose, which is the same
 * matrix. */
static int put_values(ce_similarity *s, const unsigned char *bytes, size_t count, npy_type type,
                      size_t *i, size_t *j, const char *name, ce_error *err)
{
    size_t width = type == NPY_F8 || type == NPY_I8 ? 8 : 4;
    double other;

    for (size_t e = 0; e < count; e++) {
        double value = value_at(bytes + e * width, type);
        if (!isfinite(value))
            return ce_fail(err, CE_EINPUT, "%s: entry (%zu, %zu) is %g, a finite number expected",
                           name, *i + 1, *j + 1, value);
        if (!ce_matrix_file_put(s, *i, *j, value, *j < *i, &other))
            return ce_fail(err, CE_EINPUT,
                           "%s: entry (%zu, %zu) is %.17g and (%zu, %zu) is %.17g: not symmetric",
                           name, *i + 1, *j + 1, value, *j + 1, *i + 1, other);
        if (++*j == s->n) {
            *j = 0;
            ++*i;
        }
    }
    return CE_OK;
}

int ce_npy_read(ce_similarity *s, ce_input *input, ce_error *err)
{
    const char *name = ce_input_name(input);
    npy_header header = {0};
    unsigned char *chunk = NULL, beyond;
    size_t width, left, i = 0, j = 0, got;
    int rc = read_header(input, &header, err);

    if (rc || (rc = ce_matrix_file_alloc(s, header.n, name, err)))
        return rc;
    chunk = ce_alloc(CHUNK, 8, err);
    if (!chunk)
        return CE_ENOMEM;
    width = header.type == NPY_F8 || header.type == NPY_I8 ? 8 : 4;
    for (left = header.n * header.n; left && !rc; left -= got) {
        got = left < CHUNK ? left : CHUNK;
        if (!(rc = read_exactly(input, chunk, got * width, "the values", err)))
            rc = put_values(s, chunk, got, header.type, &i, &j, name, err);
    }
    if (!rc && !(rc = ce_input_read(input, &beyond, 1, &got, err)) && got)
        rc = ce_fail(err, CE_EINPUT, "%s: more bytes than %zu x %zu values", name, header.n,
                     header.n);
    free(chunk);
    return rc;
}

/* Writes the header. It is padded with spaces: the format wants values to begin at a multiple of 64
 * bytes. */
void ce_npy_header_write(ce_output *output, const char *type, size_t rows, size_t columns)
{
    char text[256];
    unsigned char start[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    int used =
        snprintf(text, 192, "{'descr': '%s', 'fortran_order': False, 'shape': (%zu, %zu), }", type,
                 rows, columns);
    size_t length = (size_t)used, total = (sizeof start + length + 1 + 63) / 64 * 64 - sizeof start;

    memset(text + length, ' ', total - length);
    text[total - 1] = '\n';
    start[8] = (unsigned char)(total & 255);
    start[9] = (unsigned char)(total >> 8);
    ce_output_write(output, start, sizeof start);
    ce_output_write(output, text, total);
}
