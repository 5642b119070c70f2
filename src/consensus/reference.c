#include "consensus/graph_cuts.h"

#include <math.h>
#include <stdlib.h>

#include "core/compare.h"
#include "core/memory.h"
#include "score/agreement.h"

static int no_reference(const ce_labels *rows, const char *method, size_t k, ce_error *err)
{
    int32_t least = INT32_MAX, most = 0;

    for (size_t q = 0; q < rows->m; q++) {
        least = rows->k[q] < least ? rows->k[q] : least;
        most = rows->k[q] > most ? rows->k[q] : most;
    }
    if (least == most)
        return ce_fail(err, CE_EINPUT,
                       "%s: k = %zu, but no base clustering has %zu clusters, to be the "
                       "reference; all have %d",
                       method, k, k, most);
    return ce_fail(err, CE_EINPUT,
                   "%s: k = %zu, but no base clustering has %zu clusters, to be the reference; "
                   "they have %d to %d",
                   method, k, k, least, most);
}

int ce_reference_clustering(const ce_microclusters *micro, const char *method, size_t k,
                           size_t *reference, ce_error *err)
{
    const ce_labels *rows = &micro->rows;
    double *mean = ce_alloc(rows->m, sizeof *mean, err), best = -1;
    int rc = mean ? ce_nmi_mean_with_others(rows, micro->size, CE_NMI_SQRT, mean, err) : CE_ENOMEM;

    if (!rc) {
        *reference = rows->m;
        for (size_t q = 0; q < rows->m; q++) {
            double score = isnan(mean[q]) ? 0 : ce_rank_value(mean[q]);
            if ((size_t)rows->k[q] == k && score > best) {
                best = score;
                *reference = q;
            }
        }
        if (*reference == rows->m)
            rc = no_reference(rows, method, k, err);
    }
    free(mean);
    return rc;
}
