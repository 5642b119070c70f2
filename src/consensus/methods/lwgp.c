/*
 * LWGP: the transfer cut of the bipartite graph of objects and clusters, where each cluster is
 * weighted by how well the ensemble agrees with it [huang2018]. Equal objects are one row with
 * their number as its weight. The result is that of the objects.
 */
#include "consensus/transfer.h"
#include "similarity/local_weights.h"
#include "similarity/option_rows.h"

typedef struct {
    ce_transfer_run_options cut;
    double certainty;
} lwgp_options;

static const ce_option rows[] = {
    CE_ROW_CERTAINTY(lwgp_options),
    CE_ROW_RESTARTS(lwgp_options, cut.restarts, NULL),
    CE_ROW_OBJECTS(lwgp_options, cut.objects),
};

typedef struct {
    uint64_t objects;
    double certainty;
} lwgp_key;

static int build(ce_ensemble *ensemble, const void *key, void *value, ce_messages *messages,
                 ce_error *err)
{
    const lwgp_key *k = key;
    const ce_microclusters *micro;
    int rc = ce_ensemble_micro(ensemble, (int)k->objects, &micro, err);

    (void)messages;
    return rc ? rc : ce_locally_weighted_graph(micro, k->certainty, value, err);
}

static const ce_product graph = {sizeof(ce_biadjacency), sizeof(lwgp_key), build, ce_transfer_free,
                                 1};

static int run_lwgp(const ce_run *run, ce_partition *result, ce_error *err)
{
    const lwgp_options *o = run->settings->values;
    const lwgp_key key = {o->cut.objects != 0, o->certainty};

    return ce_transfer_run(run, &graph, &key, 1, result, err);
}

const ce_method ce_method_lwgp = {
    .about = {.name = "lwgp",
              .family = "graph partitioning",
              .summary = "locally weighted bipartite graph, transfer cut",
              .about = "The bipartite graph of objects and clusters is cut into k parts. A "
                       "cluster counts more if the base clusterings split it less, by entropy.",
              .reference = "huang2018",
              .page = "clens-lwea",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, lwgp_options)},
    .run = run_lwgp,
};
