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

/* Whether a pair at --high itself is ambiguous. */
enum { BOUNDS_OPEN, BOUNDS_HALF_OPEN };
#define STABILITY_ROW_BOUNDS(type)                                                                 \
    {0, "bounds", CE_CHOICE, "HOW", 0, 0, "open|half-open", "open", offsetof(type, bounds), NULL,  \
     "half-open: at --high itself a pair is ambiguous too"}

/* Each noun has some of these. */
typedef struct {
    double low, high, gain;
    int bounds, choose, linkage, points, sample_pairs;
    const char *part;
} group_options;

/* PAC, with one of the bounds above. */
double stability_pac_of(const ce_consensus_distribution *distribution, double low, double high,
                        int bounds);

/* The area of group g, and its growth from the group before. */
double which_k_area(const stability_work *w, size_t g);
double which_k_delta(const stability_work *w, size_t g);

/* Tell which k an index prefers. */
void which_k_tell_pac(const stability_call *call, const stability_work *w);
void which_k_tell_area(const stability_call *call, const stability_work *w);

/* --choose: writes one k and the reason. 0 or a failure. */
int which_k_write_choice(const stability_call *call, const stability_work *w, ce_error *err);

/* The lifetime of each k, and the longest one, if the noun tells them. 0 or a failure. */
int stability_find_lifetimes(const stability_call *call, stability_work *w, ce_error *err);

/* The inconsistency coefficient of each k (element_centric.h). 0 or a failure. */
int which_k_find_inconsistency(const stability_call *call, stability_work *w, ce_error *err);

/* The steps of a stability_noun. Each part counts its share of the pairs of each group; the first
 * one finds the lifetimes too. */
const char *which_k_part(const stability_call *call);
int which_k_write_part(const stability_call *call, stability_work *w, ce_error *err);
int which_k_read_sums(const stability_call *call, ce_input *input, stability_work *w,
                      ce_error *err);

#endif
