/*
 * real.h: doubles as text and back, both exact: the text that is written reads back as the same
 * double, and what is read is the double nearest to the text.
 */
#ifndef CE_IO_REAL_H
#define CE_IO_REAL_H

#include <stddef.h>

/* A whole token (NUL terminated or followed by what cannot belong to a number) as a double,
 * correctly rounded. 1 = a finite number; 0 = not a number; -1 = a number, but not a finite one
 * (nan, inf, 1e400). */
int ce_parse_real(const char *text, size_t length, double *value);

/* The shortest of %.15g, %.16g, %.17g that reads back as the same double, into a buffer of at least
 * 32 bytes; returns its length. NaN: length 0, for an empty cell is missing. */
size_t ce_format_real(double value, char *text);

/* The shortest of %.6g to %.9g that reads back as the same float; else as ce_format_real. */
size_t ce_format_float(float value, char *text);

#endif
