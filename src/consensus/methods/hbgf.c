/* HBGF: cuts the bipartite graph of objects and clusters into k parts [fern2004]. The parts of the
 * objects are the result. */
#include "consensus/graph_cuts.h"

static const ce_option rows[] = {
    CE_ROW_WITH(ce_cut_options, with, "spectral"),
    CE_ROW_CLUSTER_WEIGHT(ce_cut_options, cluster_weight),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

const ce_method ce_method_hbgf = {
    .about = {.name = "hbgf",
              .family = "graph partitioning",
              .summary = "hybrid bipartite graph: cuts the graph of objects and clusters",
              .about = "Objects and clusters are vertices, and an edge joins each object with its "
                       "clusters. The graph is cut into k parts; their objects are the clusters.",
              .reference = "fern2004",
              .page = "clens-hbgf",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, ce_cut_options)},
    .run = ce_cut_bipartite_labels,
};
