#include "consensus/transfer.h"

#include "partition/graph/transfer_cut.h"

void ce_transfer_free(void *graph)
{
    ce_biadjacency_free(graph);
}

int ce_transfer_run(const ce_run *run, const ce_product *graph, const void *key, int weighted,
                    ce_partition *result, ce_error *err)
{
    const ce_transfer_run_options *o = run->settings->values;
    ce_transfer_options how = {
        .k = run->k, .restarts = (size_t)o->restarts, .seed = run->seed};
    const ce_microclusters *micro;
    ce_partition small = {0};
    const void *b;
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_ensemble_get(run->ensemble, graph, key, &b, &run->report->messages, err);
    if (!rc)
        rc = ce_transfer_cut(b, weighted ? micro->size : NULL, &how, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}
