/*
 * influence.h: the weight of each base clustering by crowd agreement, NCAI^beta [huang2015] (see
 * score/ncai.h), a product of the ensemble.
 */
#ifndef CE_CONSENSUS_INFLUENCE_H
#define CE_CONSENSUS_INFLUENCE_H

#include "consensus/method.h"
#include "score/nmi.h"

/* Rows of the options that it depends on: members int nmi and double beta. */
#define CE_ROW_NMI(type) \
    {0, "nmi", CE_CHOICE, "FORM", 0, 0, CE_NORMALISER_NAMES, "max", offsetof(type, nmi), \
     NULL, "divisor of the mutual information of two base clusterings"}
#define CE_ROW_BETA(type) \
    {0, "beta", CE_REAL, "B", 1e-9, 1e3, NULL, "2", offsetof(type, beta), NULL, \
     "exponent of the crowd agreement"}

/* *out: m weights in [0, 1]. 0 or a failure; *out is then untouched. */
int ce_influence_get(ce_ensemble *ensemble, uint64_t objects, uint64_t nmi, double beta,
                     const double **out, ce_error *err);

#endif
