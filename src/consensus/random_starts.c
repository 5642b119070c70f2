#include "consensus/random_starts.h"

#include <stdlib.h>

#include "core/memory.h"

int ce_random_starts(const ce_run *run, const ce_restart_options *options, void **best,
                     ce_error *err)
{
    ce_restart_options own = *options;
    int rc;

    own.seed = run->seed;
    own.stream = CE_STREAM_CONSENSUS;
    own.progress = run->ensemble->progress;
    *best = ce_alloc(own.bytes, 1, err);
    rc = *best ? ce_restarts(&own, *best, err) : CE_ENOMEM;
    if (rc) {
        free(*best);
        *best = NULL;
    }
    return rc;
}
