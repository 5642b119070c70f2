/*
 * chunklet_internal.h: what the files of the assignment of chunklets share. Not for anyone else.
 *
 * chunklet_assign.c   Algorithm 8, and the components in which it meets a dead end
 * chunklet_search.c   clusters for such a component, by search
 * chunklet_improve.c  cheaper ones, once some are found
 */
#ifndef CE_CONSTRAIN_CHUNKLET_INTERNAL_H
#define CE_CONSTRAIN_CHUNKLET_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "constrain/chunklets.h"
#include "core/error.h"

/* A connected component of the graph. */
typedef struct {
    const ce_chunklets *chunklets;
    const double *cost; /* of all vertices: chunklets->count x k */
    size_t k;
    size_t count;    /* vertices of the component */
    int32_t *vertex; /* count: in the order of chunklets->order */
    int32_t *place;  /* chunklets->count: where a vertex of the component stands in it; not looked at for others */
} ce_chunklet_component;

typedef enum {
    CE_COLOURED,   /* no edge has both ends in one cluster */
    CE_INFEASIBLE, /* nothing has that property */
    CE_UNSETTLED   /* not found within the steps allowed */
} ce_colouring;

/* CE_COLOURED: cluster (of all vertices) is set for those of the component; else it is not touched. k >= 1. 0 or CE_ENOMEM. */
int ce_chunklet_search(const ce_chunklet_component *c, int32_t *cluster, ce_colouring *found, ce_error *err);

/* Lowers the cost of a component in which no edge is violated, and violates none. 0 or CE_ENOMEM. */
int ce_chunklet_improve(const ce_chunklet_component *c, int32_t *cluster, ce_error *err);

#endif
