/*
 * centre_order.h: in which order the centres of a clustering are written.
 *
 * Methods number centres as they like, and where several are equally near to an object they take
 * the one of the lowest number. Labels are numbered by first appearance. Centres are written in the
 * order of labels, unless then another one than that of its label would come first for some object.
 */
#ifndef CE_GENERATE_CENTRE_ORDER_H
#define CE_GENERATE_CENTRE_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* number: k: the label of each centre: those of objects by their first appearance in column (n
 * numbers of centres or CE_MISSING), then the others. */
void ce_centre_number(const int32_t *column, size_t n, size_t k, int32_t *number);

/* Centres that are the nearest to the objects with their labels, and the objects. */
typedef struct {
    const double *x; /* n x d */
    size_t n, d;
    const size_t *feature; /* those that were seen; NULL: all */
    size_t features;
    const double *centre; /* k x features, by label */
    const double *weight; /* of the features for each centre (weighted_distance.h), or NULL */
    size_t k;
    const int32_t *column; /* n: numbers of the method, or CE_MISSING */
} ce_centre_ties;

/* order: k labels: 0, 1, ..., or where ties make it necessary by the numbers of the method. 0 or
 * CE_ENOMEM. O(n k features) at most, on ce_threads() threads. */
int ce_centre_order(const ce_centre_ties *ties, size_t *order, ce_error *err);

#endif
