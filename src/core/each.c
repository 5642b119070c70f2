#include "core/each.h"

#include <stdint.h>

#include "core/parallel.h"

int ce_each(size_t count, int threads, ce_each_fn *run, void *state, const ce_progress *progress,
            ce_error *err)
{
    ce_error first = {0};
    size_t failed_at = SIZE_MAX, done = 0;

    if (threads <= 0)
        threads = ce_threads();
    ce_progress_report(progress, 0, count);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1 && count > 1)
    for (size_t q = 0; q < count; q++) {
        ce_error own = {0};
        size_t lowest;
        int rc;
#pragma omp atomic read
        lowest = failed_at;
        if (q > lowest)
            continue;
        rc = run(state, q, &own);
        if (rc && !own.status)
            ce_fail(&own, (ce_status)rc, "no message");
#pragma omp critical(ce_each)
        {
            if (rc && q < failed_at) {
#pragma omp atomic write
                failed_at = q;
                first = own;
            }
            ce_progress_report(progress, ++done, count);
        }
    }
    return failed_at == SIZE_MAX ? CE_OK : ce_fail(err, first.status, "%s", first.text);
}
