/*
 * bipartite_refine.h: better cuts of large bipartite graphs of objects and clusters.
 *
 * METIS coarsens by matching vertices along edges, which says little where all edges lead to a few
 * clusters: its cuts get worse with the number of objects. But objects have no edges to each other,
 * so while the clusters stay, each object has a weight to lose or gain of its own by changing its
 * part, and the best exchanges of objects between two parts are those of two sorted lists.
 */
#ifndef CE_PARTITION_BIPARTITE_REFINE_H
#define CE_PARTITION_BIPARTITE_REFINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/row_source.h"

/*
 * part: rows, then columns, each 0 .. k-1; changed in place. By turns: each column goes to the part
 * that has most of its weight (ties: where it is, then the lowest); objects go from parts that are
 * too heavy to those that are too light, those that lose least; parts exchange objects two by two
 * while the cut gets less and no load leaves mean - slack .. mean + slack further than it was
 * (slack: the mean weight of the vertices that weigh something). Ends when a turn brings nothing:
 * less excess, or as little and less cut. Weights as in ce_metis_bipartite. O(rows k) memory; a
 * turn is O(entries + rows k log rows). quality: of the result. 0, CE_ENOMEM.
 */
typedef struct {
    double excess; /* how far a load is outside of mean - slack .. mean + slack, at least 0 */
    double kept;   /* the weight of the edges that are not cut */
} ce_bipartite_quality;

int ce_bipartite_refine(const ce_row_source *rows, double column_weight, size_t k, int32_t *part,
                        ce_bipartite_quality *quality, ce_error *err);

/* Whether a is better than b by more than rounding: less excess, or as little and more kept. */
int ce_bipartite_better(const ce_bipartite_quality *a, const ce_bipartite_quality *b,
                        double least_gain);

#endif
