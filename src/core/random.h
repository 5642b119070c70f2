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
    CE_STREAM_CHUNKLETS = 10, /* the search for clusters that keep constraints */
    CE_STREAM_SAMPLE = 11,    /* objects that starts are made of */
    CE_STREAM_REFERENCE = 12, /* reference data sets */
    CE_STREAM_SCORE = 13,     /* objects that are scored */
    CE_STREAM_HALVES = 14     /* halves of the base clusterings */
} ce_stream;

/* A new generator. Free it with gsl_rng_free, which takes NULL too. NULL and a message when memory
 * is out. */
gsl_rng *ce_random_alloc(uint64_t seed, ce_stream purpose, uint64_t index, ce_error *err);

/* Sets an existing generator to the start of a stream. */
void ce_random_set(gsl_rng *rng, uint64_t seed, ce_stream purpose, uint64_t index);

/* *taken: how many numbers were taken from this stream so far. O(*taken). 0 or CE_ENOMEM. */
int ce_random_taken(const gsl_rng *rng, uint64_t seed, ce_stream purpose, uint64_t index,
                    int64_t *taken, ce_error *err);

/* An integer 0 .. n-1, each equally likely; 1 <= n <= 2^53. */
size_t ce_random_below(gsl_rng *rng, size_t n);

/* The first `count` entries of a random permutation of 0 .. n-1. choice: room for count <= n. O(n)
 * time and memory; O(count) when count is much smaller than n. 0 or CE_ENOMEM; choice is untouched
 * after a failure. */
int ce_random_choose(gsl_rng *rng, size_t n, size_t count, size_t *choice, ce_error *err);

/* An index 0 .. count-1 with a probability proportional to its weight: the first one where the sum
 * of the weights exceeds u times their total, u uniform in [0, 1). weight: count, each >= 0.
 * Returns count where rounding runs past the end, and where all weights are 0. *rest: by how much u
 * times the total exceeds the sum of the weights before the index; NULL: not asked for. O(count).
 */
size_t ce_random_weighted(gsl_rng *rng, const double *weight, size_t count, double *rest);

/*
 * An index and the time at which it arrives, exponential with its weight as rate. In the order of
 * arrival, indices are drawn by weight without replacement [Efraimidis and Spirakis 2006]. weight
 * >= 0; 0: it never arrives (infinite time).
 */
typedef struct {
    double time;
    int32_t index;
} ce_arrival;

ce_arrival ce_random_arrival(gsl_rng *rng, double weight, int32_t index);

/* Of two ce_arrival, for qsort: the earlier first; ties: the lower index. */
int ce_arrival_compare(const void *a, const void *b);

/* `count` of the indices 0 .. n-1 one after another, without replacement, each as likely as its
 * weight. weight: n, each > 0; NULL: all 1. choice: room for count <= n, in the order of the draws.
 * n <= INT32_MAX. Takes n numbers from rng. O(n log count). 0 or CE_ENOMEM; choice is untouched
 * after a failure. */
int ce_random_choose_weighted(gsl_rng *rng, const double *weight, size_t n, size_t count,
                              size_t *choice, ce_error *err);

#endif
