/*
 * minima.h: what two clusters have in common by way of third ones: sums of smaller links.
 */
#ifndef CE_SIMILARITY_MINIMA_H
#define CE_SIMILARITY_MINIMA_H

#include <stddef.h>

/* sum over c < n of min(a[c], b[c]), in eight sums that are added up at the end: the same bits for
 * any width of vectors. O(n). */
double ce_sum_of_minima(const double *a, const double *b, size_t n);

#endif
