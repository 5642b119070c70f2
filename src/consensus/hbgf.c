/* HBGF (card C4): the bipartite graph of objects and clusters, cut into k parts; the parts of the objects are the result. */
#include "consensus/consensus.h"

#include "partition/bipartite.h"

int ce_consensus_bipartite(const ce_row_source *source, const ce_consensus_options *options, size_t k, ce_partition *partition,
                           int32_t *cluster, ce_error *err)
{
    ce_bipartite_options how = {.k = k,
                                .with_spectral = options->with == CE_WITH_SPECTRAL,
                                .cluster_weight = options->cluster_weight,
                                .seed = options->seed};

    return ce_bipartite_cut(source, &how, partition, cluster, err);
}

int ce_consensus_hbgf(ce_ensemble *ensemble, const ce_consensus_function *function, const ce_consensus_options *options,
                      size_t k, ce_partition *result, ce_error *err)
{
    const ce_microclusters *micro;
    ce_row_source source = {0};
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) || (rc = ce_ensemble_micro(ensemble, &micro, err)))
        return rc;
    if (!(rc = ce_row_source_labels(&source, micro, err)) &&
        !(rc = ce_consensus_bipartite(&source, options, k, &small, NULL, err)))
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_row_source_free(&source);
    ce_partition_free(&small);
    return rc;
}
