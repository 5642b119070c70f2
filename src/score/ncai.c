#include "score/ncai.h"

#include <math.h>

#include "score/agreement.h"

int ce_ncai(const ce_labels *labels, const double *weight, ce_normaliser normaliser, double beta,
            double *influence, ce_error *err)
{
    double largest = 0;
    int rc;

    if (!(beta >= 0 && isfinite(beta)))
        return ce_fail(err, CE_EARG,
                       "crowd agreement: a beta of %g, a finite number from 0 expected", beta);
    rc = ce_nmi_mean_with_others(labels, weight, normaliser, influence, err);
    if (rc)
        return rc;
    for (size_t q = 0; q < labels->m; q++) {
        if (isnan(influence[q]))
            influence[q] = 0;
        largest = fmax(largest, influence[q]);
    }
    for (size_t q = 0; q < labels->m; q++)
        influence[q] = largest > 0 ? pow(influence[q] / largest, beta) : 1;
    return CE_OK;
}
