/*
 * matched.h: the clusters of several clusterings numbered so that corresponding ones have one
 * number, which is their color in a picture; and an order of the objects in which clusters stand
 * together.
 */
#ifndef CE_PLOT_MATCHED_H
#define CE_PLOT_MATCHED_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/labels.h"
#include "io/columns.h"

/* Set to zero before use. Empty after a failure. */
typedef struct {
    size_t m;
    size_t *start;   /* owned: m + 1 */
    int32_t *number; /* owned: that of cluster c of clustering q is number[start[q] + c] */
    int32_t numbers; /* how many there are: numbers are below it */
    int32_t noise;   /* the one of the label `noise`; negative: none */
} ce_matched;

/*
 * Numbers of the clusters. reference (n labels below reference_k, or CE_MISSING): every clustering
 * is matched with it by ce_relabel_numbers. Of clusters that get new numbers, where colors run out,
 * the largest have one (scarce.h).
 *
 * NULL: the first clustering has the numbers 0 .. k-1. A cluster of a later one gets the number
 * that asks for it most: that of its partner in the clustering before (ce_assignment), with
 * (1 + J) / 2, where J is the objects that both share by the objects of either; or that of a
 * cluster, in one of the 64 clusterings before, in which most of its objects were, with J above
 * 1/2, else J / 2. So a cluster that stays keeps its number, one that comes back after
 * clusterings without it gets it back, and what is left gets a new number.
 *
 * size as in ce_contingency_build. O(n m) for each of up to 64 clusterings, and the time of
 * ce_assignment. 0, CE_ENOMEM, CE_EINPUT.
 */
int ce_matched_build(ce_matched *matched, const ce_labels *labels, const double *size,
                     const int32_t *reference, int32_t reference_k, ce_error *err);
/* The same without a reference from clustering order[0], whose clusters have the numbers given
 * (below its k), to order[m - 1]: "before" is said of this order, in which all of them stand. */
int ce_matched_along(ce_matched *matched, const ce_labels *labels, const double *size,
                     const size_t *order, const int32_t *numbers, ce_error *err);
/* The same without a reference from clustering `middle` outwards, whose clusters have the numbers
 * given (k of them, each below k): first those behind it, then those before it. */
int ce_matched_around(ce_matched *matched, const ce_labels *labels, const double *size,
                      size_t middle, const int32_t *numbers, ce_error *err);
/* The objects that have one number in clusterings p and q; 0 unless these are about the same: three
 * quarters of the objects that both label. Where they are not, equal numbers mean little. O(n). */
size_t ce_matched_agree(const ce_matched *matched, const ce_labels *labels, size_t p, size_t q);
/* Gives the clusters called `noise` the number `noise`, and where there is none yet a new one.
 * categories: m, as in a label table, or NULL. */
void ce_matched_part_noise(ce_matched *matched, const ce_categories *categories);
/* 0xRRGGBB of a number or CE_MISSING; see ce_plot_shade. */
uint32_t ce_matched_color(const ce_matched *matched, int32_t number, double strength);
void ce_matched_free(ce_matched *matched);

/* The number of the cluster of object i in clustering q; negative: no label. */
static inline int32_t ce_matched_of(const ce_matched *matched, const ce_labels *labels, size_t i,
                                    size_t q)
{
    int32_t label = ce_labels_column(labels, q)[i];

    return label < 0 ? CE_MISSING : matched->number[matched->start[q] + (size_t)label];
}

/* order: n, objects sorted by `first` (n labels below first_k, or CE_MISSING; NULL: none), then by
 * their numbers in the first clustering, then in the second and so on; those without a label come
 * last, ties by object. O(n m). 0 or CE_ENOMEM. */
int ce_matched_order(const ce_matched *matched, const ce_labels *labels, const int32_t *first,
                     int32_t first_k, size_t *order, ce_error *err);

#endif
