/*
 * simrank.h: SRS, SimRank of objects and clusters, and ASRS, which stands in for it (card C11; Jeh and Widom 2002).
 *
 * [iamon2008] Iam-On, Boongoen and Garrett, Discovery Science, LNCS 5255, 2008.
 */
#ifndef CE_SIMILARITY_SIMRANK_H
#define CE_SIMILARITY_SIMRANK_H

#include <stddef.h>

#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"

/*
 * rounds - 1 simultaneous steps from S = I, C = I: S(i,j) = decay / (|pi(i)| |pi(j)|) sum C(a,b) over the clusters of i and of j, C(a,b) =
 * decay / (|a| |b|) sum S(i,j) over the objects of a and of b, diagonals 1. decay in (0, 1] (.8), rounds >= 1 (5).
 * Exact on microclusters: s: dense, diagonal 1; twin: count values, the similarity of two different objects of one microcluster (which is not
 * 1), or NULL.
 */
int ce_simrank(const ce_microclusters *micro, double decay, size_t rounds, ce_similarity *s, double *twin, ce_error *err);

/* ASRS: approximate SimRank-based similarity. decay applies to all pairs of different clusters. twin: count values, the similarity
 * of two different objects of a microcluster; or NULL. */
int ce_approximate_simrank(const ce_microclusters *micro, double decay, ce_similarity *s, double *twin, ce_error *err);

#endif
