/*
 * pace.c: what ce_pace tells of three runs of at most ten steps, against values worked out by hand,
 * and of a run of seven pieces;
 * and that a progress hears every step of restarts once, one call at a time, with 1 to 4 threads.
 */
#include <gsl/gsl_rng.h>

#include "check.h"
#include "core/pace.h"
#include "core/restarts.h"

enum { MOST = 9, RESTARTS = 40 };

/* What was told last, and how often. */
typedef struct {
    size_t done, total, calls, larger;
    int is_limit, inside;
} heard;

static void hear(heard *h, size_t done, size_t total, int is_limit)
{
    must(!h->inside++, "one call at a time");
    h->larger += done > h->done;
    h->done = done;
    h->total = total;
    h->is_limit = is_limit;
    h->calls++;
    h->inside--;
}

static void report(void *state, size_t done, size_t total)
{
    hear(state, done, total, 0);
}

static void limit(void *state, size_t done, size_t most)
{
    hear(state, done, most, 1);
}

static int told(const heard *h, size_t done, size_t total, int is_limit)
{
    return h->done == done && h->total == total && h->is_limit == is_limit;
}

static void take(ce_pace *pace, size_t *taken, size_t steps)
{
    while (steps--)
        ce_pace_step(pace, taken);
}

static void one_after_another(void)
{
    heard h = {0};
    const ce_progress progress = {.report = report, .limit = limit, .state = &h};
    ce_pace pace = {.progress = &progress, .runs = 3, .steps = 10, .may_end = 1};
    size_t first = 0, second = 0, third = 0;

    ce_pace_begin(&pace);
    must(told(&h, 0, 30, 0), "at the beginning nothing of 30");
    take(&pace, &first, 4);
    must(told(&h, 4, 30, 1), "4 of at most 30");
    ce_pace_end_run(&pace, first);
    must(told(&h, 4, 12, 0), "one run had 4, so three have 12");
    take(&pace, &second, 7);
    must(told(&h, 11, 13, 0), "11, and at least one for each of the two that have not ended");
    ce_pace_end_run(&pace, second);
    must(told(&h, 11, 16, 0), "three of 5.5");
    take(&pace, &third, 1);
    ce_pace_end_run(&pace, third);
    ce_pace_end(&pace);
    must(told(&h, 12, 12, 0), "all 12");

    pace = (ce_pace){.progress = &progress, .runs = 2, .steps = 10};
    first = 0;
    take(&pace, &first, 3);
    must(told(&h, 3, 20, 0), "runs that do not end before have all their steps");
    pace = (ce_pace){.runs = 2, .steps = 10};
    take(&pace, &first, 3);
    must(told(&h, 3, 20, 0) && pace.taken == 0, "without a progress nothing is counted");
}

static void in_pieces(void)
{
    heard h = {.done = 1};
    const ce_progress progress = {.report = report, .limit = limit, .state = &h};
    ce_pace pace = ce_pace_of_pieces(&progress, 7);

    must(told(&h, 0, 7, 0), "at the beginning nothing of seven pieces");
    ce_pace_pieces(&pace, 3);
    must(told(&h, 3, 7, 0), "three of seven");
    ce_pace_pieces(&pace, 4);
    must(told(&h, 7, 7, 0) && h.calls == 3, "all seven, each time once");
}

static int some_steps(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *result,
                      ce_error *err)
{
    unsigned long count = 1 + gsl_rng_uniform_int(rng, MOST);

    (void)state;
    (void)err;
    *(unsigned long *)result = count;
    for (unsigned long t = 0; t < count; t++)
        ce_restart_step(steps);
    return CE_OK;
}

static int is_larger(const void *a, const void *b)
{
    return *(const unsigned long *)a > *(const unsigned long *)b;
}

/* How many steps all restarts have, from the same streams. */
static size_t all_steps(const ce_restart_options *o)
{
    size_t sum = 0;

    for (size_t r = 0; r < o->restarts; r++) {
        gsl_rng *rng = ce_random_alloc(o->seed, o->stream, o->first + r, NULL);
        sum += 1 + gsl_rng_uniform_int(rng, MOST);
        gsl_rng_free(rng);
    }
    return sum;
}

static void of_restarts(int threads)
{
    heard h = {0};
    const ce_progress progress = {.report = report, .limit = limit, .state = &h};
    ce_restart_options o = {.restarts = RESTARTS,
                            .seed = 3,
                            .stream = CE_STREAM_CONSENSUS,
                            .threads = threads,
                            .bytes = sizeof(unsigned long),
                            .run = some_steps,
                            .better = is_larger,
                            .progress = &progress,
                            .steps = MOST,
                            .may_end = 1};
    size_t all = all_steps(&o);
    unsigned long best;

    must(!ce_restarts(&o, &best, NULL), "restarts that do not fail");
    must(told(&h, all, all, 0), "in the end all steps");
    must(h.larger == all, "each step is told");
    must(h.calls == all + RESTARTS + 2, "and each end of a restart, the beginning and the end");
}

int main(void)
{
    one_after_another();
    in_pieces();
    for (int threads = 1; threads <= 4; threads++)
        of_restarts(threads);
    return EXIT_SUCCESS;
}
