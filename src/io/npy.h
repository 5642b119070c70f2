/*
 * npy.h: the npy format of NumPy, versions 1 to 3: a magic string, a header that looks like a
 * Python dict, the values.
 */
#ifndef CE_IO_NPY_H
#define CE_IO_NPY_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "io/input.h"
#include "io/output.h"

/* All little-endian. */
typedef enum {
    CE_NPY_F8,
    CE_NPY_F4,
    CE_NPY_I8,
    CE_NPY_I4,
    CE_NPY_I2,
    CE_NPY_I1,
    CE_NPY_U4,
    CE_NPY_U2,
    CE_NPY_U1
} ce_npy_type;

typedef struct {
    ce_npy_type type;
    int fortran; /* values stand column after column */
    int dimensions;       /* 1 or 2 */
    size_t rows, columns; /* of one dimension: one column; at most INT32_MAX */
} ce_npy_header;

/* Bytes of all values; SIZE_MAX where that does not fit. */
size_t ce_npy_size(const ce_npy_header *header);

/* Bytes of a value, and the value that such bytes are. */
size_t ce_npy_width(ce_npy_type type);
double ce_npy_value(const void *bytes, ce_npy_type type);

/* 1 and the value where it is a whole number (of at most 2^53 in a file of fractions), 0 where it
 * is none, -1 for NaN. */
int ce_npy_whole(const void *bytes, ce_npy_type type, int64_t *value);

/* What is expected in place of a value that is none: "whole numbers expected", or up to 2^53. */
const char *ce_npy_wants_whole(double value);

/* The numbers among words that mean a missing value (csv.h), as a file of that type has them. Set
 * to zero before use; free value. words may be NULL. 0 or CE_ENOMEM. */
typedef struct {
    double *value;
    size_t count;
} ce_npy_missing;
int ce_npy_missing_read(ce_npy_missing *missing, const char *words, ce_npy_type type,
                        ce_error *err);

/* 1 for one of them. */
static inline int ce_npy_is_missing(const ce_npy_missing *missing, double value)
{
    for (size_t w = 0; w < missing->count; w++)
        if (missing->value[w] == value)
            return 1;
    return 0;
}

/* 1 where a file begins like this. */
static inline int ce_npy_magic(const unsigned char *start, size_t size)
{
    return size >= 6 && start[0] == 0x93 && start[1] == 'N' && start[2] == 'U' && start[3] == 'M' &&
           start[4] == 'P' && start[5] == 'Y';
}

/* Whether the file begins like that. Only before anything is read; nothing is taken from it. */
int ce_input_is_npy(ce_input *input, int *is_npy, ce_error *err);

/* Reads the magic string and the header. 0, CE_EIO, CE_ENOMEM or CE_EINPUT. */
int ce_npy_read_header(ce_input *input, ce_npy_header *header, ce_error *err);

/* Reads exactly `size` bytes, or fails: the file ends inside `what`. */
int ce_npy_read_bytes(ce_input *input, void *buffer, size_t size, const char *what, ce_error *err);

/* CE_EINPUT where the file goes on. */
int ce_npy_read_end(ce_input *input, const ce_npy_header *header, ce_error *err);

/* The failures of these two, for who knows without reading. */
int ce_npy_fail_short(const ce_input *input, const char *what, ce_error *err);
int ce_npy_fail_long(const ce_input *input, const ce_npy_header *header, ce_error *err);

/* The bytes of a header, up to where the values begin; returns how many. */
enum { CE_NPY_HEADER = 256 };
size_t ce_npy_header_make(const ce_npy_header *header, char bytes[CE_NPY_HEADER]);

/* Writes that of a table in C order. */
void ce_npy_header_write(ce_output *output, ce_npy_type type, size_t rows, size_t columns);

#endif
