/*
 * ptgp.h: the sizes from which PTGP estimates the diagonal of Z, and does not build its graph. For
 * tests, which set them; the method has CE_PTGP_LIMITS.
 */
#ifndef CE_CONSENSUS_METHODS_PTGP_H
#define CE_CONSENSUS_METHODS_PTGP_H

#include "consensus/method.h"

typedef struct {
    double largest_held;   /* most entries of a bipartite graph that is built, 16 bytes each */
    double exact_diagonal; /* most multiplications for an exact diagonal of Z */
} ce_ptgp_limits;

/* An exact diagonal may take about 20 s. */
#define CE_PTGP_LIMITS {5e7, 2e11}

/* Runs PTGP on base clusterings. 0 or a failure; result can then only be freed. */
int ce_ptgp_run(const ce_run *run, const ce_ptgp_limits *limits, ce_partition *result,
                ce_error *err);

#endif
