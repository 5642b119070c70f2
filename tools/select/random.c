/* ce-select random: base clusterings drawn from a pool. */
#include "core/random.h"

#include "select.h"

typedef struct {
    int members;
    uint64_t seed;
} random_options;

static const ce_option rows[] = {
    SELECT_ROW_MEMBERS(random_options),
    {0, "seed", CE_SEED, "N", 0, 0, NULL, "1", offsetof(random_options, seed), NULL,
     "seed of the random streams; same seed, same bytes"},
};

static int run(select_call *call, ce_error *err)
{
    const random_options *o = call->noun;
    gsl_rng *rng;
    int rc = select_members(call, o->members, "drawn without replacement", err);

    if (rc)
        return rc;
    rng = ce_random_alloc(o->seed, CE_STREAM_SELECT, 0, err);
    rc =
        rng ? ce_random_choose(rng, call->in->labels.m, call->count, call->choice, err) : CE_ENOMEM;
    gsl_rng_free(rng);
    return rc;
}

const select_noun select_random = {
    .noun = {.name = "random",
             .summary = "draws M without replacement, with equal chances",
             .about = "Draws an ensemble from a pool of base clusterings, in the order in which "
                      "they were drawn.",
             .reads = CE_READS_LABELS | CE_READS_MEMBERSHIPS,
             .cost = CE_COST_OBJECTS,
             .options = CE_OPTIONS(rows, random_options)},
    .run = run,
};
