/*
 * fractions.h: are the entries of a matrix multiples of a common fraction?
 *
 * A co-association matrix over m base clusterings holds counts divided by m. As doubles these
 * quotients are rounded, and sums and comparisons of rounded numbers break ties at random. If the
 * common denominator is known, the counts themselves can be added and compared.
 */
#ifndef CE_PARTITION_FRACTIONS_H
#define CE_PARTITION_FRACTIONS_H

#include <stddef.h>

#include "core/error.h"
#include "core/similarity.h"

#define CE_DENOMINATOR_LIMIT 4096

/* v * q counts as a whole number when it is within this of one. This is wide enough for running
 * sums of 1/m, and narrow enough that arbitrary doubles do not pass. */
#define CE_WHOLE_TOLERANCE 1e-10

/* The smallest q <= limit for which q * s_ij is whole for all i < j; 0 when there is none, or an
 * entry is not finite. The diagonal does not matter. One pass over the entries, which ends at the
 * first value that fits no q. */
size_t ce_common_denominator(const ce_similarity *s, size_t limit);

/* Returns 1 when low <= s_ij <= high for all i < j that are stored, else 0. *row, *column: the
 * first entry that is outside (row < column in a dense matrix); without one they mean nothing. */
int ce_similarity_within(const ce_similarity *s, double low, double high, size_t *row,
                         size_t *column);

/* Refuses a value above 1, for the first pair that has one: a similarity is at most 1, and the
 * matrix may be one of distances. way_out: what the message adds to that, or "". */
int ce_similarity_check(const ce_similarity *s, const char *way_out, ce_error *err);

#endif
