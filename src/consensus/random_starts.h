/*
 * random_starts.h: the best of the random starts of a consensus function.
 */
#ifndef CE_CONSENSUS_RANDOM_STARTS_H
#define CE_CONSENSUS_RANDOM_STARTS_H

#include "consensus/method.h"
#include "core/restarts.h"

/* ce_restarts with the seed and the progress of the run. options: their seed, stream and progress
 * are not looked at. *best: a result of options->bytes, allocated here, the caller frees it; NULL
 * after a failure. 0, CE_ENOMEM or what options->run returns. */
int ce_random_starts(const ce_run *run, const ce_restart_options *options, void **best,
                     ce_error *err);

/* The same where a result holds n labels (int32_t), `at` bytes from its beginning. Those of the
 * best become a partition: labels, allocated here, not renumbered. After a failure it can only be
 * freed. */
int ce_random_start_labels(const ce_run *run, const ce_restart_options *options, size_t n,
                           size_t at, ce_partition *labels, void **best, ce_error *err);

#endif
