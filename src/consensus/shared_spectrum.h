/*
 * shared_spectrum.h: the eigenvectors that the cuts of one graph into several numbers of parts
 * share, as a product of the ensemble.
 */
#ifndef CE_CONSENSUS_SHARED_SPECTRUM_H
#define CE_CONSENSUS_SHARED_SPECTRUM_H

#include "consensus/method.h"
#include "partition/graph/spectrum.h"

/*
 * *out: the spectrum of the graph that the method cuts with these options and this seed, empty
 * before the first cut; NULL where the ensemble has no most_k, or the call asks for more clusters.
 * A method that cuts several graphs cannot use it. 0 or CE_ENOMEM.
 */
int ce_shared_spectrum(const ce_run *run, ce_spectrum **out, ce_error *err);

#endif
