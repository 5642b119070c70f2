/*
 * itemsets.h: items that occur together in many transactions.
 *
 * A set of items is frequent when at least `support` transactions hold all of it (Agrawal and
 * Srikant 1994). Every part of a frequent set is frequent. So an item of a frequent set of `size`
 * or more items is also in one of exactly `size` items, and only these are looked for. The search
 * goes depth first over sets of transactions (Eclat, Zaki 2000). For each item it ends at the first
 * set that is found.
 */
#ifndef CE_PREPARE_ITEMSETS_H
#define CE_PREPARE_ITEMSETS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

enum { CE_ITEMSET_LARGEST = 64 };

/*
 * Marks the items of frequent sets of `size` items (1 .. CE_ITEMSET_LARGEST) in `in` (one per item,
 * caller's). row: items x words, the transactions of each item as bits. support: from 1. Returns 0
 * or CE_ENOMEM; after a failure `in` says nothing. Pairs cost O(items^2 words) at most. Larger sets
 * can cost exponentially in their size, if few are frequent but many of their parts are.
 */
int ce_itemsets_mark(const uint64_t *row, size_t items, size_t words, size_t support, size_t size,
                     unsigned char *in, ce_error *err);

#endif
