#include "partition/linkage/fractions.h"

#include <float.h>
#include <math.h>

#include "core/parallel.h"

/* The comparisons are written so that NaN fails them. */
CE_HOT static int all_whole(const double *value, size_t count, double q)
{
    int bad = 0;

    for (size_t i = 0; i < count; i++) {
        double x = value[i] * q;
        bad |= !(fabs(x - rint(x)) <= CE_WHOLE_TOLERANCE);
    }
    return !bad;
}

CE_HOT static int all_within(const double *value, size_t count, double low, double high)
{
    int bad = 0;

    for (size_t i = 0; i < count; i++)
        bad |= !(value[i] >= low && value[i] <= high);
    return !bad;
}

/* The smallest multiple of q, up to the limit, that makes this value whole; 0: none. */
static size_t extend(double value, size_t q, size_t limit)
{
    for (size_t multiple = q; multiple <= limit; multiple += q)
        if (all_whole(&value, 1, (double)multiple))
            return multiple;
    return 0;
}

static size_t extend_over(const double *value, size_t count, size_t q, size_t limit)
{
    if (all_whole(value, count, (double)q))
        return q;
    for (size_t i = 0; i < count && q; i++)
        q = extend(value[i], q, limit);
    return q;
}

size_t ce_common_denominator(const ce_similarity *s, size_t limit)
{
    size_t q = 1;

    for (size_t i = 0; i < s->n && q; i++) {
        if (!s->row_start) {
            q = extend_over(s->values + ce_packed_index(s->n, i, i) + 1, s->n - i - 1, q, limit);
            continue;
        }
        for (size_t e = s->row_start[i]; e < s->row_start[i + 1] && q; e++)
            if ((size_t)s->column[e] > i)
                q = extend(s->values[e], q, limit);
    }
    return q;
}

int ce_similarity_within(const ce_similarity *s, double low, double high, size_t *row,
                         size_t *column)
{
    for (size_t i = 0; i < s->n; i++) {
        const double *dense = s->row_start ? NULL : s->values + ce_packed_index(s->n, i, i);

        if (dense && all_within(dense + 1, s->n - i - 1, low, high))
            continue;
        *row = i;
        for (size_t j = 1; dense && j < s->n - i; j++)
            if (!all_within(dense + j, 1, low, high)) {
                *column = i + j;
                return 0;
            }
        for (size_t e = dense ? 0 : s->row_start[i]; !dense && e < s->row_start[i + 1]; e++)
            if ((size_t)s->column[e] != i && !all_within(s->values + e, 1, low, high)) {
                *column = (size_t)s->column[e];
                return 0;
            }
    }
    return 1;
}

/* A similarity may exceed 1 by rounding. */
int ce_similarity_check(const ce_similarity *s, const char *way_out, ce_error *err)
{
    size_t i, j;

    if (ce_similarity_within(s, -DBL_MAX / 4, 1 + 1e-9, &i, &j))
        return CE_OK;
    if (ce_similarity_get(s, i, j) < 0)
        return ce_fail(err, CE_EINPUT,
                       "row %zu, column %zu: %g is no similarity: a number from -4e+307 to 1 "
                       "expected",
                       i + 1, j + 1, ce_similarity_get(s, i, j));
    return ce_fail(err, CE_EINPUT,
                   "row %zu, column %zu: %g is above 1: a matrix of distances%s? "
                   "Similarities of at most 1 expected",
                   i + 1, j + 1, ce_similarity_get(s, i, j), way_out);
}
