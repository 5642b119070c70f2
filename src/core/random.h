/*
 * random.h: one random stream per task, derived from the seed and the task's number.
 *
 * A base clustering, a restart, a data set: each draws from a stream of its own, so that the result
 * does not depend on the number of threads nor on the order in which they work. The generator is
 * GSL's mt19937; streams of one seed and one purpose have different generator seeds for different
 * indices below 2^32.
 */
#ifndef CE_CORE_RANDOM_H
#define CE_CORE_RANDOM_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* What a stream is drawn for. Add at the end: the numbers are part of "same seed, same bytes". */
typedef enum {
    CE_STREAM_SYNTH = 1,
    CE_STREAM_PREPARE = 2,
    CE_STREAM_MEMBER = 3,    /* a member of an ensemble: its parameters and its run */
    CE_STREAM_SELECT = 4,
    CE_STREAM_PARTITION = 5, /* k-means restarts inside spectral methods, METIS seeds */
    CE_STREAM_CONSENSUS = 6, /* restarts inside consensus functions */
    CE_STREAM_SIMILARITY = 7, /* random projections */
    CE_STREAM_PAIRS = 8,      /* pairs of objects */
    CE_STREAM_QUERIES = 9,    /* pairs to ask about */
    CE_STREAM_CHUNKLETS = 10  /* the search for clusters that keep constraints */
} ce_stream;

/* A new generator, to be freed with gsl_rng_free (NULL is fine); NULL and a message when out of
 * memory. */
gsl_rng *ce_random_alloc(uint64_t seed, ce_stream purpose, uint64_t index, ce_error *err);

/* Sets an existing generator to the start of a stream. */
void ce_random_set(gsl_rng *rng, uint64_t seed, ce_stream purpose, uint64_t index);

/* An integer 0 .. n-1, each equally likely; 1 <= n <= 2^53. */
size_t ce_random_below(gsl_rng *rng, size_t n);

/* The first `count` entries of a random permutation of 0 .. n-1 into choice; count <= n. O(n)
 * memory and time, for count much smaller than n O(count). 0 or CE_ENOMEM. */
int ce_random_choose(gsl_rng *rng, size_t n, size_t count, size_t *choice, ce_error *err);

#endif
