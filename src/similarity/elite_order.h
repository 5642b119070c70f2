/*
 * elite_order.h: an order in which nodes with similar label rows stand together.
 */
#ifndef CE_SIMILARITY_ELITE_ORDER_H
#define CE_SIMILARITY_ELITE_ORDER_H

#include "core/error.h"
#include "core/labels.h"

/* order: rows->n; a permutation of the nodes, the same for any number of threads. 0 or CE_ENOMEM;
 * order is undefined after a failure. */
int ce_elite_order(const ce_labels *rows, int32_t *order, ce_error *err);

#endif
