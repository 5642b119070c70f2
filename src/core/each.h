/*
 * each.h: several pieces of work of one kind, side by side on threads.
 */
#ifndef CE_CORE_EACH_H
#define CE_CORE_EACH_H

#include <stddef.h>

#include "core/error.h"
#include "core/progress.h"

/* Does piece q; called from several threads at a time, for different q. 0 or a failure. */
typedef int ce_each_fn(void *state, size_t q, ce_error *err);

/* Does pieces 0 .. count-1 on up to `threads` threads (0: ce_threads()). The status and the message
 * are those of the lowest piece that fails, whatever the threads; after a failure no higher piece
 * begins. Progress, which may be NULL, is told after each. */
int ce_each(size_t count, int threads, ce_each_fn *run, void *state, const ce_progress *progress,
            ce_error *err);

#endif
