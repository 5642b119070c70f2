#include "partition/linkage/scan.h"

#include <math.h>

#include "core/parallel.h"

enum { LANES = 16, PART = 4, BLOCK = 512 };

static inline __attribute__((always_inline)) void lessen(double least[PART], const double *value)
{
    for (size_t l = 0; l < PART; l++)
        least[l] = value[l] < least[l] ? value[l] : least[l];
}

/* The smallest of `start` and a block whose length is a multiple of LANES. A comparison with NaN is
 * false, so NaN is never taken. A minimum does not depend on the order in which it is taken, so
 * lanes are safe. They are in four parts because the compiler keeps one array of all of them in
 * memory, or takes it apart. */
CE_HOT static double block_least(const double *value, size_t count, double start)
{
    double a[PART], b[PART], c[PART], d[PART];

    for (size_t l = 0; l < PART; l++)
        a[l] = b[l] = c[l] = d[l] = start;
    for (size_t i = 0; i < count; i += LANES) {
        lessen(a, value + i);
        lessen(b, value + i + PART);
        lessen(c, value + i + 2 * PART);
        lessen(d, value + i + 3 * PART);
    }
    for (size_t l = 0; l < PART; l++)
        start = a[l] < start ? a[l] : start;
    for (size_t l = 0; l < PART; l++)
        start = b[l] < start ? b[l] : start;
    for (size_t l = 0; l < PART; l++)
        start = c[l] < start ? c[l] : start;
    for (size_t l = 0; l < PART; l++)
        start = d[l] < start ? d[l] : start;
    return start;
}

size_t ce_first_least(const double *value, size_t count, double *least)
{
    double best = INFINITY;
    size_t where = count, whole = count - count % LANES, length;

    for (size_t i = 0; i < whole; i += length) {
        double found;
        length = whole - i < BLOCK ? whole - i : BLOCK;
        found = block_least(value + i, length, best);
        if (found < best) {
            best = found;
            where = i;
        }
    }
    if (where < count)
        while (!(value[where] == best))
            where++;
    for (size_t i = whole; i < count; i++)
        if (value[i] < best) {
            best = value[i];
            where = i;
        }
    *least = best;
    return where;
}
