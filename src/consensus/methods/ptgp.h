/*
 * ptgp.h: where PTGP goes from exact to estimated, and from a graph that is held to one that is
 * only applied. For tests; users get CE_PTGP_LIMITS.
 */
#ifndef CE_CONSENSUS_METHODS_PTGP_H
#define CE_CONSENSUS_METHODS_PTGP_H

#include "consensus/method.h"

typedef struct {
    double largest_held; /* entries of the bipartite graph up to which it is held: 16 bytes each */
    double exact_diagonal; /* multiplications that an exact diagonal of Z may take; beyond: 256
                              random projections */
} ce_ptgp_limits;

/* The diagonal may take some 20 s. */
#define CE_PTGP_LIMITS {5e7, 2e11}

int ce_ptgp_run(const ce_run *run, const ce_ptgp_limits *limits, ce_partition *result,
                ce_error *err);

#endif
