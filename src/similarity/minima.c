#include "similarity/minima.h"

#include "core/parallel.h"

enum { SUMS = 8 };

CE_HOT double ce_sum_of_minima(const double *a, const double *b, size_t n)
{
    double sum[SUMS] = {0};
    size_t c = 0;

    for (; c + SUMS <= n; c += SUMS)
        for (size_t l = 0; l < SUMS; l++)
            sum[l] += a[c + l] < b[c + l] ? a[c + l] : b[c + l];
    for (size_t l = 0; c < n; c++, l++)
        sum[l] += a[c] < b[c] ? a[c] : b[c];
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}
