/*
 * batch_estimate.h: the memory and the time of a step, for those who ask a scheduler for them.
 */
#ifndef CE_BATCH_BATCH_ESTIMATE_H
#define CE_BATCH_BATCH_ESTIMATE_H

#include "batch/batch_states.h"

enum { CE_WHY = 200 };

typedef struct {
    uint64_t memory, seconds;                     /* 0: nothing is known */
    char memory_why[CE_WHY], seconds_why[CE_WHY]; /* where it comes from, one line */
} ce_need;

/*
 * What one task of a group needs:
 *
 * 1. what the description says;
 * 2. else, from finished tasks of the step: 64 MB, and twice the largest memory of a process, times
 *    the parts of the pipe; three times the longest time and 10 minutes;
 * 3. else, for memory, from the largest input that is there, if all commands are tools whose memory
 *    follows their tables: 256 MB and twice 8 bytes for each cell and 4 for each object and member
 *    (-m). Rows are counted in the first 64 KiB;
 * 4. else nothing.
 */
int ce_need_find(const ce_batch *batch, const ce_batch_group *group, const ce_step_seen *seen,
                 ce_need *need, ce_error *err);

#endif
