/*
 * c_wbpa.h: the memberships of C-WBPA, in which constraints are kept. For tests.
 */
#ifndef CE_CONSENSUS_METHODS_C_WBPA_H
#define CE_CONSENSUS_METHODS_C_WBPA_H

#include "consensus/ensemble.h"

/* The distinct rows of the matrix AN [wce2008 eq. 6.1], a product of the ensemble: objects in
 * chunklets belong to the clusters that keep their constraints, others have their memberships. The
 * ensemble must have data, a model and chunklets. 0 or a failure; *out is then untouched. */
int ce_c_wbpa_bound(ce_ensemble *ensemble, int objects, const ce_membership_rows **out,
                    ce_messages *messages, ce_error *err);

#endif
