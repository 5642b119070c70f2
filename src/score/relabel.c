#include "score/relabel.h"

#include <math.h>
#include <stdlib.h>

#include "core/compare.h"
#include "core/memory.h"
#include "score/agreement.h"
#include "score/assignment.h"

int ce_relabel_numbers(const int32_t *column, int32_t k, const int32_t *reference,
                       int32_t reference_k, const double *weight, size_t n, int32_t *number,
                       ce_error *err)
{
    ce_contingency table = {0};
    int32_t next = reference_k;
    int rc = ce_contingency_build(&table, column, k, reference, reference_k, weight, n, err);

    if (!rc)
        rc = ce_assignment(&table, number, NULL, err);
    for (int32_t c = 0; c < k && !rc; c++)
        if (number[c] == CE_MISSING)
            number[c] = next++;
    ce_contingency_free(&table);
    return rc;
}

int ce_relabel_central_column(const ce_labels *labels, const double *size, size_t *column,
                              ce_error *err)
{
    double *mean = ce_alloc(labels->m, sizeof *mean, err);
    int rc = CE_ENOMEM;

    *column = 0;
    if (mean)
        rc = ce_nmi_mean_with_others(labels, size, CE_NMI_SQRT, mean, err);
    for (size_t q = 1; q < labels->m && !rc; q++)
        if (ce_rank_value(mean[q]) > ce_rank_value(mean[*column]) ||
            (isnan(mean[*column]) && !isnan(mean[q])))
            *column = q;
    free(mean);
    return rc;
}
