/*
 * scan.h: the inner loop of agglomeration: where is the smallest number?
 */
#ifndef CE_PARTITION_SCAN_H
#define CE_PARTITION_SCAN_H

#include <stddef.h>

/* The first index of the smallest value, which goes into *least; NaN and infinity are passed over.
 * count and infinity when there is no other value. One pass. */
size_t ce_first_least(const double *value, size_t count, double *least);

#endif
