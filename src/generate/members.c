#include "generate/members.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/random.h"

int ce_members_run(size_t members, int threads, ce_member_run *run, void *state,
                   const ce_progress *progress, ce_error *err)
{
    size_t done = 0;
    int rc = CE_OK;

    ce_progress_report(progress, 0, members);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1)
    for (size_t q = 0; q < members; q++) {
        ce_error own = {0};
        int failed, stop;
#pragma omp atomic read
        stop = rc;
        if (stop)
            continue;
        failed = run(state, q, &own);
#pragma omp critical(ce_members_run)
        {
            if (failed && !rc) {
#pragma omp atomic write
                rc = failed;
                ce_fail(err, failed, "%s", own.text);
            }
            ce_progress_report(progress, ++done, members);
        }
    }
    return rc;
}

static int ascending(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

int ce_draw_some(gsl_rng *rng, size_t n, size_t count, size_t **choice, ce_error *err)
{
    int rc;

    *choice = NULL;
    if (count == 0 || count >= n)
        return CE_OK;
    *choice = ce_alloc(count, sizeof **choice, err);
    if (!*choice)
        return CE_ENOMEM;
    rc = ce_random_choose(rng, n, count, *choice, err);
    if (rc) {
        free(*choice);
        *choice = NULL;
        return rc;
    }
    qsort(*choice, count, sizeof **choice, ascending);
    return CE_OK;
}
