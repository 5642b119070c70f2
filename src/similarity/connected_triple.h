/*
 * connected_triple.h: the link-based similarity of Iam-On, Boongoen, Garrett and Price (card C11): WCT, or CTS.
 *
 * [iamon2011] IEEE TPAMI 33(12), 2011.
 */
#ifndef CE_SIMILARITY_CONNECTED_TRIPLE_H
#define CE_SIMILARITY_CONNECTED_TRIPLE_H

#include "core/error.h"
#include "core/microclusters.h"
#include "core/similarity.h"

/* CTS: 1 where two objects share a cluster, else decay * WCT(a, b) / max WCT of their clusters a, b of the same base clustering,
 * averaged over the base clusterings; WCT(a, b) = sum_c min(w_ac, w_bc), w the Jaccard index of clusters of different base
 * clusterings. decay in (0, 1] (.8). Microclusters, dense, diagonal 1. */
int ce_connected_triple(const ce_microclusters *micro, double decay, ce_similarity *s, ce_error *err);

#endif
