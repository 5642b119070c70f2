#include "core/numbers.h"

#include <string.h>

#include "core/parallel.h"

static inline double value(const ce_numbers *x, size_t i, size_t s)
{
    size_t at = i * x->width + (x->feature ? x->feature[s] : s);
    double v = ce_numbers_at(x, at);

    return x->scale ? ce_feature_scaled(&x->scale[s], v) : v;
}

/* Shifts and units of features repeated, so that a loop over them is long. */
enum { PATTERN = 64 };

typedef struct {
    size_t length; /* a multiple of the columns */
    double shift[PATTERN], unit[PATTERN];
} pattern;

/* 1 where the features are few and none has an exponent. */
static int make_pattern(const ce_numbers *x, pattern *p)
{
    size_t d = x->columns;

    p->length = PATTERN / d * d;
    for (size_t e = 0; e < p->length; e++) {
        const ce_feature_scale *scale = &x->scale[e % d];
        if (scale->exponent)
            return 0;
        p->shift[e] = scale->shift;
        p->unit[e] = scale->unit;
    }
    return p->length > 0;
}

CE_HOT static void apply_pattern(const pattern *p, double *block, size_t count)
{
    size_t e = 0;

    for (; e + p->length <= count; e += p->length)
        for (size_t t = 0; t < p->length; t++)
            block[e + t] = (block[e + t] - p->shift[t]) / p->unit[t];
    for (size_t t = 0; e + t < count; t++)
        block[e + t] = (block[e + t] - p->shift[t]) / p->unit[t];
}

CE_HOT static void widen(const float *from, size_t count, double *to)
{
    for (size_t e = 0; e < count; e++)
        to[e] = (double)from[e];
}

void ce_numbers_rows(const ce_numbers *x, size_t first, size_t count, double *block)
{
    size_t d = x->columns, total = count * d;
    pattern p;

    if (x->feature) {
        for (size_t i = 0; i < count; i++)
            for (size_t s = 0; s < d; s++)
                block[i * d + s] = value(x, first + i, s);
        return;
    }
    if (x->values)
        memcpy(block, x->values + first * d, total * sizeof *block);
    else
        widen(x->single + first * d, total, block);
    if (!x->scale)
        return;
    if (make_pattern(x, &p))
        apply_pattern(&p, block, total);
    else
        for (size_t e = 0; e < total; e++)
            block[e] = ce_feature_scaled(&x->scale[e % d], block[e]);
}

void ce_numbers_some(const ce_numbers *x, size_t i, const size_t *feature, size_t count,
                     double *row)
{
    for (size_t s = 0; s < count; s++)
        row[s] = value(x, i, feature[s]);
}

int ce_numbers_have_missing(const ce_numbers *x)
{
    for (size_t i = 0; i < x->rows; i++)
        for (size_t s = 0; s < x->columns; s++)
            if (isnan(value(x, i, s)))
                return 1;
    return 0;
}
