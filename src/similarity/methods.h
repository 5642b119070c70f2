/*
 * methods.h: the similarities of microclusters by name: from an ensemble to a matrix of all pairs,
 * or to a graph of microclusters and clusters, with one set of options.
 */
#ifndef CE_SIMILARITY_METHODS_H
#define CE_SIMILARITY_METHODS_H

#include <stddef.h>

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"
#include "similarity/clusters.h"
#include "similarity/matrix_completion.h"
#include "similarity/selected_clusters.h"

/* Each method takes what is its own; 0 is its default. */
typedef struct {
    size_t elite, steps, cap; /* 0: the paper's (elite_graph.h), for eca 20 steps; no cap */
    double decay;             /* 0: .8 */
    size_t rounds;            /* 0: 5 */
    ce_completion_options completion; /* high = 0: .2 and .8 */
    double certainty;     /* theta of local_weights.h; 0: .4 */
    ce_cluster_choice selected; /* eeac */
    const double *weight; /* of the base clusterings, or NULL; ca only */
} ce_similarity_options;

/* What was made of the options and the data; 0 where a method has no such thing. */
typedef struct {
    size_t elite, links, steps; /* K and T as used, links of the graph */
    ce_completion_report completion;
    ce_cluster_selection selection; /* eeac, when .clusters > 0 */
} ce_similarity_report;

typedef struct {
    const char *name;

    /* s: microclusters, sparse for elite, else dense. *twin: count values, the similarity of two
     * different objects of one microcluster, owned by the caller; NULL stays where it is 1 (0
     * without any label). NULL: there is no such matrix. */
    int (*pairs)(const ce_microclusters *micro, const ce_similarity_options *options,
                 ce_similarity *s, double **twin, ce_similarity_report *report, ce_error *err);

    /* b: microclusters x clusters, for the transfer cut. NULL: there is no such graph. */
    int (*graph)(const ce_microclusters *micro, const ce_clusters *clusters,
                 const ce_similarity_options *options, ce_biadjacency *b,
                 ce_similarity_report *report, ce_error *err);
} ce_similarity_method;

/* ca pts elite wct srs asrs ecmc lwca eca eeac (ca: only the graph; its matrix is
 * coassociation.h's); NULL when there is none of that name. */
const ce_similarity_method *ce_similarity_method_find(const char *name);

#endif
