/*
 * restarts.h: the best of several runs that differ only in their random numbers.
 *
 * Restart r draws from a stream of its own (random.h), so restarts can run side by side. The best
 * one is kept; of equally good ones the lowest. The result and the failure do not depend on the
 * number of threads.
 */
#ifndef CE_CORE_RESTARTS_H
#define CE_CORE_RESTARTS_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/progress.h"
#include "core/random.h"

typedef struct ce_restart_steps ce_restart_steps;

/* One restart: fills in result, which starts with undefined bytes. steps: for ce_restart_step.
 * Called from several threads at a time, for different results. 0 or a failure. */
typedef int ce_restart_run(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                           ce_error *err);

/* Tells the progress that this restart has done one of its steps. */
void ce_restart_step(ce_restart_steps *steps);

/* 1 if a is better than b, 0 if they are equal or b is better: a strict weak order. */
typedef int ce_restart_better(const void *a, const void *b);

typedef struct {
    size_t restarts;  /* >= 1 */
    uint64_t seed;
    ce_stream stream; /* restart r draws from number first + r of this purpose */
    uint64_t first;
    int threads;      /* at most so many; 0: ce_threads() */
    size_t bytes;     /* of a result, which must own no memory: it is copied */
    ce_restart_run *run;
    ce_restart_better *better;
    const void *state; /* for run */

    const ce_progress *progress; /* or NULL */
    size_t steps;                /* of a restart, at most; 0: it tells none */
    int may_end;                 /* a restart may have fewer steps */
} ce_restart_options;

/*
 * best: room for a result. Memory: one result for each thread, whatever the number of restarts.
 * After a failure no later restart begins; the lowest restart that failed gives the status and the
 * message, and best is undefined. 0, CE_ENOMEM or what run returns.
 */
int ce_restarts(const ce_restart_options *options, void *best, ce_error *err);

#endif
