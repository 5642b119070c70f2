/* reals COUNT: ce_format_real, ce_format_float and ce_parse_real against printf and strtod, on
 * COUNT numbers of each kind and on as many texts that are nearly numbers; prints what differs. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/real.h"

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Uniform, quotients, any exponent in reach and any bits at all, powers of two and their
 * neighbours, powers of ten and their neighbours, thousandths. */
static double number(int kind)
{
    uint64_t bits;
    double value;

    switch (kind) {
    case 0: return (double)(draw() >> 11) / 9007199254740992.0;
    case 1: return (double)(draw() % 1000) / (double)(1 + draw() % 1000);
    case 2: return ldexp(1 + (double)(draw() >> 12) / 4503599627370496.0, (int)(draw() % 64) - 15);
    case 3: bits = draw(); memcpy(&value, &bits, sizeof value); return isfinite(value) ? value : 1;
    case 4: return nextafter(ldexp(1, (int)(draw() % 70) - 20), (double)(draw() % 3) * 1e300);
    case 5: return nextafter(pow(10, (int)(draw() % 19) - 4), draw() % 2 ? 0 : 1e300);
    default: return (double)(int64_t)(draw() % 2000000) / 1000 - 1000;
    }
}

static size_t shortest(double value, char *text, size_t size)
{
    for (int precision = 15; precision < 17; precision++) {
        int length = snprintf(text, size, "%.*g", precision, value);
        if (strtod(text, NULL) == value)
            return (size_t)length;
    }
    return (size_t)snprintf(text, size, "%.17g", value);
}

static void spell(double value, char *text, size_t size)
{
    switch (draw() % 5) {
    case 0: snprintf(text, size, "%.17g", value); break;
    case 1:
        snprintf(text, size, "%.*f", (int)(draw() % 20), fabs(value) < 1e5 ? value : 1.5);
        break;
    case 2: snprintf(text, size, "%.*e", (int)(draw() % 20), value); break;
    case 3:
        snprintf(text, size, "%d.%llu", (int)(draw() % 100),
                 (unsigned long long)(draw() % UINT64_C(100000000000000000)));
        break;
    /* halfway between two doubles */
    default:
        snprintf(text, size, "%llu.5", (unsigned long long)(UINT64_C(1) << 52 | draw() >> 12));
        break;
    }
}

/* What ce_parse_real has to answer, by its contract alone: the whole text is one decimal number. */
static int slow_parse(const char *text, double *value)
{
    char *end;

    if (!*text || strchr(" \t\n\v\f\r", *text) || strpbrk(text, "xX"))
        return 0;
    *value = strtod(text, &end);
    if (*end)
        return 0;
    return isfinite(*value) ? 1 : -1;
}

/* A spelling with one or two characters that were changed, put in or taken out: most are no
 * numbers any more. */
static void spoil(char *text)
{
    static const char characters[] = "0123456789++--..eeEE/:,x \tinfaNA";

    for (int times = 1 + (int)(draw() % 2); times; times--) {
        size_t length = strlen(text), at = draw() % (length + 1);
        char c = characters[draw() % (sizeof characters - 1)];
        switch (draw() % 3) {
        case 0: memmove(text + at + 1, text + at, length + 1 - at); text[at] = c; break;
        case 1: memmove(text + at, text + at + (at < length), length + (at == length) - at); break;
        default: text[at] = at < length ? c : '\0'; break;
        }
    }
}

static void compare_spoilt(double value)
{
    static const char *const short_forms[] = {"1e5", "-12.5e-3", "7E+10", "0.1", "+3.25e1"};
    char text[512];
    double read = 0, expected = 0;
    int status;

    if (draw() % 2)
        snprintf(text, sizeof text, "%s", short_forms[draw() % 5]);
    else
        spell(value, text, sizeof text - 4);
    spoil(text);
    status = slow_parse(text, &expected);
    if (ce_parse_real(text, strlen(text), &read) != status ||
        (status == 1 && memcmp(&read, &expected, sizeof read)))
        printf("'%s': read %a, %d and %a expected\n", text, read, status, expected);
}

/* The float nearest to a number of those kinds, one beside it, or any bits at all. */
static float single(int kind)
{
    uint32_t bits = (uint32_t)draw();
    float value = (float)number(kind);

    if (kind == 3)
        memcpy(&value, &bits, sizeof value);
    else if (kind == 4 || kind == 5)
        value = nextafterf(value, draw() % 2 ? 0 : 1e30f);
    return isfinite(value) ? value : 1;
}

static size_t shortest_float(float value, char *text, size_t size)
{
    for (int precision = 6; precision < 9; precision++) {
        int length = snprintf(text, size, "%.*g", precision, (double)value);
        if (strtof(text, NULL) == value)
            return (size_t)length;
    }
    return (size_t)snprintf(text, size, "%.9g", (double)value);
}

static void compare_float(float value)
{
    char ours[64], theirs[64];
    size_t length = ce_format_float(value, ours);
    double read;

    if (length != shortest_float(value, theirs, sizeof theirs) || strcmp(ours, theirs))
        printf("%a: wrote %s, %s expected\n", (double)value, ours, theirs);
    if (ce_parse_real(ours, length, &read) != 1 || (float)read != value)
        printf("%a: read back as %a\n", (double)value, read);
}

/* Rounding: of whole numbers and of what is below 1 the number that %.*g prints, otherwise that of
 * %.*f, whose decimal places are counted here by the digits before the point. */
static void compare_rounded(double value)
{
    int digits = 1 + (int)(draw() % 17), places = digits;
    char text[400];
    double rounded = ce_round_digits(value, digits), expected;

    if (fabs(value) < 1) {
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
    } else {
        for (double rest = fabs(value); rest >= 1 && places; rest /= 10)
            places--;
        snprintf(text, sizeof text, "%.*f", places, value);
    }
    expected = isfinite(value) && value != floor(value) ? strtod(text, NULL) : value;
    if (memcmp(&rounded, &expected, sizeof rounded) && !isnan(value))
        printf("%.17g: %.17g of %d digits, %.17g expected\n", value, rounded, digits, expected);
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, compared = 0;

    for (unsigned long i = 0; i < count; i++)
        for (int kind = 0; kind < 7; kind++) {
            double value = number(kind), read, expected;
            char ours[64], theirs[64];
            size_t length = ce_format_real(value, ours);
            if (length != shortest(value, theirs, sizeof theirs) || strcmp(ours, theirs))
                printf("%a: wrote %s, %s expected\n", value, ours, theirs);
            spell(value, theirs, sizeof theirs);
            expected = strtod(theirs, NULL);
            if (ce_parse_real(theirs, strlen(theirs), &read) != (isfinite(expected) ? 1 : -1) ||
                memcmp(&read, &expected, sizeof read))
                printf("%s: read %a, %a expected\n", theirs, read, expected);
            compare_spoilt(value);
            compare_rounded(value);
            compare_rounded(ldexp((double)(draw() >> 11), -30 - (int)(draw() % 24)));
            compare_float(single(kind));
            compared++;
        }
    printf("%lu compared\n", compared);
    return 0;
}
