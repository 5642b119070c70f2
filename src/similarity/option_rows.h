/*
 * option_rows.h: rows of options that the similarities of microclusters have in common with the
 * consensus functions that cut them, so that an option has one range, one default and one help.
 *
 * type: the struct that the row sets. The field has the name of the option, with _ for -: int for a
 * whole number or a choice, else double.
 */
#ifndef CE_SIMILARITY_OPTION_ROWS_H
#define CE_SIMILARITY_OPTION_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "core/option.h"

/* ---- probability trajectories (elite_graph.h); a field that was not given is 0 ---- */

#define CE_ROW_ELITE(type) \
    {0, "elite", CE_INTEGER, "K", 1, INT32_MAX, NULL, NULL, offsetof(type, elite), NULL, \
     "links kept: the K heaviest of either end; default: half the square root of the " \
     "number of microclusters"}

#define CE_ROW_STEPS(type) \
    {0, "steps", CE_INTEGER, "T", 1, 1e6, NULL, NULL, offsetof(type, steps), NULL, \
     "steps of the random walk; default: the default of elite"}

/* It has no effect with both --elite and --steps. `only` cannot say so: the owner of the row
 * checks it. */
#define CE_ROW_CAP(type) \
    {0, "cap", CE_INTEGER, "N", 1, INT32_MAX, NULL, NULL, offsetof(type, cap), NULL, \
     "upper bound for the defaults of elite and steps"}

/* ---- walks on the graph of clusters (cluster_walk.h) ---- */

#define CE_ROW_CLUSTER_STEPS(type) \
    {0, "steps", CE_INTEGER, "T", 1, 1e6, NULL, "20", offsetof(type, steps), NULL, \
     "steps of the random walk on the graph of clusters"}

/* ---- connected triples and SimRank (connected_triple.h, simrank.h) ---- */

#define CE_ROW_DECAY(type) \
    {0, "decay", CE_REAL, "D", 1e-9, 1, NULL, "0.8", offsetof(type, decay), NULL, \
     "how much the similarity of different clusters counts"}

#define CE_ROW_SIMRANK_ROUNDS(type) \
    {0, "rounds", CE_INTEGER, "R", 1, 1e6, NULL, "5", offsetof(type, rounds), NULL, \
     "rounds of SimRank; in the first each object is similar only to itself"}

/* ---- matrix completion (matrix_completion.h); low <= high is the owner's to check ---- */

#define CE_ROW_COMPLETION_LOW(type) \
    {0, "low", CE_REAL, "L", 0, 1, NULL, "0", offsetof(type, low), NULL, \
     "co-associations of at most L are observed as 0"}

#define CE_ROW_COMPLETION_HIGH(type) \
    {0, "high", CE_REAL, "H", 0, 1, NULL, "0.3", offsetof(type, high), NULL, \
     "co-associations of at least H are observed as 1"}

#define CE_ROW_COMPLETION_PENALTY(type) \
    {0, "penalty", CE_REAL, "C", 0, 1e9, NULL, "0", offsetof(type, penalty), NULL, \
     "weight of errors in observed entries; 0: 3 / sqrt(n)"}

#define CE_ROW_COMPLETION_GROWTH(type) \
    {0, "growth", CE_REAL, "G", 1, 1e3, NULL, "1.5", offsetof(type, growth), NULL, \
     "growth of the step in each iteration; 1 reaches the minimum, slowly"}

/* name: "iterations" in ce-similarity, "completion-iterations" in ce-consensus; field: of type. */
#define CE_ROW_COMPLETION_ITERATIONS(type, name, field) \
    {0, name, CE_INTEGER, "N", 1, 1e6, NULL, "500", offsetof(type, field), NULL, \
     "largest number of iterations of the completion"}

/* ---- local weights of clusters (local_weights.h) ---- */

#define CE_ROW_CERTAINTY(type) \
    {0, "certainty", CE_REAL, "THETA", 1e-9, 1e9, NULL, "0.4", offsetof(type, certainty), NULL, \
     "the larger, the less a cluster's uncertainty counts"}

/* ---- probability accumulation (probability_accumulation.h) ---- */

#define CE_ROW_DIMENSIONS(type) \
    {0, "dimensions", CE_REAL, "D", 1, 1e9, NULL, "2", offsetof(type, dimensions), NULL, \
     "features of the data; the fewer, the less large clusters count"}

/* ---- the most stable clusters (selected_clusters.h) ---- */

#define CE_ROW_INDEX(type) \
    {0, "index", CE_CHOICE, "INDEX", 0, 0, CE_STABILITY_INDEX_NAMES, "apmm", \
     offsetof(type, index), NULL, "measure of the stability of clusters"}

#define CE_ROW_SHARE(type) \
    {0, "share", CE_REAL, "S", 1e-9, 1, NULL, "0.5", offsetof(type, share), "!at-least", \
     "share of the clusters that is kept, the most stable ones"}

/* 0 is a value too: whether it was given is in the settings. */
#define CE_ROW_AT_LEAST(type) \
    {0, "at-least", CE_REAL, "T", 0, 1, NULL, NULL, offsetof(type, at_least), NULL, \
     "keep the clusters with a stability of at least T instead"}

#define CE_ROW_UNCOVERED(type) \
    {0, "uncovered", CE_CHOICE, "HOW", 0, 0, CE_UNCOVERED_NAMES, "add", \
     offsetof(type, uncovered), NULL, \
     "objects in no cluster that is kept: add the most stable cluster of each, or merge them last"}

#endif
