/*
 * real.h: doubles as text and back, both exact. A written number reads back as the same double, and
 * reading gives the double nearest to the text.
 */
#ifndef CE_IO_REAL_H
#define CE_IO_REAL_H

#include <stddef.h>
#include <stdint.h>

/* Reads a whole token as a double, correctly rounded. A NUL, or a character that no number can
 * hold, must follow it. Returns 1 for a finite number, 0 for no number, -1 for a number that is not
 * finite (nan, inf, 1e400). *value has a meaning only after 1. */
int ce_parse_real(const char *text, size_t length, double *value);

/* Writes the shortest of %.15g, %.16g, %.17g that reads back as the same double. text: 32 bytes.
 * Returns the length. NaN has length 0, because an empty cell is missing. */
size_t ce_format_real(double value, char *text);

/* Writes the shortest of %.6g to %.9g that reads back as the same float. Otherwise as
 * ce_format_real. */
size_t ce_format_float(float value, char *text);

/* The number nearest to value that has so many significant digits (1 .. 17), and all digits that
 * value has before the decimal point. Whole numbers, and what is not finite, stay as they are. */
double ce_round_digits(double value, int digits);

/* Writes a whole number. text: 24 bytes. Returns the length. */
size_t ce_format_whole(int64_t value, char *text);

#endif
