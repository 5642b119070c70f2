/*
 * trajectory_tail.h: the late steps of the walk all at once. For trajectory_*.c and
 * probability_trajectory.c only.
 *
 * Z_T = Z_a + P^a Z' (P^a)^T with Z' = Z_{T-a}. The walk forgets: P^a has few directions left that
 * matter.
 *
 * 1. The columns of B (n x r, B^T Pi B = I) span these directions. They are what 12 steps leave of
 *    r random vectors (a randomized range finder), r near n / 14. N = B B^T Pi is the projector on
 *    them, and E = P^a (I - N) is what is lost: P^a = P^a N + E.
 * 2. P^a Z' (P^a)^T = Y C^T + C Y^T + E Z' E^T, with Y = P^a B, R = Z' Pi B, K = B^T Pi R and C =
 *    P^a R - Y K / 2.
 * 3. The last term is dropped. It is positive semidefinite, so PTS_ij changes by at most max_i (E
 *    Z' E^T)_ii / Z_ii. Random probes measure this for a = 1, 2, ... until it is below
 *    CE_TAIL_TOLERANCE.
 */
#ifndef CE_SIMILARITY_TRAJECTORY_TAIL_H
#define CE_SIMILARITY_TRAJECTORY_TAIL_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/progress.h"
#include "similarity/trajectory_walk.h"

#define CE_TAIL_TOLERANCE 1e-13

/* Z = Z_head + Y C^T + C Y^T. Set to zero before use. Between two connected components Z is 0,
 * though Y C^T is so only up to rounding. */
typedef struct {
    size_t head;        /* a; T when there is no tail */
    size_t rank;        /* r, a multiple of CE_STRIP; 0: no tail */
    double *y, *c;      /* owned; n x rank, row-major, in the order of the walk */
    int32_t *component; /* owned; n: the connected component of each node */
} ce_tail;

/* Builds the tail of an ordered walk where that is cheaper than taking all steps; else head = steps
 * and rank = 0. The choice depends on the walk and on steps only. Needs Y, C and two matrices of
 * their size. progress: or NULL. 0, or CE_ENOMEM with an empty tail. */
int ce_tail_build(ce_tail *tail, const ce_walk *walk, size_t steps, const ce_progress *progress,
                  ce_error *err);
void ce_tail_free(ce_tail *tail);

/* Adds to a strip (n x CE_STRIP) the listed rows (of the walk) of Y C^T + C Y^T, columns of the
 * nodes first .. first+count-1 of the graph. panel: 2 rank CE_STRIP doubles to work with. */
void ce_tail_add(const ce_tail *tail, const ce_walk *walk, size_t first, size_t count,
                 const int32_t *rows, size_t row_count, double *panel, double *strip);

/* (Y C^T + C Y^T)_ii of a node of the walk. */
double ce_tail_norm(const ce_tail *tail, size_t a);

/* out += A B for the listed rows (NULL: 0 .. count-1) of A and of out. A has rows of ld doubles, of
 * which `depth` are taken; out has rows of ld_out doubles; B is depth x CE_STRIP. Each sum runs
 * over the depth in order. */
void ce_panel_product(const double *a, size_t ld, const int32_t *rows, size_t count, size_t depth,
                      const double *b, double *out, size_t ld_out);

/* Makes the columns of q orthonormal, with the same span, by block Gram-Schmidt done twice. q:
 * `strips` strips of n x CE_STRIP, one after the other, taken in this order. A column that depends
 * on those before it becomes 0. transposed: strips of CE_STRIP x n, filled here. 0, or CE_ENOMEM
 * with both untouched. */
int ce_strips_orthonormalise(double *q, double *transposed, size_t n, size_t strips, ce_error *err);

/* strip = strip - Q Q^T strip, for the first `strips` strips of Q, done twice. g: strips x CE_STRIP
 * x CE_STRIP doubles to work with. */
void ce_strips_project_out(const double *q, const double *transposed, size_t n, size_t strips,
                           double *strip, double *g);

#endif
