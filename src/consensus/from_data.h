/*
 * from_data.h: what methods that begin with data share: they make their own base clusterings.
 */
#ifndef CE_CONSENSUS_FROM_DATA_H
#define CE_CONSENSUS_FROM_DATA_H

#include <stddef.h>

#include "consensus/method.h"

/* int */
#define CE_ROW_RAW(type, field) \
    {0, "raw", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(type, field), NULL, \
     "features as given, not standardised"}

/* The features of x that tell objects apart, in y (allocated here), standardised unless raw: mean 0
 * and variance 1 over the values that are there. The numbers are those of ce-prepare drop-constant
 * and zscore. Tells how many features were left out. CE_EINPUT when none is left; y is then empty.
 * O(n d). */
int ce_from_data_features(const ce_data_run *run, int raw, ce_matrix *y, ce_error *err);

/* Average linkage of the co-association of base clusterings, weighted or with weight NULL not, cut
 * into k and written into column c of the result. CE_EINPUT when the base clusterings tell fewer
 * than k groups of objects apart. */
int ce_from_data_average_linkage(const ce_data_run *run, const ce_labels *members,
                                 const double *weight, size_t c, ce_data_result *result,
                                 ce_error *err);

#endif
