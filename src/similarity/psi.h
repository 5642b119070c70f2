/*
 * psi.h: how alike the memberships of objects are: the similarity of WSPA.
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 3.2.1 (doc/readings.md, wce2008). After a failure outputs can only be freed.
 */
#ifndef CE_SIMILARITY_PSI_H
#define CE_SIMILARITY_PSI_H

#include "core/biadjacency.h"
#include "core/error.h"
#include "core/membership.h"
#include "core/similarity.h"

/*
 * The rows of a membership table with each clustering's part scaled to length 1 / sqrt(m); zeros
 * where it says nothing. Then Psi = U U^T [wce2008 eq. 3.3, 3.5]. A method that needs only inner
 * products need not build Psi. u: dense, n x columns. O(n columns). 0 or CE_ENOMEM.
 */
int ce_psi_factor(const ce_membership *membership, ce_biadjacency *u, ce_error *err);

/* Psi_ij = (1 / m) sum_q cos(P_i^q, P_j^q), dense, in [0, 1]. The diagonal is the share of
 * clusterings that speak of the object; 1 if all do. A clustering that says nothing of one of two
 * objects counts as one that separates them. Of hard labels it is ce_coassociation_over_all, to the
 * bit. O(n^2 columns) time in half a product of matrices, n^2 / 2 + n columns doubles. 0 or
 * CE_ENOMEM (asked for before it is taken). */
int ce_psi(const ce_membership *membership, ce_similarity *s, ce_error *err);

/*
 * The form with divergences. In each clustering d_ij = KL(P_i || P_j) / 2 + KL(P_j || P_i) / 2
 * [wce2008 eq. 3.4] and s_ij = 1 - d_ij / max d. The result is the mean over clusterings, in [0,
 * 1].
 *
 * If one object has membership 0 in a cluster and the other does not, they are infinitely far
 * apart, and their s_ij is 0. max d is that of the finite distances; where it is 0, these have s_ij
 * = 1. So hard labels give ce_coassociation_over_all here too. Diagonal, objects of which nothing
 * is said, memory and failures as above; twice the time.
 */
int ce_psi_divergence(const ce_membership *membership, ce_similarity *s, ce_error *err);

#endif
