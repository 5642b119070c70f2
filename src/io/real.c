#include "io/real.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * 128-bit whole numbers hold all that is needed for most numbers in our files. Reading and writing
 * are then a product or a quotient and one rounding. The C library does the rest.
 */
__extension__ typedef unsigned __int128 wide;

static const uint64_t power[] = {UINT64_C(1),
                                 UINT64_C(10),
                                 UINT64_C(100),
                                 UINT64_C(1000),
                                 UINT64_C(10000),
                                 UINT64_C(100000),
                                 UINT64_C(1000000),
                                 UINT64_C(10000000),
                                 UINT64_C(100000000),
                                 UINT64_C(1000000000),
                                 UINT64_C(10000000000),
                                 UINT64_C(100000000000),
                                 UINT64_C(1000000000000),
                                 UINT64_C(10000000000000),
                                 UINT64_C(100000000000000),
                                 UINT64_C(1000000000000000),
                                 UINT64_C(10000000000000000),
                                 UINT64_C(100000000000000000),
                                 UINT64_C(1000000000000000000),
                                 UINT64_C(10000000000000000000)};

enum { MAX_POWER = 19, MANTISSA = 53, FLOAT_MANTISSA = 24 };

/* ---- reading ---- */

/* mantissa / 10^fraction, rounded to nearest, ties to even. mantissa > 0, fraction <= MAX_POWER. */
static double quotient(uint64_t mantissa, int fraction)
{
    /* the dividend fills 127 bits, so the quotient has at least 63 */
    int shift = 63 + __builtin_clzll(mantissa);
    wide dividend = (wide)mantissa << shift, q = dividend / power[fraction];
    int sticky = q * power[fraction] != dividend;
    uint64_t high = (uint64_t)(q >> 64);
    int bits = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((uint64_t)q),
        drop = bits - MANTISSA;
    uint64_t kept = (uint64_t)(q >> drop);
    wide rest = q & (((wide)1 << drop) - 1), half = (wide)1 << (drop - 1);

    if (rest > half || (rest == half && (sticky || (kept & 1))))
        kept++;
    return ldexp((double)kept, drop - shift);
}

/* Parses what follows an e: up to two digits with a sign. 0 for anything else. */
static int parse_exponent(const char *c, const char *end, int *exponent)
{
    int negative = 0;

    if (c < end && (*c == '-' || *c == '+'))
        negative = *c++ == '-';
    if (c == end || end - c > 2)
        return 0;
    for (*exponent = 0; c < end; c++) {
        if (*c < '0' || *c > '9')
            return 0;
        *exponent = *exponent * 10 + (*c - '0');
    }
    if (negative)
        *exponent = -*exponent;
    return 1;
}

/* Parses digits with at most one point, and an exponent. 0 for anything else, and for more digits
 * than quotient takes. */
static int parse_plain(const char *text, size_t length, double *value)
{
    const char *c = text, *end = text + length;
    int negative = 0, any = 0, digits = 0, fraction = 0, point = 0, exponent = 0;
    uint64_t mantissa = 0;

    if (c < end && (*c == '-' || *c == '+'))
        negative = *c++ == '-';
    for (; c < end; c++) {
        unsigned digit = (unsigned)(*c - '0');
        if (digit < 10) {
            any = 1;
            mantissa = mantissa * 10 + digit;
            fraction += point;
            digits += mantissa != 0;
            if (digits > MAX_POWER || fraction > MAX_POWER)
                return 0;
        } else if (*c == '.' && !point) {
            point = 1;
        } else if ((*c == 'e' || *c == 'E') && any && parse_exponent(c + 1, end, &exponent)) {
            break;
        } else {
            return 0;
        }
    }
    fraction -= exponent;
    if (!any || fraction < 0 || fraction > MAX_POWER)
        return 0;
    /* powers of ten up to 10^22 are doubles, so one division rounds once */
    *value = mantissa < UINT64_C(1) << MANTISSA ? (double)mantissa / (double)power[fraction]
                                                : quotient(mantissa, fraction);
    if (negative)
        *value = -*value;
    return 1;
}

int ce_parse_real(const char *text, size_t length, double *value)
{
    char *end;

    if (parse_plain(text, length, value))
        return 1;
    /* strtod would skip white space, and read hexadecimal numbers */
    if (!length || strchr(" \t\n\v\f\r", text[0]) || memchr(text, 'x', length) ||
        memchr(text, 'X', length))
        return 0;
    *value = strtod(text, &end);
    if (end != text + length)
        return 0;
    return isfinite(*value) ? 1 : -1;
}

/* ---- writing ---- */

typedef struct {
    uint64_t mantissa; /* value = mantissa / 2^shift, mantissa of `bits` bits */
    int shift, bits;
} binary;

static binary take_apart(double value, int bits)
{
    int exponent;
    double fraction = frexp(value, &exponent);

    return (binary){(uint64_t)ldexp(fraction, bits), bits - exponent, bits};
}

/* value * 10^places, rounded to a whole number, half to even, as printf does. *exact_enough:
 * whether it reads back as the same binary. */
static uint64_t scale(binary b, int places, int *exact_enough)
{
    /* places <= MAX_POWER + 1 */
    wide step = places > MAX_POWER ? (wide)power[MAX_POWER] * 10 : power[places];
    wide exact = (wide)b.mantissa * step, rest = exact & (((wide)1 << b.shift) - 1),
         half = (wide)1 << (b.shift - 1);
    uint64_t q = (uint64_t)(exact >> b.shift);
    wide back, distance;
    int below;

    if (rest > half || (rest == half && (q & 1)))
        q++;
    back = (wide)q << b.shift;
    below = back < exact;
    distance = below ? exact - back : back - exact;
    /* the lower neighbour of a power of two is half as far away as the upper one */
    distance *= below && b.mantissa == UINT64_C(1) << (b.bits - 1) ? 4 : 2;
    *exact_enough = distance < step || (distance == step && !(b.mantissa & 1));
    return q;
}

/* Prints digits / 10^places without zeros at the end. */
static size_t print_decimal(uint64_t digits, int places, char *text)
{
    char reversed[24];
    int count = 0;
    size_t used = 0;

    while (places > 0 && digits % 10 == 0) {
        digits /= 10;
        places--;
    }
    while (digits || count <= places) {
        reversed[count++] = (char)('0' + digits % 10);
        digits /= 10;
    }
    while (count > places)
        text[used++] = reversed[--count];
    if (places)
        text[used++] = '.';
    while (count)
        text[used++] = reversed[--count];
    text[used] = '\0';
    return used;
}

/* Prints a value with the fewest digits, from first to last, that read back as the same number of
 * `bits` bits. For 1e-4 <= value < 10^(first - 1), where %g writes no exponent, and value <= 1e14,
 * so that no product here exceeds 128 bits. */
static size_t format_plain(double value, int bits, int first, int last, char *text)
{
    binary b = take_apart(value, bits);
    int exponent = value < 1 ? -1 : 0, exact_enough;

    /* no double lies between one of these bounds and the power of ten that it stands for */
    if (value < 1)
        for (double bound = .1; value < bound && exponent > -4; bound /= 10)
            exponent--;
    else
        while (value >= (double)power[exponent + 1])
            exponent++;
    for (int precision = first;; precision++) {
        int places = precision - 1 - exponent;
        uint64_t q = scale(b, places, &exact_enough);
        if (exact_enough || precision == last)
            return print_decimal(q, places, text);
    }
}

static size_t format_any(double value, char *text)
{
    for (int precision = 15; precision < 17; precision++) {
        int length = snprintf(text, 32, "%.*g", precision, value);
        if (strtod(text, NULL) == value)
            return (size_t)length;
    }
    return (size_t)snprintf(text, 32, "%.17g", value);
}

size_t ce_format_real(double value, char *text)
{
    double size = fabs(value);

    if (isnan(value)) {
        *text = '\0';
        return 0;
    }
    if (!(size >= 1.001e-4 && size < 1e14))
        return format_any(value, text);
    *text = '-';
    return (size_t)(value < 0) + format_plain(size, MANTISSA, 15, 17, text + (value < 0));
}

size_t ce_format_float(float value, char *text)
{
    float size = fabsf(value);

    if (isnan(value)) {
        *text = '\0';
        return 0;
    }
    if (size >= 1.001e-4f && size < 1e5f) {
        *text = '-';
        return (size_t)(value < 0) + format_plain(size, FLOAT_MANTISSA, 6, 9, text + (value < 0));
    }
    for (int precision = 6; precision < 9; precision++) {
        int length = snprintf(text, 32, "%.*g", precision, value);
        if (strtof(text, NULL) == value)
            return (size_t)length;
    }
    return (size_t)snprintf(text, 32, "%.9g", value);
}

double ce_round_digits(double value, int digits)
{
    char text[40];
    int whole;

    /* from 2^53 on all doubles are whole */
    if (!isfinite(value) || value == trunc(value))
        return value;
    whole = fabs(value) < 1 ? 0 : snprintf(text, sizeof text, "%.0f", trunc(fabs(value)));
    snprintf(text, sizeof text, "%.*g", whole > digits ? whole : digits, value);
    return strtod(text, NULL);
}

size_t ce_format_whole(int64_t value, char *text)
{
    char digits[24];
    size_t at = sizeof digits, length;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        digits[--at] = '-';
    length = sizeof digits - at;
    memcpy(text, digits + at, length);
    text[length] = '\0';
    return length;
}
