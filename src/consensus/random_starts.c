#include "consensus/random_starts.h"

#include <stdlib.h>
#include <string.h>

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

int ce_random_start_labels(const ce_run *run, const ce_restart_options *options, size_t n,
                           size_t at, ce_partition *labels, void **best, ce_error *err)
{
    int rc = ce_partition_alloc(labels, n, err);

    *best = NULL;
    if (!rc)
        rc = ce_random_starts(run, options, best, err);
    if (!rc)
        memcpy(labels->labels, (const char *)*best + at, n * sizeof *labels->labels);
    return rc;
}
