#include "score/ami.h"

#include <math.h>
#include <stdlib.h>

#include "score/size_classes.h"

/* m/n log(n m / (a b)) */
static double share_of(double m, double n, double ab)
{
    return m > 0 ? m / n * log(n * m / ab) : 0;
}

/* The expectation of share_of for m hypergeometric, of probability C(a,m) C(n-a,b-m) / C(n,b).
 * Weights are relative to the mode. Beyond a weight below 1e-22 the rest of a tail is at most a
 * geometric series, which cannot change the sum. */
static double expected_share(int64_t size_a, int64_t size_b, int64_t total)
{
    const double a = (double)size_a, b = (double)size_b, n = (double)total, ab = a * b,
                 negligible = 1e-22;
    double low = fmax(0, a + b - n), high = fmin(a, b), mode = floor((a + 1) * ((b + 1) / (n + 2)));
    double sum, weights = 1, weight;

    mode = fmin(fmax(mode, low), high);
    sum = share_of(mode, n, ab);
    weight = 1;
    for (double m = mode; m < high && weight > negligible; m++) {
        weight *= (a - m) / (m + 1) * ((b - m) / (n - a - b + m + 1));
        sum += weight * share_of(m + 1, n, ab);
        weights += weight;
    }
    weight = 1;
    for (double m = mode; m > low && weight > negligible; m--) {
        weight *= m / (a - m + 1) * ((n - a - b + m) / (b - m + 1));
        sum += weight * share_of(m - 1, n, ab);
        weights += weight;
    }
    return sum / weights;
}

int ce_expected_information(const ce_contingency *table, double *expected, ce_error *err)
{
    ce_size_class *row = NULL, *column = NULL;
    size_t rows = 0, columns = 0;
    int rc = ce_size_classes(table->row_sum, table->rows, &row, &rows, err);

    *expected = 0;
    if (!rc)
        rc = ce_size_classes(table->column_sum, table->columns, &column, &columns, err);
    for (size_t i = 0; i < rows && !rc; i++)
        for (size_t j = 0; j < columns; j++)
            *expected += (double)row[i].times * (double)column[j].times *
                         expected_share(row[i].size, column[j].size, table->n);
    free(row);
    free(column);
    return rc;
}

static int is_trivial(size_t clusters, int64_t n)
{
    return clusters == 1 || (int64_t)clusters == n;
}

double ce_ami_of(const ce_information *information, double expected, const ce_contingency *table,
                 ce_normaliser normaliser)
{
    double h = information->first, g = information->second, bound = 0;

    if (table->n == 0)
        return NAN;
    if (ce_contingency_is_identity(table))
        return 1;
    if (is_trivial(table->rows_used, table->n) || is_trivial(table->columns_used, table->n))
        return 0;
    switch (normaliser) {
    case CE_NMI_SQRT: bound = sqrt(h * g); break;
    case CE_NMI_MAX: bound = fmax(h, g); break;
    case CE_NMI_SUM: bound = (h + g) / 2; break;
    case CE_NMI_MIN: bound = fmin(h, g); break;
    case CE_NMI_JOINT: bound = information->joint; break;
    }
    return (information->mutual - expected) / (bound - expected);
}
