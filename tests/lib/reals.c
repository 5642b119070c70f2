/* reals COUNT: ce_format_real, ce_format_float and ce_parse_real against printf and strtod, on
 * COUNT numbers of each kind; prints what differs. */
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
            compare_float(single(kind));
            compared++;
        }
    printf("%lu compared\n", compared);
    return 0;
}
