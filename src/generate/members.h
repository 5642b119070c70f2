/*
 * members.h: the members of an ensemble, side by side on threads.
 */
#ifndef CE_GENERATE_MEMBERS_H
#define CE_GENERATE_MEMBERS_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

#include "core/error.h"
#include "core/progress.h"

/* Makes member q; called from several threads at a time, for different q. 0 or a failure. */
typedef int ce_member_run(void *state, size_t q, ce_error *err);

/* Runs members 0 .. members-1 on up to `threads` threads. Progress is told after each. After a
 * failure no further member begins, and one that failed gives the status and the message. */
int ce_members_run(size_t members, int threads, ce_member_run *run, void *state,
                   const ce_progress *progress, ce_error *err);

/* What a member sees: `count` of n numbers, drawn without replacement, ascending, into *choice,
 * which the caller frees. *choice is NULL if that is all of them (count 0 or n), and after a
 * failure. 0 or CE_ENOMEM. */
int ce_draw_some(gsl_rng *rng, size_t n, size_t count, size_t **choice, ce_error *err);

#endif
