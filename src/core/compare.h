/*
 * compare.h: the ascending order of numbers, for qsort and bsearch.
 */
#ifndef CE_CORE_COMPARE_H
#define CE_CORE_COMPARE_H

/* a, b: size_t */
int ce_compare_sizes(const void *a, const void *b);

/* a, b: int32_t */
int ce_compare_int32(const void *a, const void *b);

/* a, b: double, none of which is NaN */
int ce_compare_reals(const void *a, const void *b);

/* A number without its last bits: 40 are left, of numbers below 1 those down to 2^-40. Values of
 * one size that are equal but for the rounding of sums in different orders tie by it. */
double ce_rank_value(double value);

#endif
