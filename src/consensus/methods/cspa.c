/*
 * CSPA: the graph whose edge weights are co-associations, cut into k parts [strehl2002].
 *
 * It runs on microclusters: a vertex weighs as many as its objects, and an edge as many as the
 * object pairs behind it. Rows that nothing tells apart become one vertex. With the option objects
 * every object has a vertex of its own, as printed: the balance of METIS then also splits equal
 * objects.
 *
 * Where labels are missing the matrix is H H^T / m, as the paper defines it: a base clustering that
 * lacks a label counts as one that separates. (The other functions count only base clusterings that
 * label both.)
 */
#include "consensus/graph_cuts.h"

static const ce_option rows[] = {
    CE_ROW_WITH(ce_cut_options, with),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

const ce_method ce_method_cspa = {
    .about = {.name = "cspa",
              .family = "graph partitioning",
              .summary = "cluster-based similarity partitioning: the co-association graph, cut",
              .about = "The share of base clusterings that put two objects together is the weight "
                       "of the edge between them. The graph is cut into k parts of about equal "
                       "size.",
              .reference = "strehl2002",
              .page = "clens-cspa",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_MICROCLUSTER_PAIRS,
              .options = CE_OPTIONS(rows, ce_cut_options)},
    .run = ce_cut_coassociation,
};
