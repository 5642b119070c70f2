/*
 * given_weights.h: the co-association matrix with a weight for each base clustering [wsce2015
 * eq. 28], a product of the ensemble.
 *
 * The weights are those given with the ensemble. Where none are given, they are computed from the
 * data: the normalized modularity of each base clustering on the graph of nearest neighbours.
 */
#ifndef CE_CONSENSUS_GIVEN_WEIGHTS_H
#define CE_CONSENSUS_GIVEN_WEIGHTS_H

#include "consensus/pairs.h"

typedef struct {
    uint64_t objects;
    uint64_t neighbours; /* of the graph, where weights are computed */
} ce_pairs_weighted_key;

extern const ce_pairs_kind ce_pairs_weighted;

#endif
