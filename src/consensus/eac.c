/*
 * Evidence accumulation (card C5): a dendrogram of the co-association matrix, cut.
 *
 * Runs on microclusters: objects of one microcluster have distance 0 and merge first, and average linkage counts
 * objects, so the dendrogram above height 0 is that of the objects. (At height 0 the orders differ. With complete labels that is
 * inside microclusters only; with missing labels different microclusters can have distance 0, and single linkage may
 * have so many of these that a cut falls among them.)
 */
#include "consensus/consensus.h"

int ce_consensus_eac(ce_ensemble *ensemble, const ce_consensus_function *function, const ce_consensus_options *options,
                     size_t k, ce_partition *result, ce_error *err)
{
    ce_partition small = {0};
    const ce_dendrogram *tree;
    int rc;

    (void)options;
    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_tree(ensemble, (ce_linkage_method)function->linkage, &tree, err)) ||
        (rc = ce_dendrogram_cut(tree, k, &small, err)))
        return rc;
    rc = ce_microclusters_expand(&ensemble->micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

int ce_consensus_lifetime(ce_ensemble *ensemble, const ce_consensus_function *function, size_t *k, ce_error *err)
{
    const ce_dendrogram *tree;
    int rc;

    if (function->linkage < 0)
        return ce_fail(err, CE_EARG, "%s has no dendrogram: --lifetime goes with eac-sl, eac-al, eac-cl", function->name);
    if ((rc = ce_ensemble_tree(ensemble, (ce_linkage_method)function->linkage, &tree, err)))
        return rc;
    *k = ce_dendrogram_lifetime(tree, NULL);
    return CE_OK;
}
