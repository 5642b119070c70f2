/*
 * random.h: random streams, one for each task, derived from the seed and the number of the task.
 *
 * Each base clustering, restart or data set draws from a stream of its own. The result then depends
 * neither on the number of threads nor on the order in which they work. The generator is GSL's
 * mt19937. Streams of one seed and one purpose have different generator seeds for different indices
 * below 2^32.
 */
#ifndef CE_CORE_RANDOM_H
#define CE_CORE_RANDOM_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* What a stream is used for. Add new purposes at the end: with other numbers the same seed would
 * give other results. */
typedef enum {
    CE_STREAM_SYNTH = 1,
    CE_STREAM_PREPARE = 2,
    CE_STREAM_MEMBER = 3, /* a base clustering: its parameters and its run */
    CE_STREAM_SELECT = 4,
    CE_STREAM_PARTITION = 5,  /* k-means in spectral methods, METIS seeds */
    CE_STREAM_CONSENSUS = 6,  /* restarts inside consensus functions */
    CE_STREAM_SIMILARITY = 7, /* random projections */
    CE_STREAM_PAIRS = 8,      /* pairs of objects */
    CE_STREAM_QUERIES = 9,    /* pairs to ask about */
    CE_STREAM_CHUNKLETS = 10  /* the search for clusters that keep constraints */
} ce_stream;

/* A new generator. Free it with gsl_rng_free, which takes NULL too. NULL and a message when memory
 * is out. */
gsl_rng *ce_random_alloc(uint64_t seed, ce_stream purpose, uint64_t index, ce_error *err);

/* Sets an existing generator to the start of a stream. */
void ce_random_set(gsl_rng *rng, uint64_t seed, ce_stream purpose, uint64_t index);

/* An integer 0 .. n-1, each equally likely; 1 <= n <= 2^53. */
size_t ce_random_below(gsl_rng *rng, size_t n);

/* The first `count` entries of a random permutation of 0 .. n-1. choice: room for count <= n. O(n)
 * time and memory; O(count) when count is much smaller than n. 0 or CE_ENOMEM; choice is untouched
 * after a failure. */
int ce_random_choose(gsl_rng *rng, size_t n, size_t count, size_t *choice, ce_error *err);

#endif
