#include "score/cluster_jaccard.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

/* The mean over the clusters that have objects. */
static double mean_of(const double *best, const int64_t *sum, size_t count, size_t used)
{
    double total = 0;

    for (size_t i = 0; i < count; i++)
        total += sum[i] ? best[i] : 0;
    return total / (double)used;
}

int ce_cluster_jaccard(const ce_contingency *table, double *mean, ce_error *err)
{
    double *row = ce_calloc(table->rows, sizeof *row, err);
    double *column = ce_calloc(table->columns, sizeof *column, err);
    int rc = row && column ? CE_OK : CE_ENOMEM;

    for (size_t i = 0; i < table->rows && !rc; i++)
        for (size_t c = table->start[i]; c < table->start[i + 1]; c++) {
            size_t j = (size_t)table->column[c];
            int64_t both = table->count[c];
            double index = (double)both / (double)(table->row_sum[i] + table->column_sum[j] - both);
            row[i] = fmax(row[i], index);
            column[j] = fmax(column[j], index);
        }
    if (!rc)
        *mean = table->n
                    ? (mean_of(row, table->row_sum, table->rows, table->rows_used) +
                       mean_of(column, table->column_sum, table->columns, table->columns_used)) /
                          2
                    : NAN;
    free(row);
    free(column);
    return rc;
}

int ce_cluster_jaccard_digits(double value)
{
    int digits = 2;

    while (value < CE_CLUSTER_JACCARD_STABLE && digits < 6 &&
           rint(value * pow(10, digits)) >= CE_CLUSTER_JACCARD_STABLE * pow(10, digits))
        digits++;
    return digits;
}
