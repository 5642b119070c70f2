/*
 * scan.h: the inner loop of agglomeration: where is the smallest number?
 */
#ifndef CE_PARTITION_SCAN_H
#define CE_PARTITION_SCAN_H

#include <stddef.h>

/* The first index of the smallest value. *least: that value. NaN and infinity are passed over;
 * without another value the index is count and *least infinity. One pass. */
size_t ce_first_least(const double *value, size_t count, double *least);

#endif
