#include "partition/linkage/scan.h"

#include <math.h>

#include "core/parallel.h"

enum { LANES = 16, BLOCK = 512 };

/* The smallest of `start` and a block whose length is a multiple of LANES. A comparison with NaN is
 * false, so NaN is never taken. A minimum does not depend on the order in which it is taken, so
 * lanes are safe. */
CE_HOT __attribute__((optimize("O3"))) static double block_least(const double *value, size_t count,
                                                                 double start)
{
    double lane[LANES];

    for (int l = 0; l < LANES; l++)
        lane[l] = start;
    for (size_t i = 0; i < count; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] = value[i + (size_t)l] < lane[l] ? value[i + (size_t)l] : lane[l];
    for (int l = 0; l < LANES; l++)
        start = lane[l] < start ? lane[l] : start;
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
