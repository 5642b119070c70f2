/*
 * minima.h: what two clusters have in common by way of third ones: the sum of the smaller of their
 * two links to each.
 */
#ifndef CE_SIMILARITY_MINIMA_H
#define CE_SIMILARITY_MINIMA_H

#include <stddef.h>

#include "core/error.h"

/* sum over c < n of min(a[c], b[c]). Eight sums are added up at the end, so the bits are the same
 * for any width of vectors. O(n). */
double ce_sum_of_minima(const double *a, const double *b, size_t n);

/* That of all pairs of rows, each with itself too, to the bit. rows: count x n, row-major, all >=
 * 0. sum: count (count + 1) / 2 values, entry (a, b) with a <= b at ce_packed_index(count, a, b).
 * On all threads. O(count^2 n); where most entries are 0, about that times the square of the share
 * that is not. 0 or CE_ENOMEM. */
int ce_minima_of_rows(const double *rows, size_t count, size_t n, double *sum, ce_error *err);

#endif
