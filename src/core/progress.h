/*
 * progress.h: how a long computation shows that it is alive. The library calls, the caller draws.
 */
#ifndef CE_CORE_PROGRESS_H
#define CE_CORE_PROGRESS_H

#include <stddef.h>

typedef struct {
    void (*report)(void *state, size_t done, size_t total); /* called from one thread at a time */
    /* The same where the work may end before `most`: how much there is, is unknown. May be NULL. */
    void (*limit)(void *state, size_t done, size_t most);
    /* Before something long that cannot report: about how many seconds it takes. May be NULL. */
    void (*expect)(void *state, double seconds);
    void *state;
} ce_progress;

/* progress may be NULL. */
static inline void ce_progress_report(const ce_progress *progress, size_t done, size_t total)
{
    if (progress && progress->report)
        progress->report(progress->state, done, total);
}

static inline void ce_progress_limit(const ce_progress *progress, size_t done, size_t most)
{
    if (progress && progress->limit)
        progress->limit(progress->state, done, most);
}

static inline void ce_progress_expect(const ce_progress *progress, double seconds)
{
    if (progress && progress->expect)
        progress->expect(progress->state, seconds);
}

#endif
