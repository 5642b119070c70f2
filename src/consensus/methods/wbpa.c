/*
 * WBPA: cuts the bipartite graph of objects and clusters into k parts; the weight of an edge is
 * P(cluster | object) [wce2008 Algorithm 4]. The parts of the objects are the result. Labels are
 * memberships of 0 and 1; with them WBPA is HBGF. cat-cbpa is its name for categorical data
 * (doc/readings.md, wce2008 12).
 */
#include "consensus/graph_cuts.h"

static const ce_option rows[] = {
    CE_ROW_WITH(ce_cut_options, with, "spectral"),
    CE_ROW_CLUSTER_WEIGHT(ce_cut_options, cluster_weight),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

#define WBPA(method, line) \
    .about = {.name = method, \
              .family = "memberships", \
              .summary = line, \
              .about = "Objects and clusters are vertices, and the weight of an edge is the " \
                       "membership of the object in the cluster. The graph is cut into k " \
                       "parts; their objects are the clusters.", \
              .reference = "wce2008", \
              .page = "clens-wbpa", \
              .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS, \
              .needs = CE_USES_K, \
              .cost = CE_COST_OBJECTS, \
              .options = CE_OPTIONS(rows, ce_cut_options)}, \
    .run = ce_cut_bipartite

const ce_method ce_method_wbpa = {
    WBPA("wbpa", "weighted bipartite partitioning: hbgf with memberships on its edges"),
};

const ce_method ce_method_cat_cbpa = {
    WBPA("cat-cbpa", "wbpa under its name for categorical data"),
};
