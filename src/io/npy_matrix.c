/* Similarity matrices in the npy format of NumPy. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "io/matrix_file.h"
#include "io/npy.h"

enum { CHUNK = 1 << 16 };

/* Puts values row after row. A file in Fortran order gives the transpose, which is the same
 * matrix. */
static int put_values(ce_similarity *s, const unsigned char *bytes, size_t count, ce_npy_type type,
                      const ce_npy_missing *missing, size_t *i, size_t *j, const char *name,
                      ce_error *err)
{
    size_t width = ce_npy_width(type);
    double other;

    for (size_t e = 0; e < count; e++) {
        double value = ce_npy_value(bytes + e * width, type);
        if (ce_npy_is_missing(missing, value))
            return ce_fail(err, CE_EINPUT,
                           "%s: entry (%zu, %zu) is %g (missing), a number expected", name, *i + 1,
                           *j + 1, value);
        if (!isfinite(value))
            return ce_fail(err, CE_EINPUT, "%s: entry (%zu, %zu) is %g, a finite number expected",
                           name, *i + 1, *j + 1, value);
        if (!ce_matrix_file_put(s, *i, *j, value, *j < *i, &other))
            return ce_fail(err, CE_EINPUT,
                           "%s: entry (%zu, %zu) is %.13g and (%zu, %zu) is %.13g: not symmetric",
                           name, *i + 1, *j + 1, value, *j + 1, *i + 1, other);
        if (++*j == s->n) {
            *j = 0;
            ++*i;
        }
    }
    return CE_OK;
}

int ce_npy_read(ce_similarity *s, ce_input *input, const ce_table_format *format, ce_error *err)
{
    const char *name = ce_input_name(input);
    ce_npy_header header = {0};
    ce_npy_missing missing = {0};
    unsigned char *chunk = NULL;
    size_t width, left, i = 0, j = 0, got;
    int rc = ce_npy_read_header(input, &header, err);

    if (!rc && (header.dimensions != 2 || header.rows != header.columns || !header.rows))
        rc = ce_fail(err, CE_EINPUT, "%s: npy shape (%zu, %zu), a square matrix expected", name,
                     header.rows, header.columns);
    if (rc || (rc = ce_matrix_file_alloc(s, header.rows, name, err)))
        return rc;
    chunk = ce_alloc(CHUNK, 8, err);
    rc = chunk ? ce_npy_missing_read(&missing, format->missing, header.type, err) : CE_ENOMEM;
    width = ce_npy_width(header.type);
    for (left = header.rows * header.rows; left && !rc; left -= got) {
        got = left < CHUNK ? left : CHUNK;
        if (!(rc = ce_npy_read_bytes(input, chunk, got * width, "the values", err)))
            rc = put_values(s, chunk, got, header.type, &missing, &i, &j, name, err);
    }
    if (!rc)
        rc = ce_npy_read_end(input, &header, err);
    free(chunk);
    free(missing.value);
    return rc;
}
