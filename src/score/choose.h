/*
 * choose.h: which base clusterings to keep, by how they agree with the others or by any value.
 *
 * Choices ascend, so that the order of the ensemble stays. Ties go to the lowest index. After a
 * failure the choice is undefined.
 */
#ifndef CE_SCORE_CHOOSE_H
#define CE_SCORE_CHOOSE_H

#include <stddef.h>

#include "core/error.h"

/* The count <= m base clusterings with the largest values, or (least) with the smallest. Those
 * without a value (NaN) come last. choice: count. 0 or CE_ENOMEM. */
int ce_choose_best(const double *value, size_t m, size_t count, int least, size_t *choice,
                   ce_error *err);

/* Those with low <= value <= high. Returns their number. choice: room for m. */
size_t ce_choose_between(const double *value, size_t m, double low, double high, size_t *choice);

/*
 * Greedily the count <= m that differ most. First come the two least similar. Then always the one
 * whose mean similarity to those chosen is smallest. Pairs without a value (NaN) do not count. A
 * base clustering that has no value with those chosen comes last. count = 1: the one whose mean
 * similarity to all others is smallest.
 *
 * similarity: m x m, as in ce_agreement. order: count, in which they were chosen; sort it with
 * ce_choice_sort. O(m^2). 0 or CE_ENOMEM.
 */
int ce_choose_apart(const double *similarity, size_t m, size_t count, size_t *order, ce_error *err);

/* How many a share of `count` > 0 things is, rounded up, at least 1 and at most all. share: in
 * (0, 1]. A product that is whole but for rounding counts as whole. */
size_t ce_choose_share(double share, size_t count);

void ce_choice_sort(size_t *choice, size_t count);

#endif
