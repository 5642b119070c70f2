/*
 * simplex.h: the least value of a convex quadratic function of shares.
 */
#ifndef CE_LINALG_SIMPLEX_H
#define CE_LINALG_SIMPLEX_H

#include <stddef.h>

#include "core/error.h"

/*
 * w: the m shares, w >= 0 with sum 1, for which w'Gw - 2 b'w is least. g: m x m, symmetric and
 * positive semidefinite, G_ij = <x_i, x_j>. So with b_i = <x_i, t> the sum of w_i x_i is the point
 * of the convex hull of the x_i that is nearest to t.
 *
 * Wolfe's algorithm (1976), which keeps a set of affinely independent points: it begins with the
 * nearest one, adds the one of the steepest descent, and drops those whose share would become
 * negative. Ties go to the lowest. The nearest point is unique, its shares are only where the
 * points are affinely independent: else they are those of the set where the search ends. What is
 * below 1e-12 of the largest G_ii counts as no descent. O(m^2 + s^3) for each of usually about s
 * steps, where s shares are above 0. 0 or CE_ENOMEM.
 */
int ce_simplex_least(const double *g, const double *b, size_t m, double *w, ce_error *err);

#endif
