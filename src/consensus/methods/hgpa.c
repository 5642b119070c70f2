/*
 * HGPA, the hypergraph partitioning algorithm [strehl2002].
 *
 * Every cluster is an edge of a hypergraph over the objects. The hypergraph is cut into k parts of
 * about equal size. The weight of the edges that span several parts is to be least. An object
 * without a label is in no edge of that base clustering.
 *
 * It runs on microclusters, whose weights are their numbers of objects. Equal objects so stay
 * together. With the option objects every object is a vertex, as printed (doc/readings.md,
 * strehl2002 2 to 5).
 */
#include "consensus/method.h"
#include "consensus/shared_options.h"
#include "core/hypergraph.h"
#include "partition/hypergraph/hypergraph_cut.h"

typedef struct {
    int objects, edge_weight;
    double imbalance;
} hgpa_options;

static const ce_option rows[] = {
    {0, "imbalance", CE_REAL, "B", 0.001, 49.999, NULL, "5", offsetof(hgpa_options, imbalance),
     NULL, "each bisection keeps both halves within (50 +- B) %: UBfactor of hMETIS"},
    {0, "edge-weight", CE_CHOICE, "WHAT", 0, 0, CE_HYPEREDGE_WEIGHT_NAMES, "equal",
     offsetof(hgpa_options, edge_weight), NULL, "weight of a cluster: the same for all, or its "
                                                "number of objects"},
    CE_ROW_OBJECTS(hgpa_options, objects),
};

static int run_hgpa(const ce_run *run, ce_partition *result, ce_error *err)
{
    const hgpa_options *o = run->settings->values;
    const ce_hypergraph_options how = {run->k, o->imbalance, 0, run->seed};
    const ce_microclusters *micro;
    ce_hypergraph graph = {0};
    ce_partition small = {0};
    int rc = ce_ensemble_check_k(run->ensemble, run->method->about.name, run->k, o->objects, err);

    if (!rc)
        rc = ce_ensemble_micro(run->ensemble, o->objects, &micro, err);
    if (!rc)
        rc = ce_hypergraph_from_labels(&graph, &micro->rows, micro->size,
                                       (ce_hyperedge_weight)o->edge_weight, err);
    if (!rc)
        rc = ce_hypergraph_cut(&graph, &how, &small, NULL, err);
    if (!rc)
        rc = ce_microclusters_expand(micro, &small, result, err);
    ce_hypergraph_free(&graph);
    ce_partition_free(&small);
    return rc;
}

const ce_method ce_method_hgpa = {
    .about = {.name = "hgpa",
              .family = "graph partitioning",
              .summary = "cuts the hypergraph of clusters into balanced parts",
              .about = "Each cluster is an edge that joins all its objects. The hypergraph is cut "
                       "into k parts of about equal size so that few clusters are cut.",
              .reference = "strehl2002",
              .page = "clens-hgpa",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, hgpa_options)},
    .run = run_hgpa,
};
