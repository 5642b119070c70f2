#include "core/compare.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

int ce_compare_sizes(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

int ce_compare_int32(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
}

int ce_compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double ce_rank_value(double value)
{
    int exponent = 0;
    double grain;

    if (!isfinite(value))
        return value;
    frexp(value, &exponent);
    grain = ldexp(1, (exponent > 0 ? exponent : 0) - 40);
    return rint(value / grain) * grain;
}
