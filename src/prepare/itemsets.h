/*
 * itemsets.h: items that occur together in many transactions.
 *
 * A set of items is frequent when at least `support` transactions hold all of it (Agrawal and
 * Srikant 1994). Every part of a frequent set is frequent, so an item of a frequent set of `size`
 * or more items is in one of exactly `size` items: only these are looked for, depth first over sets
 * of transactions (Eclat, Zaki 2000), and for each item no further than to the first that is found.
 */
#ifndef CE_PREPARE_ITEMSETS_H
#define CE_PREPARE_ITEMSETS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

enum { CE_ITEMSET_LARGEST = 64 };

/*
 * Marks in `in` (one per item, caller's) the items of frequent sets of `size` items (1 ..
 * CE_ITEMSET_LARGEST). row: items x words, the transactions of each item as bits; support from 1. 0
 * or CE_ENOMEM. Pairs cost O(items^2 words) at most; larger sets can cost exponentially in their
 * size where few are frequent though many of their parts are.
 */
int ce_itemsets_mark(const uint64_t *row, size_t items, size_t words, size_t support, size_t size,
                     unsigned char *in, ce_error *err);

#endif
