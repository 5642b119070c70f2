/*
 * restarts.c: ce_restarts against a plain loop: the best of random values with many ties, and the
 * lowest failure, with 1 to 4 threads. restarts SEED
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/parallel.h"
#include "core/random.h"
#include "core/restarts.h"

enum { MOST = 40, NOISE = 5 };

typedef struct {
    unsigned long value, noise[NOISE];
} result;

/* Restarts fail where the first number drawn says so; a message names the number. */
typedef struct {
    unsigned long values, fail_below;
} setting;

static int draw(const void *state, gsl_rng *rng, ce_restart_steps *steps, void *to, ce_error *err)
{
    const setting *s = state;
    result *r = to;
    unsigned long first = gsl_rng_uniform_int(rng, 1000);

    (void)steps;
    if (first < s->fail_below)
        return ce_fail(err, CE_ENUM, "drew %lu", first);
    r->value = gsl_rng_uniform_int(rng, s->values);
    for (int i = 0; i < NOISE; i++)
        r->noise[i] = gsl_rng_get(rng);
    return CE_OK;
}

static int is_larger(const void *a, const void *b)
{
    const result *x = a, *y = b;

    return x->value > y->value;
}

/* One restart after another, each with a generator of its own. */
static int loop(const ce_restart_options *o, result *best, ce_error *err)
{
    for (size_t r = 0; r < o->restarts; r++) {
        gsl_rng *rng = ce_random_alloc(o->seed, o->stream, o->first + r, err);
        result one;
        int rc = draw(o->state, rng, NULL, &one, err);
        gsl_rng_free(rng);
        if (rc)
            return rc;
        if (!r || one.value > best->value)
            *best = one;
    }
    return CE_OK;
}

int main(int argc, char **argv)
{
    gsl_rng *rng = ce_random_alloc(argc > 1 ? strtoull(argv[1], NULL, 10) : 1, CE_STREAM_SYNTH, 0,
                                   NULL);
    size_t failures = 0;

    for (int run = 0; run < 300; run++) {
        setting s = {1 + ce_random_below(rng, 6), ce_random_below(rng, 60)};
        ce_restart_options o = {.restarts = 1 + ce_random_below(rng, MOST),
                                .seed = (uint64_t)run,
                                .stream = CE_STREAM_CONSENSUS,
                                .first = ce_random_below(rng, 3),
                                .bytes = sizeof(result),
                                .run = draw,
                                .better = is_larger,
                                .state = &s};
        ce_error expected_error = {0};
        result expected;
        int expected_rc = loop(&o, &expected, &expected_error);
        failures += expected_rc != CE_OK;
        for (o.threads = 0; o.threads <= 4; o.threads++) {
            ce_error err = {0};
            result best;
            int rc = ce_restarts(&o, &best, &err);
            must(rc == expected_rc, "the status of a plain loop");
            must(rc || !memcmp(&best, &expected, sizeof best), "the best, of equals the first");
            must(!rc || !strcmp(err.text, expected_error.text), "the lowest failure's message");
        }
    }
    must(failures > 20 && failures < 280, "both cases come up");
    gsl_rng_free(rng);
    return EXIT_SUCCESS;
}
