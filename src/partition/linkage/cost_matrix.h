/*
 * cost_matrix.h: the costs of agglomerate.h in a work matrix of all pairs.
 */
#ifndef CE_PARTITION_COST_MATRIX_H
#define CE_PARTITION_COST_MATRIX_H

#include "core/error.h"
#include "partition/linkage/agglomerate.h"
#include "partition/linkage/triangle.h"

/* Zero-initialise before use. */
typedef struct {
    ce_triangle triangle; /* filled by rows (ce_triangle_write) before the first merge */
    double *row;          /* work */
} ce_cost_matrix;

/* 4 n^2 bytes; the caller has asked for the memory before. 0 or CE_ENOMEM. */
int ce_cost_matrix_alloc(ce_cost_matrix *cost, size_t n, ce_error *err);
void ce_cost_matrix_free(ce_cost_matrix *cost);

/* Of g->costs, a ce_cost_matrix. A merge adds rows by the rule of the method (Lance and Williams).
 */
extern const ce_cost_store ce_cost_matrix_store;

#endif
