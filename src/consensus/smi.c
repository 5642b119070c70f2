/*
 * smi: evidence accumulation by the base clusterings that agree least with the others [romano2014,
 * card M10]: their mean standardised mutual information with the others is smallest. The most
 * diverse half of an ensemble is kept, and the co-association matrix of these cut by average
 * linkage: what ce-select diverse --how least --by smi and eac-al do.
 */
#include "consensus/consensus.h"

#include <stdlib.h>

#include "core/memory.h"
#include "score/agreement.h"
#include "score/choose.h"

/* The columns to keep, ascending; *count of them. */
static int choose(ce_ensemble *ensemble, const ce_consensus_options *options, size_t **kept,
                  size_t *count, ce_error *err)
{
    size_t m = ensemble->labels->m;
    double *mean = ce_alloc(m, sizeof *mean, err);
    int rc =
        mean ? ce_smi_mean_with_others(ensemble->labels, ensemble->weight, mean, err) : CE_ENOMEM;

    *count = ce_choose_share(options->keep > 0 ? options->keep : .5, m);
    if (!rc && !(*kept = ce_alloc(*count, sizeof **kept, err)))
        rc = CE_ENOMEM;
    if (!rc)
        rc = ce_choose_best(mean, m, *count, 1, *kept, err);
    free(mean);
    return rc;
}

int ce_ensemble_diverse(ce_ensemble *ensemble, const ce_consensus_options *options,
                        ce_ensemble **out, ce_error *err)
{
    ce_labels *some = &ensemble->diverse_labels;
    const ce_labels *all = ensemble->labels;
    size_t *kept = NULL, count;
    int rc = CE_OK;

    if (ensemble->diverse) {
        *out = ensemble->diverse;
        return CE_OK;
    }
    if ((rc = choose(ensemble, options, &kept, &count, err)) ||
        (rc = ce_labels_alloc(some, all->n, count, err)))
        goto done;
    for (size_t c = 0; c < count; c++) {
        some->k[c] = all->k[kept[c]];
        for (size_t i = 0; i < all->n; i++)
            ce_labels_column(some, c)[i] = ce_labels_column(all, kept[c])[i];
    }
    ensemble->diverse = ce_calloc(1, sizeof *ensemble->diverse, err);
    rc = ensemble->diverse
             ? ce_ensemble_init(ensemble->diverse, some, ensemble->weight, ensemble->objects, err)
             : CE_ENOMEM;
    if (rc) {
        free(ensemble->diverse);
        ensemble->diverse = NULL;
    } else {
        *out = ensemble->diverse;
    }
done:
    free(kept);
    return rc;
}

int ce_consensus_smi(ce_ensemble *ensemble, const ce_consensus_function *function,
                     const ce_consensus_options *options, size_t k, ce_partition *result,
                     ce_error *err)
{
    ce_consensus_function eac = *function;
    ce_ensemble *diverse;
    int rc = ce_ensemble_diverse(ensemble, options, &diverse, err);

    eac.run = ce_consensus_linkage;
    eac.pairs = CE_PAIRS_CA;
    return rc ? rc : ce_consensus(diverse, &eac, options, k, result, err);
}
