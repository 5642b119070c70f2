/*
 * shared_options.h: the rows of options that several methods have, each in one place. type, field:
 * the struct and the member that the row sets. The comment at each says the type of the member.
 */
#ifndef CE_CONSENSUS_SHARED_OPTIONS_H
#define CE_CONSENSUS_SHARED_OPTIONS_H

#include <stddef.h>

#include "core/option.h"
#include "partition/tie.h"

/* int */
#define CE_ROW_OBJECTS(type, field) \
    {0, "objects", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(type, field), NULL, \
     "run on objects even where microclusters would do"}

/* int: ce_tie */
#define CE_ROW_TIE(type, field) \
    {0, "tie", CE_CHOICE, "RULE", 0, 0, CE_TIE_NAMES, "index", offsetof(type, field), NULL, \
     "among equally near pairs: the lowest indices, or the largest mean similarity"}

/* int: CE_WITH_... (graph_cuts.h) */
#define CE_ROW_WITH(type, field, standard) \
    {0, "with", CE_CHOICE, "TOOL", 0, 0, CE_WITH_NAMES, standard, offsetof(type, field), NULL, \
     "the method that cuts the graph"}

/* double */
#define CE_ROW_CLUSTER_WEIGHT(type, field) \
    {0, "cluster-weight", CE_REAL, "W", 0, 1e6, NULL, "0", offsetof(type, field), "with=metis", \
     "weight of a cluster vertex in the balance; an object weighs 1"}

/* int. only: the condition under which there is such a k-means, or NULL */
#define CE_ROW_RESTARTS(type, field, only) \
    {0, "restarts", CE_INTEGER, "N", 1, 1e6, NULL, "10", offsetof(type, field), only, \
     "random starts of k-means; the best is kept"}

/* int. only: the condition of the row, or NULL */
#define CE_ROW_LOOSE(type, field, only) \
    {0, "loose", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(type, field), only, \
     "the parts of the graph as cut, without enforcing constraints"}

#endif
