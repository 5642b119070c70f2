/*
 * pace.h: how far several equal runs of steps are, of which each may end before its last step, such
 * as random starts of an iteration.
 *
 * A step is the unit of the progress. Until a run has ended, each is taken to have all of its
 * steps. From then on each that is to come has the mean number of those that have ended.
 */
#ifndef CE_CORE_PACE_H
#define CE_CORE_PACE_H

#include <stddef.h>

#include "core/progress.h"

/* The caller sets the first four, the rest to zero. Without a progress nothing is counted. */
typedef struct {
    const ce_progress *progress; /* or NULL */
    size_t runs;
    size_t steps;    /* of a run at most, >= 1 */
    int may_end;     /* a run may have fewer */
    size_t taken;    /* by all runs */
    size_t ended;    /* runs */
    size_t of_these; /* steps of the runs that have ended */
} ce_pace;

/* Before the first step, from one thread. */
void ce_pace_begin(ce_pace *pace);

/* A run has done a step, or some. *taken: its own count, which grows. From any thread. */
void ce_pace_step(ce_pace *pace, size_t *taken);
void ce_pace_steps(ce_pace *pace, size_t *taken, size_t count);

/* A run has ended, after so many steps. From any thread. */
void ce_pace_end_run(ce_pace *pace, size_t taken);

/* All is done, or given up. */
void ce_pace_end(ce_pace *pace);

/* One run of so many equal pieces, such as the entries of a matrix, that threads share. Begins it.
 * Pieces that are done are told by ce_pace_pieces, and the end by ce_pace_end. */
ce_pace ce_pace_of_pieces(const ce_progress *progress, size_t pieces);
void ce_pace_pieces(ce_pace *pace, size_t count);

#endif
