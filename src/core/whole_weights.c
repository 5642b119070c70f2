#include "core/whole_weights.h"

/* Units stay within 2^-1000 .. 2^1000, where they and their inverses are normal numbers. */
enum { MOST_EXPONENT = 1000 };

/* Makes value the largest weight, and the unit one that suits it. */
static void grow(ce_whole_scale *scale, double value)
{
    int exponent;

    frexp(value, &exponent);
    if (exponent > MOST_EXPONENT)
        exponent = MOST_EXPONENT;
    if (exponent < -MOST_EXPONENT)
        exponent = -MOST_EXPONENT;
    scale->sum = ldexp(scale->sum, scale->exponent - exponent);
    scale->exponent = exponent;
    scale->unit = ldexp(1, -exponent);
    scale->largest = value * scale->unit;
}

void ce_whole_add(ce_whole_scale *scale, double value, double times)
{
    if (value * scale->unit > scale->largest || scale->unit == 0)
        grow(scale, value);
    scale->sum += value * scale->unit * times;
    scale->broken |= value * times != floor(value * times);
}

void ce_whole_keep(ce_whole_scale *scale, double sum)
{
    scale->factor = 1;
    if (scale->sum > 0 && (scale->broken || ldexp(scale->sum, scale->exponent) > sum))
        scale->factor = sum / scale->sum;
    else
        scale->unit = 1;
}

void ce_whole_fit(ce_whole_scale *scale, double each, double sum)
{
    scale->factor = scale->sum > 0 ? fmin(each / scale->largest, sum / scale->sum) : 1;
}
