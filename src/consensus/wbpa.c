/*
 * WBPA (card S7): the bipartite graph of objects and clusters whose edges weigh P(cluster |
 * object), cut into k parts; the parts of the objects are the result [wce2008 Algorithm 4]. On
 * labels, the 0/1 case, it is HBGF.
 */
#include "consensus/consensus.h"

#include "core/labels.h"

int ce_consensus_wbpa(ce_ensemble *ensemble, const ce_consensus_function *function,
                      const ce_consensus_options *options, size_t k, ce_partition *result,
                      ce_error *err)
{
    ce_row_source source = {0};
    ce_partition small = {0};
    const int32_t *of;
    int rc = ce_ensemble_source(ensemble, function->name, k, 0, &source, &of, err);

    if (!rc && !(rc = ce_consensus_bipartite(&source, options, k, &small, NULL, err)))
        rc = ce_partition_expand(&small, of, ensemble->labels->n, result, err);
    ce_row_source_free(&source);
    ce_partition_free(&small);
    return rc;
}
