/*
 * CSPA (card C1): the graph whose edge weights are co-associations, cut into k parts.
 *
 * Runs on microclusters: a vertex weighs as many as its objects and an edge as many as the object
 * pairs behind it. Rows that nothing tells apart become one vertex. options->objects gives every
 * object a vertex of its own, as printed: the balance of METIS then also splits equal objects.
 *
 * Where labels are missing the matrix is H H^T / m, as the paper defines it: a base clustering that
 * lacks a label counts as one that separates. (The other functions count only base clusterings that
 * label both.)
 */
#include "consensus/consensus.h"

#include "similarity/coassociation.h"

int ce_consensus_cspa(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    const ce_microclusters *micro;
    const ce_similarity *ca;
    ce_similarity over_all = {0};
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_micro(ensemble, &micro, err)))
        return rc;
    if (ce_labels_have_missing(&micro->rows)) {
        rc = ce_coassociation_over_all(&micro->rows, NULL, &over_all, err);
        ca = &over_all;
    } else {
        rc = ce_ensemble_pairs(ensemble, CE_PAIRS_CA, options, &ca, err);
    }
    if (!rc)
        rc = ce_consensus_cut(ca, micro->size, options, k, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_similarity_free(&over_all);
    ce_partition_free(&small);
    return rc;
}
