/*
 * given_weights.h: the co-association matrix with a weight for each base clustering [wsce2015 eq.
 * 28], a product of the ensemble. The weights are those that go with the ensemble; when there are
 * none, the normalized modularity of each base clustering on the graph of nearest neighbours of the
 * data.
 */
#ifndef CE_CONSENSUS_GIVEN_WEIGHTS_H
#define CE_CONSENSUS_GIVEN_WEIGHTS_H

#include "consensus/pairs.h"

typedef struct {
    uint64_t objects;
    uint64_t neighbours; /* of the graph, when weights are computed */
} ce_pairs_weighted_key;

extern const ce_pairs_kind ce_pairs_weighted;

#endif
