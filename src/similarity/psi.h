/*
 * psi.h: how alike the memberships of objects are: the similarity of WSPA (card S6).
 *
 * [wce2008] Al-Razgan, Weighted Clustering Ensembles, dissertation, George Mason University, 2008,
 * section 3.2.1.
 */
#ifndef CE_SIMILARITY_PSI_H
#define CE_SIMILARITY_PSI_H

#include "core/error.h"
#include "core/matrix.h"
#include "core/membership.h"
#include "core/similarity.h"

/*
 * The rows of a membership table with each clustering's part scaled to length 1 / sqrt(m); zeros
 * where it says nothing. Then Psi = U U^T [wce2008 eq. 3.3, 3.5]: what needs only inner products
 * need not build Psi. u: n x columns, allocated here. O(n columns).
 */
int ce_psi_factor(const ce_membership *membership, ce_matrix *u, ce_error *err);

/* Psi_ij = (1 / m) sum_q cos(P_i^q, P_j^q), dense, in [0, 1]; the diagonal is the share of
 * clusterings that speak of the object (1). A clustering that says nothing of one of two objects
 * counts as one that separates them. Of hard labels it is ce_coassociation_over_all, to the bit.
 * O(n^2 columns) time in half a product of matrices, n^2 / 2 + n columns doubles. 0, CE_ENOMEM
 * (also: they do not fit). */
int ce_psi(const ce_membership *membership, ce_similarity *s, ce_error *err);

/*
 * The form with divergences: in each clustering d_ij = KL(P_i || P_j) / 2 + KL(P_j || P_i) / 2
 * [wce2008 eq. 3.4], s_ij = 1 - d_ij / max d, and the mean over clusterings, in [0, 1]. Where
 * exactly one of P_il and P_jl is 0, d_ij is infinite: s_ij = 0 then, and max d is that of the
 * finite ones; where it is 0, s_ij = 1 for these. So hard labels give ce_coassociation_over_all
 * here too. Diagonal, objects of which nothing is said, memory and failures as above; twice the
 * time.
 */
int ce_psi_divergence(const ce_membership *membership, ce_similarity *s, ce_error *err);

#endif
