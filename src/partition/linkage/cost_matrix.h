/*
 * cost_matrix.h: the costs of agglomerate.h in a work matrix of all pairs.
 */
#ifndef CE_PARTITION_COST_MATRIX_H
#define CE_PARTITION_COST_MATRIX_H

#include "core/error.h"
#include "partition/linkage/agglomerate.h"
#include "partition/linkage/triangle.h"

/* Set to zero before use. */
typedef struct {
    ce_triangle triangle; /* filled by rows (ce_triangle_write) before the first merge */
    double *row;          /* work */
} ce_cost_matrix;

/* Takes 4 n^2 bytes; the caller has checked before that they are there. Returns 0 or CE_ENOMEM;
 * cost can then only be freed. */
int ce_cost_matrix_alloc(ce_cost_matrix *cost, size_t n, ce_error *err);
void ce_cost_matrix_free(ce_cost_matrix *cost);

/* The store for which g->costs is a ce_cost_matrix. A merge adds rows by the rule of the method
 * (Lance and Williams). */
extern const ce_cost_store ce_cost_matrix_store;

#endif
