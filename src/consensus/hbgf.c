/* HBGF (card C4): the bipartite graph of objects and clusters, cut into k parts; the parts of the
 * objects are the result. */
#include "consensus/consensus.h"

#include "core/labels.h"
#include "partition/graph/bipartite.h"

enum { RESTARTS = 10 };

int ce_consensus_bipartite(const ce_row_source *source, const ce_consensus_options *options,
                           size_t k, ce_partition *partition, int32_t *cluster, ce_error *err)
{
    ce_bipartite_options how = {.k = k,
                                .with_spectral = options->with == CE_WITH_SPECTRAL,
                                .restarts = options->restarts ? options->restarts : RESTARTS,
                                .cluster_weight = options->cluster_weight,
                                .seed = options->seed};

    return ce_bipartite_cut(source, &how, partition, cluster, err);
}

int ce_consensus_hbgf(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    ce_row_source source = {0};
    ce_partition small = {0};
    const int32_t *of;
    int rc = ce_ensemble_label_source(ensemble, function->name, k, &source, &of, err);

    if (!rc && !(rc = ce_consensus_bipartite(&source, options, k, &small, NULL, err)))
        rc = ce_partition_expand(&small, of, ensemble->labels->n, result, err);
    ce_row_source_free(&source);
    ce_partition_free(&small);
    return rc;
}
