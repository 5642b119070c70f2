/*
 * chunklet_assign_internal.h: what the files of the assignment of chunklets share. Not for anyone
 * else.
 *
 * chunklet_assign.c   Algorithm 8, and the components in which it meets a dead end
 * chunklet_search.c   clusters for such a component, by search
 * chunklet_anneal.c   the same by simulated annealing, where the search finds none in time
 * chunklet_improve.c  cheaper clusters, once some are found
 */
#ifndef CE_CONSTRAIN_CHUNKLET_ASSIGN_INTERNAL_H
#define CE_CONSTRAIN_CHUNKLET_ASSIGN_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"

/* A connected component of the graph. */
typedef struct {
    const ce_chunklets *chunklets;
    const double *cost; /* of all vertices: chunklets->count x k */
    size_t k;
    size_t count;       /* vertices of the component */
    int32_t *vertex;    /* count: in the order of chunklets->order */
    int32_t *place;     /* chunklets->count: where a vertex of the component stands in it */
} ce_chunklet_component;

/* One connected part of a component, or all of it. Vertices have numbers 0 .. count - 1 in the
 * component's order. */
typedef struct {
    const ce_chunklet_component *c;
    size_t count;
    int32_t *number;  /* by place in the component: the number of a vertex; -1: not in the part */
    int32_t *place;   /* by number */
    int32_t *cluster; /* by number; -1: none */
    int32_t *blocked; /* count x k: neighbours with that cluster */
} ce_chunklet_part;

typedef enum {
    CE_COLORED,    /* no edge has both ends in one cluster */
    CE_INFEASIBLE, /* some edge has in every assignment; few have in this one */
    CE_UNSETTLED   /* few edges have; the steps allowed did not show whether any must */
} ce_coloring_outcome;

/* cluster: of all vertices; set for those of the component. k >= 1. 0 or CE_ENOMEM. */
int ce_chunklet_search(const ce_chunklet_component *c, int32_t *cluster,
                       ce_coloring_outcome *found, ce_error *err);

/* Sets p->cluster of all, so that no edge is violated, or few are. p->blocked is scratch. turns: of
 * the work, at most so many edges and turns for each vertex. k >= 2. 0 or CE_ENOMEM. */
int ce_chunklet_anneal(const ce_chunklet_part *p, size_t turns, ce_error *err);

/* Lowers the cost of a component. It violates no further edge. 0 or CE_ENOMEM. */
int ce_chunklet_improve(const ce_chunklet_component *c, int32_t *cluster, ce_error *err);

#endif
