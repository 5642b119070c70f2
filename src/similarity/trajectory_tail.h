/*
 * trajectory_tail.h: the late steps of the walk all at once. For trajectory_*.c and
 * probability_trajectory.c only.
 *
 * Z_T = Z_a + P^a Z' (P^a)^T with Z' = Z_{T-a}. The walk forgets: P^a has few directions left that
 * matter. Let the columns of B (n x r, B^T Pi B = I) span these and N = B B^T Pi be the projector
 * on them; P^a = P^a N + E, E = P^a (I - N), and P^a Z' (P^a)^T = Y C^T + C Y^T + E Z' E^T,   Y =
 * P^a B,  R = Z' Pi B,  K = B^T Pi R,  C = P^a R - Y K / 2. The last term is dropped. It is
 * positive semidefinite, so PTS_ij changes by at most max_i (E Z' E^T)_ii / Z_ii, which random
 * probes measure for a = 1, 2, ... until it is below CE_TAIL_TOLERANCE. B is what 12 steps leave of
 * r random vectors (a randomized range finder), r near n / 14.
 */
#ifndef CE_SIMILARITY_TRAJECTORY_TAIL_H
#define CE_SIMILARITY_TRAJECTORY_TAIL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "similarity/trajectory_walk.h"

#define CE_TAIL_TOLERANCE 1e-13

/* Z = Z_head + Y C^T + C Y^T. Zero-initialise before use. */
typedef struct {
    size_t head;        /* a; T when there is no tail */
    size_t rank;        /* r, a multiple of CE_STRIP; 0: no tail */
    double *y, *c;      /* owned; n x rank, row-major, in the order of the walk */
    int32_t *component; /* owned; n: connected components: Z is 0 between two of them, though Y C^T
                           is so only up to rounding */
} ce_tail;

/* Builds the tail of an ordered walk where that is cheaper than taking all steps, else head = steps
 * and rank = 0. What is chosen depends on the walk and on steps only. Y, C and two matrices of
 * their size are needed. 0 or CE_ENOMEM. */
int ce_tail_build(ce_tail *tail, const ce_walk *walk, size_t steps, ce_error *err);
void ce_tail_free(ce_tail *tail);

/* The listed rows (of the walk) of Y C^T + C Y^T, columns of the nodes first .. first+count-1 of
 * the graph, added to a strip (n x CE_STRIP). panel: 2 rank CE_STRIP doubles to work with. */
void ce_tail_add(const ce_tail *tail, const ce_walk *walk, size_t first, size_t count,
                 const int32_t *rows, size_t row_count, double *panel, double *strip);

/* (Y C^T + C Y^T)_ii of a node of the walk. */
double ce_tail_norm(const ce_tail *tail, size_t a);

/* out (rows of ld_out doubles) += A B for the listed rows (NULL: 0 .. count-1) of A (rows of ld
 * doubles, `depth` of them taken) and of out; B: depth x CE_STRIP. Each sum runs over the depth in
 * order. */
void ce_panel_product(const double *a, size_t ld, const int32_t *rows, size_t count, size_t depth,
                      const double *b, double *out, size_t ld_out);

/* Orthonormal columns with the span of those of q: `strips` strips of n x CE_STRIP one after the
 * other, made so one after the other by block Gram-Schmidt, twice. A column that depends on those
 * before it becomes 0. transposed: strips CE_STRIP x n, filled. */
int ce_strips_orthonormalise(double *q, double *transposed, size_t n, size_t strips, ce_error *err);

/* strip - Q Q^T strip, for the first `strips` strips of Q, twice. g: strips CE_STRIP CE_STRIP
 * doubles. */
void ce_strips_project_out(const double *q, const double *transposed, size_t n, size_t strips,
                           double *strip, double *g);

#endif
