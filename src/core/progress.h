/*
 * progress.h: how a long computation shows that it is alive. The library calls, the caller draws.
 */
#ifndef CE_CORE_PROGRESS_H
#define CE_CORE_PROGRESS_H

#include <stddef.h>

typedef struct {
    void (*report)(void *state, size_t done, size_t total); /* called from one thread at a time */
    void *state;
} ce_progress;

/* progress may be NULL. */
static inline void ce_progress_report(const ce_progress *progress, size_t done, size_t total)
{
    if (progress && progress->report)
        progress->report(progress->state, done, total);
}

#endif
