#include "core/restarts.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/pace.h"
#include "core/parallel.h"

/* What the restarts so far have come to. */
typedef struct {
    void *best;
    size_t finished;
    size_t best_at;   /* the restart that made the best result */
    size_t failed_at; /* the lowest restart that failed; SIZE_MAX: none did */
    int status;       /* of that restart */
    ce_error error;
} outcome;

struct ce_restart_steps {
    ce_pace *pace;
    size_t taken; /* by this restart */
};

void ce_restart_step(ce_restart_steps *steps)
{
    ce_pace_step(steps->pace, &steps->taken);
}

/* Results come in any order. Which one is kept in the end does not depend on it. */
static int is_kept(const outcome *o, const ce_restart_options *options, const void *result,
                   size_t r)
{
    if (!o->finished || options->better(result, o->best))
        return 1;
    return r < o->best_at && !options->better(o->best, result);
}

static void take_in(outcome *o, const ce_restart_options *options, const void *result, size_t r)
{
    if (is_kept(o, options, result, r)) {
        memcpy(o->best, result, options->bytes);
        o->best_at = r;
    }
    o->finished++;
}

static void take_failure(outcome *o, int status, const ce_error *error, size_t r)
{
    if (r >= o->failed_at)
        return;
    o->failed_at = r;
    o->status = status;
    o->error = *error;
}

/* A lower restart has failed: the result of this one would not be used. */
static int is_needless(outcome *o, size_t r)
{
    int needless;

#pragma omp critical(ce_restarts)
    needless = r > o->failed_at;
    return needless;
}

static void run_one(outcome *o, const ce_restart_options *options, gsl_rng *rng, ce_pace *pace,
                    void *result, size_t r)
{
    ce_restart_steps steps = {.pace = pace};
    ce_error own = {0};
    int rc = CE_ENOMEM;

    if (rng && result) {
        ce_random_set(rng, options->seed, options->stream, options->first + r);
        rc = options->run(options->state, rng, &steps, result, &own);
    } else {
        ce_fail(&own, CE_ENOMEM, "out of memory for a restart");
    }
#pragma omp critical(ce_restarts)
    {
        if (rc)
            take_failure(o, rc, &own, r);
        else
            take_in(o, options, result, r);
    }
    if (!options->steps)
        ce_restart_step(&steps);
    ce_pace_end_run(pace, steps.taken);
}

int ce_restarts(const ce_restart_options *options, void *best, ce_error *err)
{
    size_t restarts = options->restarts;
    int threads = options->threads > 0 ? options->threads : ce_threads();
    outcome o = {.best = best, .failed_at = SIZE_MAX};
    ce_pace pace = {.progress = options->progress,
                    .runs = restarts,
                    .steps = options->steps ? options->steps : 1,
                    .may_end = options->may_end};

    ce_pace_begin(&pace);
#pragma omp parallel num_threads(threads) if (threads > 1 && restarts > 1)
    {
        gsl_rng *rng = ce_random_alloc(options->seed, options->stream, options->first, NULL);
        void *result = ce_alloc(options->bytes, 1, NULL);
#pragma omp for schedule(dynamic, 1)
        for (size_t r = 0; r < restarts; r++)
            if (!is_needless(&o, r))
                run_one(&o, options, rng, &pace, result, r);
        gsl_rng_free(rng);
        free(result);
    }
    ce_pace_end(&pace);
    return o.status ? ce_fail(err, (ce_status)o.status, "%s", o.error.text) : CE_OK;
}
