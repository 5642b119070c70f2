/*
 * bipartite_refine.h: better cuts of large bipartite graphs of objects and clusters.
 *
 * METIS coarsens by matching vertices along edges. This says little where all edges lead to a few
 * clusters, so its cuts get worse with the number of objects. But objects have no edges to each
 * other. While the clusters stay, what an object gains or loses by changing its part does not
 * depend on other objects. So the best exchanges of objects between two parts are found from two
 * sorted lists.
 */
#ifndef CE_PARTITION_BIPARTITE_REFINE_H
#define CE_PARTITION_BIPARTITE_REFINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/row_source.h"

/* How good a cut is. slack: the mean weight of the vertices that weigh something. */
typedef struct {
    double excess; /* how far a load is outside of mean - slack .. mean + slack, at least 0 */
    double kept;   /* the weight of the edges that are not cut */
} ce_bipartite_quality;

/*
 * Improves a cut by turns. Weights are those of ce_metis_bipartite.
 *
 * 1. Each column goes to the part that has most of its weight (ties: where it is, then the lowest).
 * 2. Objects go from parts that are too heavy to those that are too light, those that lose least
 *    first.
 * 3. Parts exchange objects two by two while the cut gets less. No load may leave mean - slack ..
 *    mean + slack further than it has.
 *
 * Turns end when one brings neither less excess, nor the same excess and less cut. The slack is
 * wider at first, so that many objects find their parts at once.
 *
 * part: rows, then columns, each 0 .. k-1; changed in place. quality: of the result. Returns 0 or
 * CE_ENOMEM; part is still a partition then, quality says nothing. O(rows k) memory; a turn is
 * O(entries + rows k log rows).
 */
int ce_bipartite_refine(const ce_row_source *rows, double column_weight, size_t k, int32_t *part,
                        ce_bipartite_quality *quality, ce_error *err);

/* Whether a is better than b by more than rounding: less excess, or the same and more kept. */
int ce_bipartite_better(const ce_bipartite_quality *a, const ce_bipartite_quality *b,
                        double least_gain);

#endif
