/*
 * from_data.h: what the methods that read data share. They make their own base clusterings.
 */
#ifndef CE_CONSENSUS_FROM_DATA_H
#define CE_CONSENSUS_FROM_DATA_H

#include <stddef.h>

#include "consensus/method.h"
#include "core/numbers.h"

/* int */
#define CE_ROW_RAW(type, field) \
    {0, "raw", CE_FLAG, NULL, 0, 0, NULL, NULL, offsetof(type, field), NULL, \
     "take the features as they are, not standardised"}

/* Whether a method that has this option takes the features as they are, by its settings. */
int ce_from_data_is_raw(const ce_settings *settings);

/* Copies the features of run->x that are not constant into y (allocated here). Unless raw, each is
 * standardised to mean 0 and variance 1 over the values that are present (prepare/transform_*.h).
 * Tells how many features were left out. CE_EINPUT when none is left, or CE_ENOMEM; y is then
 * untouched. O(n d). */
int ce_from_data_features(const ce_data_run *run, int raw, ce_matrix *y, ce_error *err);

/* The rows of run->x as such a method sees them, without a copy. Set to zero before use. It borrows
 * the data. */
typedef struct {
    ce_numbers x;
    size_t *feature;         /* owned; or NULL */
    ce_feature_scale *scale; /* owned; or NULL */
} ce_from_data_view;

/* The same rows as those of ce_from_data_features, of complete data; raw: all as they are. Tells
 * the same, and fails in the same way; view can then only be freed. */
int ce_from_data_look(const ce_data_run *run, int raw, ce_from_data_view *view, ce_error *err);
void ce_from_data_view_free(ce_from_data_view *view);

/* Runs a method that reads labels on base clusterings, and writes the partition into column c of
 * the result. weight: of each base clustering, or NULL. 0 or what the method returns; after a
 * failure the column is untouched. */
int ce_from_data_consensus(const ce_data_run *run, const ce_labels *members, const double *weight,
                           const ce_method *method, const ce_settings *settings, size_t c,
                           ce_data_result *result, ce_error *err);

/* Cuts the average linkage of the co-association of the base clusterings into run->k[c] clusters
 * and writes them into column c of the result. weight: of each base clustering, or NULL. CE_EINPUT
 * when the base clusterings tell fewer than k groups of objects apart; after a failure the column
 * is untouched. */
int ce_from_data_average_linkage(const ce_data_run *run, const ce_labels *members,
                                 const double *weight, size_t c, ce_data_result *result,
                                 ce_error *err);

#endif
