/*
 * minima.h: what two clusters have in common by way of third ones: the sum of the smaller of their
 * two links to each.
 */
#ifndef CE_SIMILARITY_MINIMA_H
#define CE_SIMILARITY_MINIMA_H

#include <stddef.h>

/* sum over c < n of min(a[c], b[c]). Eight sums are added up at the end, so the bits are the same
 * for any width of vectors. O(n). */
double ce_sum_of_minima(const double *a, const double *b, size_t n);

#endif
