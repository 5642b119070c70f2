/*
 * pair_pass.h: one pass over the distances of all pairs of objects, for the indices of internal.h.
 */
#ifndef CE_SCORE_PAIR_PASS_H
#define CE_SCORE_PAIR_PASS_H

#include <stddef.h>

#include "core/error.h"
#include "score/internal.h"

/* Of one clustering, over a block of CE_DISTANCE_LANES targets. */
typedef struct {
    size_t counted;             /* targets with a silhouette, */
    double silhouette, squares; /* its sum, and that of its square */
    double within, total;       /* squared distances inside clusters over 2 n_c, of all over 2 n */
    double widest, gap;         /* the largest distance inside a cluster, the smallest to another */
    double connectivity;
} ce_pass_sums;

/* Of one target. own, next: the mean distances a and b; NaN: there is none. */
typedef struct {
    double own, next, silhouette;
    int32_t nearest; /* the cluster of next (ties: the lowest), -1: none */
} ce_silhouette;

/* sum, pairs: distances of the target to the objects of cluster 0, and how many they are; those of
 * cluster c are c * CE_DISTANCE_LANES behind. An infinite sum is that of a cluster which is not the
 * nearest. pairs NULL: all pairs have a distance. own: the cluster of the target. */
ce_silhouette ce_silhouette_find(const ce_internal_column *column, int32_t own, const double *sum,
                                 const double *pairs);

/* Adds a target to the sums of its block, and puts it at index `at` of all, which may be NULL. */
void ce_silhouette_add(const ce_silhouette *found, ce_pass_sums *sums, ce_silhouettes *all,
                       size_t at);

/* column: m of them, those with skip are passed over. wanted: CE_INTERNAL_..., added; ch is that
 * from distances. sums: blocks x m, row-major; block b has the targets from
 * b * CE_DISTANCE_LANES on. silhouettes: allocated, or NULL. 0 or CE_ENOMEM. */
int ce_pair_pass(const ce_internal_column *column, size_t m, const ce_internal_input *input,
                 unsigned wanted, ce_pass_sums *sums, ce_silhouettes *silhouettes, ce_error *err);

#endif
