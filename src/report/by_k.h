/*
 * by_k.h: how clear the consensus of base clusterings of one k is, for each k, as ce-stability k
 * computes it.
 */
#ifndef CE_REPORT_BY_K_H
#define CE_REPORT_BY_K_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/progress.h"
#include "io/label_table.h"
#include "score/stability.h"

/* So few base clusterings agree more easily than many: their consensus takes few values, and PAC is
 * low by itself. */
enum { CE_BY_K_ENOUGH = 5 };

/* Base clusterings of one k, at least two. */
typedef struct {
    int k;
    size_t members;
    ce_consensus_distribution distribution;
    double inconsistency; /* of them (element_centric.h) */
} ce_of_k;

/* Set to zero before use. Empty after a failure. */
typedef struct {
    size_t count;
    ce_of_k *of;   /* owned: count, ascending by k; then those that are left out, likewise */
    size_t left;   /* values of k that are left out: with fewer than `enough` base clusterings */
    size_t enough; /* CE_BY_K_ENOUGH, or as many as the second largest group has; at least two */
    size_t pairs;  /* that were drawn for each k; 0: all were looked at */
} ce_by_k;

/* Groups the members by the k in their names (k_groups.h); members without any label are left out.
 * Empty unless all others have a k, and two values of k have enough members with a consensus. Of
 * more objects than `sample` as many random pairs are looked at as `sample` objects have. ecs: the
 * element-centric similarities of the members, as in ce_agreement. 0 or a failure. */
int ce_by_k_find(ce_by_k *by_k, const ce_label_table *members, const double *ecs, size_t sample,
                 uint64_t seed, const ce_progress *progress, ce_error *err);
void ce_by_k_free(ce_by_k *by_k);

/* Shares of ambiguous pairs with the bounds of ce-stability. */
double ce_of_k_pac(const ce_of_k *of);

/* The share by which the area under the distribution of entry g grows from the entry before
 * (ce_consensus_delta); NaN: not defined. */
double ce_by_k_growth(const ce_by_k *by_k, size_t g);

#endif
