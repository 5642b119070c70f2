#include "consensus/transfer.h"

#include "consensus/shared_spectrum.h"
#include "partition/graph/transfer_cut.h"
#include "similarity/cluster_graph.h"

void ce_transfer_free(void *graph)
{
    ce_biadjacency_free(graph);
}

int ce_transfer_run(const ce_run *run, const ce_product *graph, const void *key, int weighted,
                    ce_partition *result, ce_error *err)
{
    const ce_transfer_run_options *o = run->settings->values;
    ce_transfer_options how = {.k = run->k,
                               .restarts = (size_t)o->restarts,
                               .seed = run->seed,
                               .name = run->method->about.name};
    const ce_microclusters *micro;
    ce_partition small = {0};
    const void *b;
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_ensemble_get(run->ensemble, graph, key, &b, &run->report->messages, err);
    if (!rc)
        rc = ce_shared_spectrum(run, &how.spectrum, err);
    if (!rc)
        rc = ce_transfer_cut(b, weighted ? micro->size : NULL, &how, &small, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_partition_free(&small);
    return rc;
}

/* ---- the 0/1 table ---- */

typedef struct {
    uint64_t objects;
} incidence_key;

static int build_incidence(ce_ensemble *ensemble, const void *key, void *value,
                           ce_messages *messages, ce_error *err)
{
    const incidence_key *k = key;
    const ce_microclusters *micro;
    const ce_clusters *clusters;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);

    (void)messages;
    if (!rc)
        rc = ce_ensemble_clusters(ensemble, (int)k->objects, &clusters, err);
    return rc ? rc : ce_membership_graph(clusters, micro, NULL, value, err);
}

static const ce_product incidence_graph = {sizeof(ce_biadjacency), sizeof(incidence_key),
                                           build_incidence, ce_transfer_free, 1};

int ce_transfer_run_incidence(const ce_run *run, ce_partition *result, ce_error *err)
{
    const ce_transfer_run_options *o = run->settings->values;
    const incidence_key key = {o->objects != 0};

    return ce_transfer_run(run, &incidence_graph, &key, 1, result, err);
}
