/*
 * trajectory_walk.h: steps of the walk of an elite graph, for several vectors at once. For the
 * files trajectory_*.c and probability_trajectory.c only.
 *
 * A strip is n rows of `width` doubles, row-major, in the order of the walk; width is 1, 8, 16 or
 * CE_STRIP. The bits of a column do not depend on the width, nor on the number of threads.
 */
#ifndef CE_SIMILARITY_TRAJECTORY_WALK_H
#define CE_SIMILARITY_TRAJECTORY_WALK_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "similarity/elite_graph.h"

enum { CE_STRIP = 32 };

/* P by rows. P is reversible, so its transpose needs no storage: (P^t)^T = Pi P^t Pi^-1. Where node
 * and place are NULL the nodes are those of the graph, and row_start, column and transition are the
 * graph's; else these three are owned. Set to zero before use. */
typedef struct {
    size_t n;
    size_t *row_start;
    int32_t *column;
    double *transition;
    double *pi;      /* owned; n: size_i degree_i, 0 for an isolated node */
    double *inverse; /* owned; n: 1 / pi_i, 0 for an isolated node */
    int32_t *node;   /* owned; n: which node of the graph each is; or NULL */
    int32_t *place;  /* owned; n: which node of the walk each node of the graph is; or NULL */
} ce_walk;

/*
 * ordered: nodes are renumbered so that neighbours are near one another, and P is copied. The rows
 * of a strip that a step reads are then mostly in the first cache, and a step takes two thirds of
 * the time. Otherwise the graph's arrays are borrowed. O(links) and, ordered, about 1000 n. 0, or
 * CE_ENOMEM with an empty walk.
 */
int ce_walk_of_graph(ce_walk *walk, const ce_elite_graph *graph, int ordered, ce_error *err);
void ce_walk_free(ce_walk *walk);

static inline size_t ce_walk_place(const ce_walk *walk, size_t node)
{
    return walk->place ? (size_t)walk->place[node] : node;
}

/* node: n, a permutation in which neighbours are near. The next node is the one with the heaviest
 * links to those placed of late. 0, or CE_ENOMEM with node undefined. */
int ce_walk_order(const ce_similarity *weight, int32_t *node, ce_error *err);

/* The strip width that wastes least for this many columns. */
size_t ce_walk_width(size_t columns);

/* y = Pi u + P x, for the rows rows[first .. last-1]; rows NULL: first .. last-1. u or x may be
 * NULL: 0. y is neither x nor u. */
void ce_walk_step(const ce_walk *walk, size_t width, const double *u, const double *x, double *y,
                  const int32_t *rows, size_t first, size_t last);

/* The same for all rows. This thread does it alone. With together all threads of a parallel region
 * call it and share the rows, and there is a barrier at the end. */
void ce_walk_step_all(const ce_walk *walk, size_t width, const double *u, const double *x,
                      double *y, int together);

/* strip (of width CE_STRIP) = P Pi^-1 E, a first step that needs no product. E: the unit vectors of
 * the nodes first .. first+count-1 of the graph. The columns from count on are 0. */
void ce_walk_first(const ce_walk *walk, size_t first, size_t count, double *strip);

/* Room for the vectors of ce_walk_product. They are kept for one segment of steps at a time, and at
 * the start of each segment. Set to zero before use. */
typedef struct {
    size_t width, steps;
    size_t strip;    /* doubles in one */
    size_t segment;  /* steps in one */
    size_t kept;     /* segments */
    double *vectors; /* owned; kept + segment + 1 strips */
} ce_walk_room;

/* rooms: how many are allocated side by side. When the T strips of each need more than half of the
 * memory there is, only about 2 sqrt(T) are kept and steps are taken twice. 0, or CE_ENOMEM with a
 * room that can only be freed. */
int ce_walk_room_alloc(ce_walk_room *room, size_t n, size_t width, size_t steps, size_t rooms,
                       ce_error *err);
void ce_walk_room_free(ce_walk_room *room);

/*
 * y = Z x in two steps:
 * 1. The caller fills the strip ce_walk_room_start with Pi^-1 x, or (ahead) with P Pi^-1 x.
 * 2. ce_walk_product computes the rows rows[0 .. count-1] of y; rows NULL: all. One thread calls
 *    it, or (together, rows NULL) all threads of a parallel region.
 */
double *ce_walk_room_start(ce_walk_room *room, int ahead);

void ce_walk_product(const ce_walk *walk, ce_walk_room *room, double *y, int ahead,
                     const int32_t *rows, size_t count, int together);

#endif
