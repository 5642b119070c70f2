/*
 * CSPA (card C1): the graph whose edge weights are co-associations, cut into k parts.
 *
 * Runs on microclusters: a vertex weighs as many as its objects and an edge as many as the object pairs behind it. Rows
 * that nothing tells apart become one vertex. options->objects gives every object a vertex of its own, as printed: the balance
 * of METIS then also splits equal objects.
 *
 * Where labels are missing the matrix is H H^T / m, as the paper defines it: a base clustering that lacks a label counts as one
 * that separates. (The other functions count only base clusterings that label both.)
 */
#include "consensus/consensus.h"

#include <stdlib.h>

#include "partition/graph_cut.h"
#include "partition/spectral.h"
#include "similarity/coassociation.h"

static int cut(const ce_similarity *s, const double *size, const ce_consensus_options *options, size_t k, ce_partition *part,
               ce_error *err)
{
    ce_metis_options metis = {.k = k, .scheme = CE_METIS_RECURSIVE, .seed = options->seed};
    ce_spectral_options spectral = {.k = k, .restarts = options->restarts, .seed = options->seed};

    if (options->with == CE_WITH_SPECTRAL)
        return ce_spectral(s, size, &spectral, part, err);
    return ce_metis_similarity(s, size, &metis, part, err);
}

/* Cuts the merged graph and gives every microcluster the part of its vertex. */
static int cut_merged(const ce_similarity *ca, const double *size, const ce_consensus_options *options, size_t k,
                      ce_partition *small, ce_error *err)
{
    ce_similarity merged = {0};
    ce_partition part = {0};
    double *merged_size = NULL;
    int32_t *group = NULL;
    int rc = ce_similarity_merge_identical(ca, size, &merged, &merged_size, &group, err);

    if (!rc && !(rc = cut(&merged, merged_size, options, k, &part, err)))
        rc = ce_partition_expand(&part, group, ca->n, small, err);
    ce_partition_free(&part);
    ce_similarity_free(&merged);
    free(merged_size);
    free(group);
    return rc;
}

int ce_consensus_cspa(ce_ensemble *ensemble, const ce_consensus_function *function, const ce_consensus_options *options,
                      size_t k, ce_partition *result, ce_error *err)
{
    const ce_microclusters *micro;
    const ce_similarity *ca;
    ce_similarity over_all = {0};
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) || (rc = ce_ensemble_micro(ensemble, &micro, err)))
        return rc;
    if (ce_labels_have_missing(&micro->rows)) {
        rc = ce_coassociation_over_all(&micro->rows, NULL, &over_all, err);
        ca = &over_all;
    } else {
        rc = ce_ensemble_pairs(ensemble, CE_PAIRS_CA, options, &ca, err);
    }
    if (!rc)
        rc = options->objects ? cut(ca, micro->size, options, k, &small, err)
                              : cut_merged(ca, micro->size, options, k, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_similarity_free(&over_all);
    ce_partition_free(&small);
    return rc;
}
