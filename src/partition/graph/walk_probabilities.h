/*
 * walk_probabilities.h: which region a random walk on a graph reaches first [grady2006]. For the
 * files of this folder only.
 */
#ifndef CE_PARTITION_WALK_PROBABILITIES_H
#define CE_PARTITION_WALK_PROBABILITIES_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/graph.h"
#include "core/matrix.h"

typedef struct {
    const ce_graph *graph;
    size_t k;              /* regions, at least 1 */
    const int32_t *region; /* of each vertex, 0 .. k - 1; below 0: none */
    const int32_t *piece;  /* below 0 for vertices from which some region is in reach */
} ce_walk_to_regions;

/*
 * p: n x k. Sets the rows of the vertices without a region from which some is in reach.
 *
 * By conjugate gradients with the diagonal as preconditioner, for all regions but the last, and for
 * one right-hand side whose solution is 1. Where this one comes out more than 1e-8 off, or the
 * steps do not end, links weigh too differently, and up to 12,000 vertices are eliminated one after
 * another instead. 0, CE_ENOMEM or CE_ENUM (more vertices than that); p is without meaning after a
 * failure.
 */
int ce_walk_probabilities(const ce_walk_to_regions *w, ce_matrix *p, ce_error *err);

#endif
