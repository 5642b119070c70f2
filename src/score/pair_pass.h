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

/* column: m of them, those with skip are passed over. wanted: CE_INTERNAL_..., added; ch is that
 * from distances. sums: blocks x m, row-major; block b has the targets from
 * b * CE_DISTANCE_LANES on. silhouettes: allocated, or NULL. 0 or CE_ENOMEM. */
int ce_pair_pass(const ce_internal_column *column, size_t m, const ce_internal_input *input,
                 unsigned wanted, ce_pass_sums *sums, ce_silhouettes *silhouettes, ce_error *err);

#endif
