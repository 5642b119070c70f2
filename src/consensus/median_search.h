/*
 * median_search.h: the median partition of few objects, for certain, by branch and bound.
 *
 * The microclusters are placed one after the other, each in one of the clusters before it or in a
 * new one. What is placed costs what its pairs cost (pair_moves.h). A branch ends where it must
 * cost at least as much as the best partition known:
 *
 * - each microcluster that waits pays for its pairs with those placed at least what it pays in the
 *   cluster that is best for it;
 * - each pair of those that wait pays at least the less of its two costs;
 * - three that wait, of which two pairs want to be together and the third does not, pay at least
 *   the least difference of two costs more. Such triples are counted while each pair still has so
 *   much of its difference left.
 *
 * Objects of a microcluster are together in a median (methods/median_partition.c).
 */
#ifndef CE_CONSENSUS_MEDIAN_SEARCH_H
#define CE_CONSENSUS_MEDIAN_SEARCH_H

#include <stddef.h>

#include "core/error.h"
#include "core/labels.h"
#include "core/microclusters.h"
#include "core/progress.h"

/* Microclusters at most. A proof is likely for some ten of them, and possible for a hundred. */
enum { CE_MEDIAN_MOST = 2000 };

typedef struct {
    double least;  /* the smallest disagreement that is known */
    double bound;  /* no partition has less; least where the search came to its end */
    size_t steps;  /* microclusters placed */
    int is_better; /* whether one was found below the disagreement that was known before */
} ce_median_found;

/*
 * Looks for a partition whose disagreement is below `phi`, that of one that is known (exact below
 * 2^53), in at most so many steps. better: where there is one, the best found, a label for each
 * microcluster; else empty. Ties: the first found. The same bits on any number of threads.
 *
 * Memory: 24 bytes for each pair of microclusters. A step takes time for the microclusters that
 * wait times the clusters, and before the first there is one look at all triples of them. 0 or
 * CE_ENOMEM.
 */
int ce_median_search(const ce_microclusters *micro, double phi, size_t steps,
                     const ce_progress *progress, ce_partition *better, ce_median_found *found,
                     ce_error *err);

#endif
