/*
 * trajectory_walk.h: steps of the walk of an elite graph, for several vectors at once. For the files trajectory_*.c and
 * probability_trajectory.c only.
 *
 * A strip is n rows of `width` doubles, row-major; width is 1, 8 or CE_STRIP. The bits of a column do not depend on the width, nor
 * on the number of threads.
 */
#ifndef CE_SIMILARITY_TRAJECTORY_WALK_H
#define CE_SIMILARITY_TRAJECTORY_WALK_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "similarity/elite_graph.h"

enum { CE_STRIP = 16 };

/* P by rows, borrowed from the graph. P is reversible, so its transpose needs no storage: (P^t)^T = Pi P^t Pi^-1.
 * Zero-initialise before use. */
typedef struct {
    size_t n;
    const size_t *row_start;
    const int32_t *column;
    const double *transition;
    double *pi;      /* owned; n: size_i degree_i, 0 for an isolated node */
    double *inverse; /* owned; n: 1 / pi_i, 0 for an isolated node */
} ce_walk;

/* O(n). 0 or CE_ENOMEM. */
int ce_walk_of_graph(ce_walk *walk, const ce_elite_graph *graph, ce_error *err);
void ce_walk_free(ce_walk *walk);

/* The strip width that wastes least for this many columns. */
size_t ce_walk_width(size_t columns);

/* Rows first .. last-1 of y = Pi u + P x; u or x may be NULL: 0. y is neither x nor u. */
void ce_walk_step(const ce_walk *walk, size_t width, const double *u, const double *x, double *y, size_t first, size_t last);

/* The same for rows 0 .. last-1, by this thread alone, or (together) by all threads of the parallel region that calls it, with a barrier at
 * the end. */
void ce_walk_step_all(const ce_walk *walk, size_t width, const double *u, const double *x, double *y, size_t last,
                      int together);

/* Room for the vectors of ce_walk_product. */
typedef struct {
    size_t width, steps;
    size_t segment;   /* U_t is kept for one segment of steps at a time ... */
    size_t kept;      /* ... and at the start of each of these */
    double *vectors;  /* owned; kept + segment + 2 strips */
} ce_walk_room;

/* budget: bytes; when all T strips need more, only about 2 sqrt(T) are kept and steps are taken twice. */
int ce_walk_room_alloc(ce_walk_room *room, size_t n, size_t width, size_t steps, size_t budget, ce_error *err);
void ce_walk_room_free(ce_walk_room *room);

/* The strip that the caller fills with Pi^-1 x before ce_walk_product. */
double *ce_walk_room_start(ce_walk_room *room);

/* y (rows 0 .. last-1 of a strip) = Z x. Called by one thread or (together) by all of a region. */
void ce_walk_product(const ce_walk *walk, ce_walk_room *room, double *y, size_t last, int together);

#endif
