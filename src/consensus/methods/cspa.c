/*
 * CSPA: cuts the graph whose edge weights are co-associations into k parts [strehl2002].
 *
 * It runs on microclusters. The weight of a vertex is its number of objects, and an edge counts
 * once for each pair of objects behind it. Equal rows become one vertex. With the option objects
 * every object is a vertex, as printed; METIS's balance then also splits equal objects
 * (doc/readings.md, strehl2002 2).
 *
 * With missing labels the matrix is H H^T / m, as the paper defines it: a base clustering that
 * lacks a label counts as one that separates (doc/readings.md, strehl2002 1).
 */
#include "consensus/graph_cuts.h"

static const ce_option rows[] = {
    CE_ROW_WITH(ce_cut_options, with, "spectral"),
    CE_ROW_RESTARTS(ce_cut_options, restarts, "with=spectral"),
    CE_ROW_OBJECTS(ce_cut_options, objects),
};

const ce_method ce_method_cspa = {
    .about = {.name = "cspa",
              .family = "graph partitioning",
              .summary = "cluster-based similarity partitioning: cuts the co-association graph",
              .about = "The share of base clusterings that put two objects together is the weight "
                       "of the edge between them. The graph is cut into k parts.",
              .reference = "strehl2002",
              .page = "clens-cspa",
              .reads = CE_READS_LABELS,
              .needs = CE_USES_K,
              .cost = CE_COST_OBJECTS,
              .options = CE_OPTIONS(rows, ce_cut_options)},
    .run = ce_cut_coassociation,
};
