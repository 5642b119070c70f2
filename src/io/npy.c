/* The npy format of NumPy, versions 1 to 3: a magic string, a header that looks like a Python dict,
 * the values. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/csv.h"
#include "io/npy.h"
#include "io/real.h"

enum { HEADER_MAX = 1 << 16 };

static const struct {
    const char *name; /* as the header has it */
    size_t width;
} types[] = {[CE_NPY_F8] = {"'<f8'", 8}, [CE_NPY_F4] = {"'<f4'", 4}, [CE_NPY_I8] = {"'<i8'", 8},
             [CE_NPY_I4] = {"'<i4'", 4}, [CE_NPY_I2] = {"'<i2'", 2}, [CE_NPY_I1] = {"'|i1'", 1},
             [CE_NPY_U4] = {"'<u4'", 4}, [CE_NPY_U2] = {"'<u2'", 2}, [CE_NPY_U1] = {"'|u1'", 1}};

size_t ce_npy_width(ce_npy_type type)
{
    return types[type].width;
}

size_t ce_npy_size(const ce_npy_header *header)
{
    size_t size;

    if (__builtin_mul_overflow(header->rows * header->columns, types[header->type].width, &size))
        return SIZE_MAX;
    return size;
}

int ce_npy_fail_short(const ce_input *input, const char *what, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "%s: the file ends inside %s", ce_input_name(input), what);
}

int ce_npy_fail_long(const ce_input *input, const ce_npy_header *header, ce_error *err)
{
    return ce_fail(err, CE_EINPUT, "%s: more bytes than %zu x %zu values", ce_input_name(input),
                   header->rows, header->columns);
}

int ce_npy_read_bytes(ce_input *input, void *buffer, size_t size, const char *what, ce_error *err)
{
    size_t used = 0, got;
    int rc;

    while (used < size) {
        if ((rc = ce_input_read(input, (char *)buffer + used, size - used, &got, err)))
            return rc;
        if (!got)
            return ce_npy_fail_short(input, what, err);
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

static int parse_type(const char *text, ce_npy_type *type)
{
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        if (text && !strncmp(text, types[t].name, 5)) {
            *type = (ce_npy_type)t;
            return 1;
        }
    return 0;
}

/* Parses "(3, 4)", or "(3,)", which is one column. */
static int parse_shape(const char *text, ce_npy_header *header)
{
    unsigned long long rows, columns = 1;
    char *end;

    if (!text || *text != '(' || text[1] < '0' || text[1] > '9')
        return 0;
    header->dimensions = 1;
    rows = strtoull(text + 1, &end, 10);
    if (*end != ',')
        return 0;
    end += 1 + strspn(end + 1, " ");
    if (*end >= '0' && *end <= '9') {
        columns = strtoull(end, &end, 10);
        header->dimensions = 2;
        if (*end == ',')
            end++;
    }
    header->rows = (size_t)rows;
    header->columns = (size_t)columns;
    return *end == ')' && rows <= INT32_MAX && columns <= INT32_MAX;
}

/* What NumPy makes of an array of another type, so that it can be read. */
static const char *remedy(const char *type)
{
    if (!strncmp(type, "'|b1'", 5))
        return "; a.astype('i1') is read";
    if (strchr("<>=|", type[1]) && type[1] && strchr("fiu", type[2]) && type[2])
        return "; a.astype('<f8') is read";
    if (strchr("<>=|", type[1]) && type[1] && strchr("USO", type[2]) && type[2])
        return "; numpy.unique(a, return_inverse=True)[1].reshape(a.shape) numbers texts";
    return "";
}

static int parse_header(const char *text, const char *name, ce_npy_header *header, ce_error *err)
{
    const char *type = find_key(text, "descr"), *order = find_key(text, "fortran_order"),
               *shape = find_key(text, "shape");

    if (!type || !order || !shape)
        return ce_fail(err, CE_EINPUT, "%s: npy header without descr, fortran_order and shape",
                       name);
    if (!parse_type(type, &header->type))
        return ce_fail(err, CE_EINPUT,
                       "%s: npy values of type %.*s, one of '<f8' '<f4' '<i8' '<i4' '<i2' '|i1' "
                       "'<u4' '<u2' '|u1' expected%s",
                       name, (int)strcspn(type, ","), type, remedy(type));
    header->fortran = !strncmp(order, "True", 4);
    if (!header->fortran && strncmp(order, "False", 5))
        return ce_fail(err, CE_EINPUT, "%s: npy fortran_order is neither True nor False", name);
    if (!parse_shape(shape, header))
        return ce_fail(err, CE_EINPUT, "%s: npy shape %.*s, rows and columns expected", name,
                       (int)strcspn(shape, ")}") + 1, shape);
    return CE_OK;
}

int ce_input_is_npy(ce_input *input, int *is_npy, ce_error *err)
{
    unsigned char start[16];
    size_t got = 0;
    int rc = ce_input_peek(input, start, sizeof start, &got, err);

    *is_npy = !rc && ce_npy_magic(start, got);
    return rc;
}

int ce_npy_read_header(ce_input *input, ce_npy_header *header, ce_error *err)
{
    const char *name = ce_input_name(input);
    unsigned char start[8], size[4] = {0};
    char *text;
    size_t length;
    int rc = ce_npy_read_bytes(input, start, sizeof start, "the npy header", err);

    if (rc)
        return rc;
    if (start[6] < 1 || start[6] > 3)
        return ce_fail(err, CE_EINPUT, "%s: npy version %d, 1 to 3 expected", name, start[6]);
    if ((rc = ce_npy_read_bytes(input, size, start[6] == 1 ? 2 : 4, "the npy header", err)))
        return rc;
    length = size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24;
    if (length > HEADER_MAX)
        return ce_fail(err, CE_EINPUT, "%s: npy header of %zu bytes, at most %d expected", name,
                       length, HEADER_MAX);
    text = ce_calloc(length + 1, 1, err);
    if (!text)
        return CE_ENOMEM;
    if (!(rc = ce_npy_read_bytes(input, text, length, "the npy header", err)))
        rc = parse_header(text, name, header, err);
    free(text);
    return rc;
}

double ce_npy_value(const void *bytes, ce_npy_type type)
{
    double f8;
    float f4;
    int64_t i8;
    int32_t i4;
    int16_t i2;
    uint32_t u4;
    uint16_t u2;

    switch (type) {
    case CE_NPY_F8: memcpy(&f8, bytes, 8); return f8;
    case CE_NPY_F4: memcpy(&f4, bytes, 4); return (double)f4;
    case CE_NPY_I8: memcpy(&i8, bytes, 8); return (double)i8;
    case CE_NPY_I4: memcpy(&i4, bytes, 4); return i4;
    case CE_NPY_I2: memcpy(&i2, bytes, 2); return i2;
    case CE_NPY_I1: return *(const signed char *)bytes;
    case CE_NPY_U4: memcpy(&u4, bytes, 4); return u4;
    case CE_NPY_U2: memcpy(&u2, bytes, 2); return u2;
    case CE_NPY_U1: return *(const unsigned char *)bytes;
    }
    return NAN;
}

static const double most = 0x1p53;

const char *ce_npy_wants_whole(double value)
{
    return fabs(value) > most && isfinite(value) ? "whole numbers up to 2^53 expected"
                                                 : "whole numbers expected";
}

int ce_npy_whole(const void *bytes, ce_npy_type type, int64_t *value)
{
    double real;

    if (type == CE_NPY_I8) {
        memcpy(value, bytes, sizeof *value);
        return 1;
    }
    real = ce_npy_value(bytes, type);
    if (type != CE_NPY_F4 && type != CE_NPY_F8) {
        *value = (int64_t)real;
        return 1;
    }
    if (isnan(real))
        return -1;
    if (real != floor(real) || real > most || real < -most)
        return 0;
    *value = (int64_t)real;
    return 1;
}

int ce_npy_missing_read(ce_npy_missing *missing, const char *words, ce_npy_type type, ce_error *err)
{
    const char *word;
    size_t length, capacity = 0;

    while ((word = ce_word_next(&words, &length))) {
        double value;
        int is = ce_parse_real(word, length, &value);
        if (!is)
            continue;
        if (is < 0)
            value = strtod(word, NULL); /* inf */
        if (ce_grow(&missing->value, &capacity, missing->count + 1, sizeof value, err))
            return CE_ENOMEM;
        missing->value[missing->count++] = type == CE_NPY_F4 ? (double)(float)value : value;
    }
    return CE_OK;
}

int ce_npy_read_end(ce_input *input, const ce_npy_header *header, ce_error *err)
{
    unsigned char beyond;
    size_t got;
    int rc = ce_input_read(input, &beyond, 1, &got, err);

    if (!rc && got)
        rc = ce_npy_fail_long(input, header, err);
    return rc;
}

/* It is padded with spaces: the format wants values to begin at a multiple of 64 bytes. */
size_t ce_npy_header_make(const ce_npy_header *header, char bytes[CE_NPY_HEADER])
{
    enum { START = 10 };
    static const unsigned char start[START] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    char *text = bytes + START, shape[64];
    size_t used, total;

    if (header->dimensions == 1)
        snprintf(shape, sizeof shape, "(%zu,)", header->rows);
    else
        snprintf(shape, sizeof shape, "(%zu, %zu)", header->rows, header->columns);
    used = START + (size_t)snprintf(text, CE_NPY_HEADER - START,
                                    "{'descr': %s, 'fortran_order': %s, 'shape': %s, }",
                                    types[header->type].name, header->fortran ? "True" : "False",
                                    shape);
    total = (used + 1 + 63) / 64 * 64;
    memcpy(bytes, start, START);
    bytes[8] = (char)(total - START); /* at most 182 */
    memset(bytes + used, ' ', total - used);
    bytes[total - 1] = '\n';
    return total;
}

void ce_npy_header_write(ce_output *output, ce_npy_type type, size_t rows, size_t columns)
{
    const ce_npy_header header = {
        .type = type, .dimensions = 2, .rows = rows, .columns = columns};
    char bytes[CE_NPY_HEADER];

    ce_output_write(output, bytes, ce_npy_header_make(&header, bytes));
}
