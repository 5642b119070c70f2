/*
 * pair_counts.h: how many pairs of objects are together in how many base clusterings. This is the
 * distribution of the entries of the co-association matrix, found without the matrix.
 */
#ifndef CE_SCORE_PAIR_COUNTS_H
#define CE_SCORE_PAIR_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/exact_sum.h"
#include "core/microclusters.h"
#include "core/progress.h"

/*
 * count[(both - least) * (m + 1) + same]: pairs of objects (i < j) that `both` base clusterings
 * label, and `same` of these put together. least: the base clusterings without missing labels. So
 * there is one row of counts when no label is missing. Set to zero before use. Empty after a
 * failure.
 */
typedef struct {
    size_t m, least;
    double *count; /* owned: (m - least + 1) x (m + 1); each counted exactly and rounded once */
} ce_pair_counts;

/* All pairs. O(microclusters^2 m) byte compares on all threads, which do not change the result.
 * Base clusterings of very many small clusters, such as a column of ids, are left aside where fewer
 * microclusters remain without them; the few pairs that these put together are counted one by one.
 * O(microclusters m) memory, and the counts once for each thread. progress: or NULL. 0, CE_ENOMEM,
 * or CE_EINPUT (ce_sizes_check). */
int ce_pair_counts_compute(ce_pair_counts *counts, const ce_microclusters *micro,
                           const ce_progress *progress, ce_error *err);

/* `pairs` pairs, drawn with replacement from all, each equally likely. size: objects in each row,
 * or NULL. Pairs come in chunks with a random stream each, so the result does not depend on the
 * threads. Without a pair (one object) all counts are 0. O(pairs m) time, O(n m) memory. 0,
 * CE_ENOMEM, CE_EINPUT (ce_sizes_check). */
int ce_pair_counts_sample(ce_pair_counts *counts, const ce_labels *labels, const double *size,
                          size_t pairs, uint64_t seed, ce_error *err);
void ce_pair_counts_free(ce_pair_counts *counts);

/* The same for part `part` (from 1) of `parts` of the pairs, which have about as many pairs to
 * compare each. The sums of all parts are the counts; one of a part alone can be negative. Set to
 * zero before use. Empty after a failure. */
typedef struct {
    size_t part, parts;
} ce_pair_share;

typedef struct {
    size_t m, least;
    ce_exact_sums count; /* (m - least + 1) x (m + 1) */
} ce_pair_sums;

int ce_pair_sums_compute(ce_pair_sums *sums, const ce_microclusters *micro,
                         const ce_pair_share *share, const ce_progress *progress, ce_error *err);
int ce_pair_sums_sample(ce_pair_sums *sums, const ce_labels *labels, const double *size,
                        size_t pairs, uint64_t seed, const ce_pair_share *share, ce_error *err);
void ce_pair_sums_free(ce_pair_sums *sums);

/* The counts of the sums of all parts, none of them negative. 0, or CE_ENOMEM with empty counts. */
int ce_pair_counts_of_sums(ce_pair_counts *counts, const ce_pair_sums *sums, ce_error *err);

#endif
