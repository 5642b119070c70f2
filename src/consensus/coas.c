/*
 * The co-association matrix as data (card S10): k-means on its rows [wce2008 section 4.1:
 * LAC+Co-as., k-means+Co-as.]; or on those of Psi, the mean cosine of the memberships
 * [LAC+wCo-as.]. The first two are one function, of the labels; they differ in what made the
 * ensemble.
 *
 * Where labels are missing, T_ij = m s / (m_i m_j): s of the base clusterings put i and j together,
 * m_i label i. Labels missing by chance then change no mean. To count a missing label as one that
 * separates (cspa.c) would set the rows apart by how many are missing.
 */
#include "consensus/consensus.h"

#include "core/labels.h"
#include "kmeans/coas_cut.h"

static int run(ce_ensemble *ensemble, const char *name, int weighted,
               const ce_consensus_options *options, size_t k, ce_partition *result, ce_error *err)
{
    ce_row_source source = {0};
    ce_partition small = {0};
    const int32_t *of;
    int rc = weighted ? ce_ensemble_source(ensemble, name, k, 1, &source, &of, err)
                      : ce_ensemble_label_source(ensemble, name, k, &source, &of, err);

    source.balanced = 1;
    if (!rc && !(rc = ce_coas_cut(&source, k, options->restarts, options->seed, &small, err)))
        rc = ce_partition_expand(&small, of, ensemble->labels->n, result, err);
    ce_row_source_free(&source);
    ce_partition_free(&small);
    return rc;
}

int ce_consensus_coas(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    return run(ensemble, function->name, 0, options, k, result, err);
}

int ce_consensus_wcoas(ce_ensemble *ensemble, const ce_consensus_function *function,
                       const ce_consensus_options *options, size_t k, ce_partition *result,
                       ce_error *err)
{
    return run(ensemble, function->name, 1, options, k, result, err);
}
