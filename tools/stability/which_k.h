/*
 * which_k.h: what the nouns about the distribution of consensus share with their parts.
 */
#ifndef CE_TOOLS_WHICH_K_H
#define CE_TOOLS_WHICH_K_H

#include "cli/part.h"
#include "score/pair_counts.h"
#include "stability.h"

enum { LINKAGE_NONE, LINKAGE_SINGLE, LINKAGE_AVERAGE };
/* In the order of the enum; for option rows. */
#define LINKAGE_NAMES "none|single|average"

/* Each noun has some of these. */
typedef struct {
    double low, high, gain;
    int linkage, points, sample_pairs;
    const char *part;
} group_options;

/* The lifetime of each k, and the longest one, if the noun tells them. 0 or a failure. */
int stability_find_lifetimes(const stability_call *call, stability_work *w, ce_error *err);

/* The steps of a stability_noun. Each part counts its share of the pairs of each group; the first
 * one finds the lifetimes too. */
const char *which_k_part(const stability_call *call);
int which_k_write_part(const stability_call *call, stability_work *w, ce_error *err);
int which_k_read_sums(const stability_call *call, ce_input *input, stability_work *w,
                      ce_error *err);

#endif
