/* HBGF (card C4): the bipartite graph of objects and clusters, cut into k parts; the parts of the objects are the result. */
#include "consensus/consensus.h"

#include "partition/bipartite.h"

int ce_consensus_hbgf(ce_ensemble *ensemble, const ce_consensus_function *function, const ce_consensus_options *options,
                      size_t k, ce_partition *result, ce_error *err)
{
    const ce_microclusters *micro;
    ce_partition small = {0};
    int rc;

    if ((rc = ce_ensemble_check_k(ensemble, function->name, k, err)) || (rc = ce_ensemble_micro(ensemble, &micro, err)))
        return rc;
    rc = ce_bipartite_cut(micro, k, options->with == CE_WITH_SPECTRAL, options->seed, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}
