/*
 * The consensus functions that cut a dendrogram: a similarity of pairs (pairs.c) and a linkage.
 * Evidence accumulation (card C5), probability trajectory accumulation (S3), WEAC (C10), WEAC by
 * normalized modularity (S2d), WCT and SRS (C11), ECMC (C12), EEAC (C15), LWEA (C20), ECPCS-HC
 * (C22).
 *
 * They run on microclusters. Where objects of one microcluster have similarity 1 they merge first,
 * and average linkage counts objects, so the dendrogram above height 0 is that of the objects. (At
 * height 0 the orders differ. With complete labels that is inside microclusters only; with missing
 * labels different microclusters can have distance 0, and single linkage may have so many of these
 * that a cut falls among them.) Two objects of one microcluster have less than 1 in LWCA, and are
 * still each other's most similar ones, so that they merge first; in SRS and ECMC they need not be,
 * nor in weac-nm where labels are missing: there objects could begin elsewhere.
 */
#include "consensus/consensus.h"

/* By the clusters that EEAC keeps, different microclusters can be alike in all: objects then would
 * merge in another order than microclusters do, so no cut is made among these. */
static int check_cut(const ce_ensemble *ensemble, const ce_consensus_function *function,
                     const ce_dendrogram *tree, size_t k, ce_error *err)
{
    size_t groups = tree->n;

    for (size_t step = 0; step + 1 < tree->n; step++)
        groups -= tree->merge[step].height <= 0;
    if (function->pairs == CE_PAIRS_EEAC && k > groups)
        return ce_fail(
            err, CE_EINPUT,
            "%s: k = %zu, but the %zu clusters that are kept tell only %zu groups of objects apart",
            function->name, k, ensemble->selection.kept, groups);
    return CE_OK;
}

int ce_consensus_linkage(ce_ensemble *ensemble, const ce_consensus_function *function,
                         const ce_consensus_options *options, size_t k, ce_partition *result,
                         ce_error *err)
{
    const ce_dendrogram *tree;
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) ||
        (rc = ce_ensemble_tree(ensemble, function->pairs, (ce_linkage_method)function->linkage,
                               options, &tree, err)) ||
        (rc = check_cut(ensemble, function, tree, k, err)) ||
        (rc = ce_dendrogram_cut(tree, k, &small, err)))
        return rc;
    rc = ce_microclusters_expand(&ensemble->micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

int ce_consensus_lifetime(ce_ensemble *ensemble, const ce_consensus_function *function,
                          const ce_consensus_options *options, size_t *k, ce_error *err)
{
    const ce_dendrogram *tree;
    int rc;

    if (function->linkage < 0)
        return ce_fail(err, CE_EARG,
                       "%s has no dendrogram: --lifetime needs a function that cuts one",
                       function->name);
    if ((rc = ce_ensemble_tree(ensemble, function->pairs, (ce_linkage_method)function->linkage,
                               options, &tree, err)))
        return rc;
    *k = ce_dendrogram_lifetime(tree, NULL);
    return CE_OK;
}
